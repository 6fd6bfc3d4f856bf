import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

const sources = execFileSync('git', ['ls-files', '-z'], { cwd: rootDir, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\0')
  .filter((path) => /\.(ts|tsx|mts|mjs|js|css|html|json|md|sql|yml)$/.test(path) && existsSync(join(rootDir, path)))
  .filter((path) => !path.endsWith('package-lock.json') && !path.endsWith('outside-references.test.ts'))

/** Ways in which a text cites a document its reader does not have. */
const patterns: Readonly<Record<string, RegExp>> = {
  'a section sign': /(?<!RFC \d+ )§/,
  'a row code such as "(B9)"': /(?<=\s)\([A-Z]\d{1,2}(?:[–-][A-Z]?\d{1,2})?\)/,
  'a private document': /\b(?:domain|architecture|look|ux|style|brief)\.md\b/i,
  'an issue number': /\bissues? #?\d+\b/i,
}

/** Pages that have such a name in the repository. */
const own = /explanation\/architecture\.md/g

it.each(Object.keys(patterns))('no file cites %s', (kind) => {
  const pattern = patterns[kind] as RegExp
  const found = sources.flatMap((path) =>
    readFileSync(join(rootDir, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line.replace(own, '')) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
