import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(rootDir, folder)).map((name) => join(folder, name)),
)
const pages = [
  ...readdirSync(rootDir),
  ...readdirSync(join(rootDir, 'docs'), { encoding: 'utf8', recursive: true }).map((path) => join('docs', path)),
  ...['bench', 'bench/results', 'e2e', ...workspaces].map((folder) => join(folder, 'README.md')),
].filter((path) => path.endsWith('.md') && existsSync(join(rootDir, path)))

/** Targets of relative links in a page. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, address = '']) =>
    /^\w+:/.test(address) ? [] : [address],
  )

/** Paths of pages mentioned in a text: `docs/glossary.md`. */
const mentionsOf = (text: string): string[] =>
  [...text.matchAll(/`(docs\/[\w/.-]+\.md)`/g)].map(([, path = '']) => path)

describe('documentation', () => {
  it.each(pages)('%s refers to existing files only', (page) => {
    const text = readFileSync(join(rootDir, page), 'utf8')
    const missing = [
      ...linksOf(text).filter((address) => !existsSync(join(rootDir, dirname(page), address))),
      ...mentionsOf(text).filter((path) => !existsSync(join(rootDir, path))),
    ]
    expect(missing).toEqual([])
  })
})
