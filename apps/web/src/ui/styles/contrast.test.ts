import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast } from './oklch-contrast.ts'

type Theme = Record<string, string>

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

function theme(selector: string): Theme {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover']
const tones = ['success', 'warning', 'danger', 'info']

/** Text and background pairs. */
const texts: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['text', surface],
    ['text-muted', surface],
  ]),
  ...['surface', 'surface-raised', 'surface-sunken', 'accent-soft'].map((surface): [string, string] => [
    'accent-text',
    surface,
  ]),
  ...[1, 2, 3, 4, 5, 6].map((person): [string, string] => [`on-person-${person}`, `person-${person}`]),
  ...tones.flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    [tone, 'surface'],
    [tone, 'surface-raised'],
    ['text', `${tone}-soft`],
  ]),
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
]

/** Control borders, focus rings and meaningful icons. */
const marks: [string, string][] = ['surface', 'surface-raised', 'surface-sunken'].flatMap(
  (surface): [string, string][] => [
    ['line-strong', surface],
    ['accent', surface],
    ['accent-text', surface],
  ],
)

describe.each([
  ['light', ':root', 4.5],
  ['dark', "[data-theme='dark']", 4.5],
  ['high contrast', "[data-theme='contrast']", 7],
])('the %s theme', (_name, selector, least) => {
  const colours = theme(selector)
  const ratio = (one: string, other: string) => contrast(colours[one] ?? '', colours[other] ?? '')

  it('defines every colour of the light theme', () => {
    expect(Object.keys(colours).sort()).toEqual(Object.keys(theme(':root')).sort())
  })

  it.each(texts)('has readable contrast of %s on %s', (text, surface) => {
    expect(ratio(text, surface)).toBeGreaterThanOrEqual(least)
  })

  it.each(marks)('has visible contrast of %s on %s', (mark, surface) => {
    expect(ratio(mark, surface)).toBeGreaterThanOrEqual(3)
  })
})

it('computes contrast by WCAG', () => {
  expect(contrast('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 1)
  expect(contrast('oklch(0.5 0.1 20)', 'oklch(0.5 0.1 20)')).toBeCloseTo(1)
})
