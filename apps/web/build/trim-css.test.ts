// @vitest-environment node
import { expect, it } from 'vitest'
import { toHex, trimCss } from './trim-css.ts'

it('removes fallbacks for unsupported browsers', () => {
  expect(trimCss('a{b:c}@layer properties{@supports (x){*{--tw-a:1}}}d{e:f}')).toBe('a{b:c}d{e:f}')
})

it('removes unused names transitively', () => {
  const css = ':root{--a:1;--b:var(--a);--c:2;color:var(--c)}@property --b{syntax:"*";inherits:false}.x{--b:3}'
  expect(trimCss(css)).toBe(':root{--c:2;color:var(--c)}')
})

it('keeps used names', () => {
  const css = '@property --d{syntax:"*";inherits:false}.x{--d:1px;margin:calc(var(--d) * 2)}'
  expect(trimCss(css)).toBe(css)
})

it.each([
  [1, 0, 0, '#fff'],
  [0, 0, 0, '#000'],
  [0.628, 0.2577, 29.23, '#ff0000'],
  [0.8664, 0.2948, 142.5, '#00ff00'],
])('writes oklch(%f %f %f) as %s', (lightness, chroma, hue, expected) => {
  const channel = (hex: string, at: number) =>
    Number.parseInt(hex.length === 4 ? `${hex[at + 1]}${hex[at + 1]}` : hex.slice(1 + at * 2, 3 + at * 2), 16)
  const written = toHex(lightness, chroma, hue)
  for (const at of [0, 1, 2]) expect(Math.abs(channel(written, at) - channel(expected, at))).toBeLessThanOrEqual(2)
})

it('shortens opaque colours and keeps those with an alpha', () => {
  expect(trimCss('a{color:oklch(100% 0 0);background:oklch(20% .012 55/.45)}')).toBe(
    'a{color:#fff;background:oklch(20% .012 55/.45)}',
  )
})

it('inlines theme constants', () => {
  const css =
    '@layer theme{:root,:host{--spacing:.25rem;--weight:600;--font:A,B}}.p{padding:calc(var(--spacing) * 4);--tw-w:var(--weight);font-weight:var(--weight);margin:calc(var(--spacing)*-2)}.f{font-family:var(--font)}'
  expect(trimCss(css)).toBe('.p{padding:1rem;font-weight:600;margin:-.5rem}.f{font-family:A,B}')
})

it('keeps variables that other rules override', () => {
  const css = '@layer theme{:root,:host{--ink:#000}}[data-theme=dark]{--ink:#fff}.p{color:var(--ink)}'
  expect(trimCss(css)).toBe(css)
})

it('uses the fallback of variables that are never set', () => {
  expect(trimCss('.n{font-variant:var(--a,) var(--b,var(--c,tabular-nums))}')).toBe('.n{font-variant: tabular-nums}')
  const css =
    '@property --x{syntax:"*";inherits:false;initial-value:0}.n{translate:var(--x,1px) var(--y,2px)}.m{--y:3px}'
  expect(trimCss(css)).toBe('.n{translate:0 var(--y,2px)}.m{--y:3px}')
  expect(trimCss(`${css}.o{--x:4px}`)).toBe(`${css}.o{--x:4px}`)
})
