import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

const MAX_ENTRIES = 25

/** Folders that grow by one entry per language, migration, decision, icon or module. */
const unlimited = /\/(locales|articles\/\w+|migrations|decisions|icons|modules)$/
const ignored = new Set(['node_modules', 'dist', 'test-results'])

/** Entries by folder. Ignores build output and folders without files. */
function entriesIn(folder: string, found = new Map<string, string[]>()): Map<string, string[]> {
  const entries = readdirSync(join(rootDir, folder), { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !ignored.has(name),
  )
  const names = entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name]
    entriesIn(`${folder}/${entry.name}`, found)
    return found.has(`${folder}/${entry.name}`) ? [entry.name] : []
  })
  if (names.length > 0) found.set(folder, names)
  return found
}

const folders = new Map(['apps', 'bench', 'docs', 'e2e', 'packages', 'scripts'].flatMap((name) => [...entriesIn(name)]))

it(`has no folder with more than ${MAX_ENTRIES} entries`, () => {
  const large = [...folders].filter(([folder, names]) => names.length > MAX_ENTRIES && !unlimited.test(folder))
  expect(large.map(([folder, names]) => `${folder}: ${names.length} entries`)).toEqual([])
})

it('declares every exported type once', () => {
  const files = [...folders].flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
  const declared = new Map<string, string[]>()
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || /\.(test|spec|d)\.tsx?$/.test(file)) continue
    const text = readFileSync(join(rootDir, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/^export (?:type|interface) (\w+)/gm)) {
      declared.set(name, [...(declared.get(name) ?? []), file])
    }
  }
  expect([...declared].filter(([, locations]) => locations.length > 1)).toEqual([])
})

it('isolates every test of the web app that replaces modules', () => {
  const files = [...folders].flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
  const shared = files.filter((file) => /^apps\/web\/.*(?<!\.isolated)\.test\.tsx?$/.test(file))
  const replacing = shared.filter((file) =>
    /\bvi\.(doMock|mock|resetModules)\(/.test(readFileSync(join(rootDir, file), 'utf8')),
  )
  // Other files of the same worker would see the replacement: name it `.isolated.test`.
  expect(replacing).toEqual([])
})
