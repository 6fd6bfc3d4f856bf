import { letterheadColours } from '@fettle/protocol/accounts/letterhead'
import { expect, it } from 'vitest'
import { printColours } from './print-colours.ts'

/** Relative luminance by WCAG. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

it.each(letterheadColours)('%s is readable on paper and on its own tint', (colour) => {
  const { accent, text, soft } = printColours[colour]
  expect(contrast(text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#57534e', soft)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(accent, '#ffffff')).toBeGreaterThanOrEqual(3)
})
