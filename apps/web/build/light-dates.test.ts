import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { gregorianOnly } from './light-dates.ts'

const dates = dirname(createRequire(import.meta.url).resolve('@internationalized/date'))
const code = readFileSync(join(dates, 'private/createCalendar.mjs'), 'utf8')

it('keeps one calendar', () => {
  const lean = gregorianOnly(code)
  expect(lean.match(/^import /gm)).toHaveLength(1)
  expect(lean.match(/return new/g)).toHaveLength(1)
  expect(lean).toMatch(/case 'gregory':\s*default:\s*return new/)
})

it("fails when the library's code has changed", () => {
  expect(() => gregorianOnly('export const createCalendar = makeCalendar')).toThrow('light-dates')
})
