import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The browser's own date fields speak the language of the device and write its formats, whatever the app does beside
 * them: dates are typed into the fields of ui/date-field.tsx.
 */
const native = /\btype=\{?["'`](?:date|time|datetime-local|month|week)["'`]/

const root = import.meta.dirname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
)

it('knows one when it sees it', () => {
  expect('<TextField type="date" />').toMatch(native)
  expect("<input type={'datetime-local'} />").toMatch(native)
  expect('<DateField kind="date" /><input type="text" />').not.toMatch(native)
})

it('has no date field of the browser', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((file) => native.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
