import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

const workspaces = ['apps', 'packages', 'examples', 'deploy'].flatMap((folder) =>
  readdirSync(join(rootDir, folder)).map((name) => join(folder, name)),
)
const pages = [
  ...readdirSync(rootDir),
  ...readdirSync(join(rootDir, 'docs'), { encoding: 'utf8', recursive: true }).map((path) => join('docs', path)),
  ...['bench', 'bench/results', 'e2e', ...workspaces].map((folder) => join(folder, 'README.md')),
].filter((path) => path.endsWith('.md') && existsSync(join(rootDir, path)))

const readPage = (path: string) => readFileSync(join(rootDir, path), 'utf8')

/** Relative links in a page: the file, empty for the page itself, and the heading. */
const linksOf = (text: string): [file: string, heading: string][] =>
  [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)]*))?\)/g)].flatMap(([, file = '', heading = '']) =>
    /^\w+:/.test(file) ? [] : [[file, heading]],
  )

/** Paths of pages mentioned in a text: `docs/glossary.md`. */
const mentionsOf = (text: string): string[] =>
  [...text.matchAll(/`(docs\/[\w/.-]+\.md)`/g)].map(([, path = '']) => path)

/** The addresses of a page's headings. */
const headingsOf = (text: string): string[] =>
  [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('documentation', () => {
  it.each(pages)('%s refers to existing files and headings only', (page) => {
    const text = readPage(page)
    const missing = linksOf(text).flatMap(([file, heading]) => {
      const path = file ? join(dirname(page), file) : page
      if (!existsSync(join(rootDir, path))) return [file]
      return heading && !headingsOf(readPage(path)).includes(heading) ? [`${file}#${heading}`] : []
    })
    expect(missing).toEqual([])
    expect(mentionsOf(text).filter((path) => !existsSync(join(rootDir, path)))).toEqual([])
  })
})
