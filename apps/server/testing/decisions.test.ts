import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../src/platform/config.ts'

const MAX_LINES = 40
const MAX_COLUMNS = 120

const decisionsDir = join(rootDir, 'docs/decisions')
const resultsDir = join(rootDir, 'bench/results')
const index = readFileSync(join(decisionsDir, 'README.md'), 'utf8')
const records = readdirSync(decisionsDir)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => ({ name, lines: readFileSync(join(decisionsDir, name), 'utf8').trimEnd().split('\n') }))
const numbers = records.map(({ name }) => name.slice(0, 3))

/** Relative links of a Markdown page. */
const linkedFiles = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => join(dirname(page), target))

describe.each(records)('decision record $name', ({ name, lines }) => {
  const number = name.slice(0, 3)

  it('has a number and a title', () => {
    expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/)
    expect(lines[0]).toMatch(new RegExp(`^# ${number} \\S`))
  })

  it('has a status and a date', () => {
    expect(lines[2]).toMatch(/^Status: (?:accepted|superseded by \d{3})$/)
    expect(lines[3]).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/)
  })

  it('is superseded only by a record that exists', () => {
    const [, successor = number] = /superseded by (\d{3})/.exec(lines[2] ?? '') ?? []
    expect(numbers).toContain(successor)
  })

  it('has the sections context, decision and consequences', () => {
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequences'])
  })

  it('has at most 40 lines of at most 120 characters', () => {
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
    expect(lines.filter((line) => line.length > MAX_COLUMNS)).toEqual([])
  })

  it('is listed in the index with its title and status', () => {
    const title = lines[0]?.slice('# 000 '.length)
    const row = index.split('\n').find((line) => line.startsWith(`| [${number}](${name}) |`))
    const [, , listedTitle, listedStatus] = row?.split('|').map((cell) => cell.trim()) ?? []
    expect(listedTitle).toBe(title)
    expect(`Status: ${listedStatus?.replaceAll(/\[(\d{3})\]\([^)]*\)/g, '$1')}`).toBe(lines[2])
  })
})

describe('decision records', () => {
  it('have unique numbers', () => {
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('and benchmark results link only to existing files', () => {
    const pages = [decisionsDir, resultsDir].flatMap((folder) =>
      readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
    )
    const missing = pages.flatMap((page) =>
      linkedFiles(page)
        .filter((target) => !existsSync(target))
        .map((target) => `${relative(rootDir, page)}: ${relative(rootDir, target)}`),
    )
    expect(missing).toEqual([])
  })
})
