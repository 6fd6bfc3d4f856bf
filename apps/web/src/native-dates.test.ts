import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Native date inputs use the device's language and formats instead of the app's: use ui/dates/date-field.tsx. */
const native = /\btype=\{?["'`](?:date|time|datetime-local|month|week)["'`]/

const root = import.meta.dirname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
)

it('detects a native date field', () => {
  expect('<TextField type="date" />').toMatch(native)
  expect("<input type={'datetime-local'} />").toMatch(native)
  expect('<DateField kind="date" /><input type="text" />').not.toMatch(native)
})

it('uses no native date fields', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((file) => native.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
