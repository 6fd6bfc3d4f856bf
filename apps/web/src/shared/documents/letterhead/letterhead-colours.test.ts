import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { letterheadColours } from '@fettle/protocol/accounts/letterhead'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../../ui/styles/oklch-contrast.ts'

const css = readFileSync(join(import.meta.dirname, 'letterhead.css'), 'utf8')
const tokens = readFileSync(join(import.meta.dirname, '../../../ui/styles/tokens.css'), 'utf8')

const blockOf = (sheet: string, selector: string) => {
  const at = sheet.indexOf(`\n${selector} {`)
  return at < 0 ? '' : (sheet.slice(at).split('}', 1)[0] ?? '')
}
const valueIn = (block: string, name: string) => new RegExp(`--${name}:\\s*([^;]+);`).exec(block)?.[1]

/** Resolves a colour of the letterhead: `oklch(L calc(C * strength) hue)`. */
function resolve(formula: string, { hue, strength }: { hue: number; strength: number }): string {
  const [, lightness, chroma] = /oklch\(([\d.]+) calc\(([\d.]+)/.exec(formula) ?? []
  return `oklch(${lightness} ${Number(chroma) * strength} ${hue})`
}

describe.each([
  ['light', '[data-letterhead]', ':root'],
  ['dark', "[data-theme='dark'] [data-letterhead]", "[data-theme='dark']"],
])('the letterhead in the %s theme', (_theme, selector, root) => {
  const token = (name: string) => valueIn(blockOf(tokens, root), name) ?? ''

  it.each(letterheadColours)('is readable in %s', (colour) => {
    const own = blockOf(css, `[data-letterhead='${colour}']`)
    const at = { hue: Number(valueIn(own, 'hue')), strength: Number(valueIn(own, 'strength') ?? 1) }
    expect(at.hue).toBeGreaterThan(0)
    const shade = (name: string) => resolve(valueIn(blockOf(css, selector), name) ?? '', at)
    for (const text of [token('text'), token('text-muted'), shade('accent-text')]) {
      expect(contrast(text, shade('accent-soft'))).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(shade('accent'), token('surface-raised'))).toBeGreaterThanOrEqual(3)
  })
})
