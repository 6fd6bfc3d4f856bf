// @vitest-environment node
import { expect, it } from 'vitest'
import { toHex, trimCss } from './trim-css.ts'

it('drops the fallback for browsers we do not build for', () => {
  expect(trimCss('a{b:c}@layer properties{@supports (x){*{--tw-a:1}}}d{e:f}')).toBe('a{b:c}d{e:f}')
})

it('drops names nothing reads, however long the chain', () => {
  const css = ':root{--a:1;--b:var(--a);--c:2;color:var(--c)}@property --b{syntax:"*";inherits:false}.x{--b:3}'
  expect(trimCss(css)).toBe(':root{--c:2;color:var(--c)}')
})

it('keeps what is read', () => {
  const css = '@property --d{syntax:"*";inherits:false}.x{--d:1px;margin:calc(var(--d) * 2)}'
  expect(trimCss(css)).toBe(css)
})

it.each([
  [1, 0, 0, '#fff'],
  [0, 0, 0, '#000'],
  [0.628, 0.2577, 29.23, '#ff0000'],
  [0.8664, 0.2948, 142.5, '#00ff00'],
])('writes oklch(%f %f %f) as %s', (lightness, chroma, hue, expected) => {
  const channel = (hex: string, at: number) => Number.parseInt(hex.length === 4 ? `${hex[at + 1]}${hex[at + 1]}` : hex.slice(1 + at * 2, 3 + at * 2), 16)
  const written = toHex(lightness, chroma, hue)
  for (const at of [0, 1, 2]) expect(Math.abs(channel(written, at) - channel(expected, at))).toBeLessThanOrEqual(2)
})

it('shortens whole colours and leaves those with an alpha', () => {
  expect(trimCss('a{color:oklch(100% 0 0);background:oklch(20% .012 55/.45)}')).toBe('a{color:#fff;background:oklch(20% .012 55/.45)}')
})
