import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Elements with user text set their direction by content: `dir="auto"`, or `<bdi>` within a sentence. */
const typed = [
  '(?:[a-z]+\\.)*customer\\.name',
  'customerName',
  '(?:booking|summary|stop|row|series|revision|subject|template|preview)\\.title',
  '(?:line|item|series)\\.(?:name|description)',
  '(?:note|reply)\\.text',
  '[a-z]+\\.note',
  '(?:file|picture|upload|template)\\.name',
  '(?:stop\\.)?address',
  'description',
  'comment',
].join('|')
const attributes = '(?:\\s(?:[^<>{}]|\\{[^<>{}]*\\})*)?'
const element = new RegExp(
  `<(span|p|h1|h2|h3|strong|li|td|dd|div|Link|a)(${attributes})>\\s*\\{(?:${typed})\\}\\s*</\\1>`,
  'g',
)

const root = import.meta.dirname
const screens = ['features', 'shared']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))

it('finds the elements with user text', () => {
  const all = screens.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(element)])
  expect(all.length).toBeGreaterThan(30)
})

it('sets the direction of user text on every screen', () => {
  const without = screens.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(element)]
      .filter(([, , tagAttributes]) => !tagAttributes?.includes('dir='))
      .map(([text]) => `${file}: ${text}`),
  )
  expect(without).toEqual([])
})
