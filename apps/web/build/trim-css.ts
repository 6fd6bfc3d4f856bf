/** Returns the index after the closing brace of the block that begins at `from`. */
function endOfBlock(css: string, from: number): number {
  let depth = 0
  for (let at = css.indexOf('{', from); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}

/** Replaces each `var(--name, fallback)` with the result of `resolve`, innermost last. Undefined leaves it as it is. */
function replaceVars(css: string, resolve: (name: string, fallback: string | undefined) => string | undefined): string {
  let out = ''
  let at = 0
  for (let start = css.indexOf('var(--'); start >= 0; start = css.indexOf('var(--', at)) {
    let end = start + 4
    for (let depth = 1; depth > 0 && end < css.length; end += 1) {
      if (css[end] === '(') depth += 1
      if (css[end] === ')') depth -= 1
    }
    const inner = css.slice(start + 4, end - 1)
    const comma = inner.indexOf(',')
    const value =
      comma < 0
        ? resolve(inner.trim(), undefined)
        : resolve(inner.slice(0, comma).trim(), inner.slice(comma + 1).trim())
    // This variable stays, but its fallback may contain others.
    out += css.slice(at, start) + (value ?? 'var(')
    at = value === undefined ? start + 4 : end
  }
  return out + css.slice(at)
}

const declared = (css: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const [, name = ''] of css.matchAll(/[{;](--[\w-]+):/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Inlines theme variables that have a single value, and replaces variables that are never set by their fallback. */
function resolveConstants(css: string): string {
  const theme = /@layer theme\{:root,:host\{([^}]*)\}\}/.exec(css)?.[1] ?? ''
  const counts = declared(css)
  const initial = new Map(
    [...css.matchAll(/@property (--[\w-]+)\{[^}]*initial-value:([^;}]*)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const constants = new Map(
    [...theme.matchAll(/(--[\w-]+):([^;]*)/g)].flatMap(([, name = '', value = '']) =>
      counts.get(name) === 1 ? [[name, value.trim()]] : [],
    ),
  )
  return replaceVars(
    css,
    (name, fallback) => constants.get(name) ?? (counts.has(name) ? undefined : (initial.get(name) ?? fallback)),
  ).replace(/calc\((-?[\d.]+)rem ?\* ?(-?[\d.]+)\)/g, (_, size: string, times: string) =>
    `${Number((Number(size) * Number(times)).toFixed(4))}rem`.replace(/^(-?)0\./, '$1.').replace(/^-?0rem$/, '0'),
  )
}

/** Removes custom properties that nothing reads. */
function dropUnusedProperties(css: string): string {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  return css
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (whole, name: string) => (read.has(name) ? whole : ''))
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name: string) => (read.has(name) ? whole : ''))
}

const gamma = (value: number): number =>
  Math.round(255 * Math.min(1, Math.max(0, value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)))

/** Converts `oklch(98.4% .004 75)` to `#faf9f7`, a third as long. Colours with an alpha stay unchanged. */
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
  css.replace(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g, (_, l: string, c: string, h: string) =>
    toHex(Number(l) / 100, Number(c), Number(h)),
  )

/**
 * Makes the style sheet small enough to inline into each page: removes fallbacks for unsupported browsers and unused
 * names.
 */
export function trimCss(css: string): string {
  const at = css.indexOf('@layer properties{')
  let trimmed = at < 0 ? css : css.slice(0, at) + css.slice(endOfBlock(css, at))
  for (let before = ''; before !== trimmed;) {
    before = trimmed
    trimmed = dropUnusedProperties(resolveConstants(trimmed)).replace(/[^{};/]+\{\}/g, '')
  }
  // Remove the compiler's banner comment.
  return shortColours(trimmed.replace(/\/\*![^*]*\*\//g, '').replace(/ {2,}/g, ' '))
}
