/** Converts OKLCH to linear sRGB, clipped to the gamut (Björn Ottosson). */
function linear(colour: string): [number, number, number] {
  const [l = 0, c = 0, hue = 0] = (/oklch\(([^)]+)\)/.exec(colour)?.[1] ?? '').split(/\s+/).map(Number)
  const a = c * Math.cos((hue * Math.PI) / 180)
  const b = c * Math.sin((hue * Math.PI) / 180)
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (value: number) => Math.min(1, Math.max(0, value))
  return [
    cut(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
    cut(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
    cut(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3),
  ]
}

const luminance = (colour: string): number => {
  const [r, g, b] = linear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two OKLCH colours by WCAG. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
