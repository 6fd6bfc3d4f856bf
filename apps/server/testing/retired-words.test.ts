import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { retiredWords, wordsOf } from '../../../scripts/retired-words.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-lint-'))
  for (const name of ['scripts', 'docs']) mkdirSync(join(folder, name))
  copyFileSync(join(root, 'scripts/retired-words.mjs'), join(folder, 'scripts/retired-words.mjs'))
  writeFileSync(
    join(folder, 'docs/glossary.md'),
    '| term | meaning | not |\n|---|---|---|\n| queued mutation | a change made offline | `deed` |\n',
  )
  const config = { jsPlugins: ['./scripts/retired-words.mjs'], rules: { 'fettle/retired-words': 'error' } }
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Lints a file with this name and content and returns the messages. */
function lint(name: string, content: string): string[] {
  const file = join(folder, name)
  writeFileSync(file, content)
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['--format', 'json', name], { cwd: folder, encoding: 'utf8' })
  rmSync(file)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code?: string; message: string }[] }
  return diagnostics.filter(({ code }) => code?.includes('retired-words')).map(({ message }) => message)
}

const retired = '“deed” is retired; docs/glossary.md says what to write.'

it.each([
  ['a function', 'export function sendDeed() {}'],
  ['a type', 'export interface DeedRow { id: string }'],
  ['a member', 'export interface Row { deed: string }'],
  ['a constant', 'export const MAX_DEED_AGE_MS = 1'],
])('refuses a retired word in the name of %s', (_, content) => {
  expect(lint('example.ts', content)).toEqual([retired])
})

it('refuses the plural, and a retired word in the name of a file', () => {
  expect(lint('example.ts', 'export const deeds = 1')).toEqual([retired.replace('deed', 'deeds')])
  expect(lint('send-deed.ts', 'export const a = 1')).toEqual([retired])
})

it('accepts words that only contain it, and texts', () => {
  expect(lint('example.ts', "export const indeed = 'a good deed'")).toEqual([])
})

it.each(readdirSync(join(root, 'apps/server/migrations')))('finds no retired word in the names of %s', (name) => {
  const words = retiredWords(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))
  const sql = readFileSync(join(root, 'apps/server/migrations', name), 'utf8')
  const names = sql.replaceAll(/--.*|'(?:[^']|'')*'/g, '').match(/[a-z_]+/g) ?? []
  expect(names.filter((each) => wordsOf(each).some((word) => words.has(word)))).toEqual([])
})
