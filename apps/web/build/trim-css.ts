/** The end of the block that begins at `from`, behind its closing brace. */
function endOfBlock(css: string, from: number): number {
  let depth = 0
  for (let at = css.indexOf('{', from); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}

/** Custom properties nothing reads, and the declarations of those. */
function dropUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  return css
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (whole, name: string) => (read.has(name) ? whole : ''))
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name: string) => (read.has(name) ? whole : ''))
}

const gamma = (value: number): number =>
  Math.round(255 * Math.min(1, Math.max(0, value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)))

/** `oklch(98.4% .004 75)` as `#faf9f7`, a third as long. Colours with an alpha stay as they are. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const hex = channels.map((channel) => gamma(channel).toString(16).padStart(2, '0')).join('')
  return `#${/^(.)\1(.)\2(.)\3$/.test(hex) ? [0, 2, 4].map((at) => hex[at]).join('') : hex}`
}

const shortColours = (css: string): string =>
  css.replace(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g, (_, l: string, c: string, h: string) => toHex(Number(l) / 100, Number(c), Number(h)))

/**
 * Makes a style sheet small enough to stand in each page: without the fallback for browsers that are older
 * than those we build for, and without names nothing reads.
 */
export function trimCss(css: string): string {
  const at = css.indexOf('@layer properties{')
  let trimmed = at < 0 ? css : css.slice(0, at) + css.slice(endOfBlock(css, at))
  for (let before = ''; before !== trimmed; ) {
    before = trimmed
    trimmed = dropUnread(trimmed)
  }
  return shortColours(trimmed.replace(/[^{}]+\{\}/g, ''))
}
