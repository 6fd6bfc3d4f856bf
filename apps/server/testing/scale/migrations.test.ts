import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsDir } from '../../src/platform/db/migrate.ts'

/** The newest migration of the first release. From there on old and new processes run side by side during an update. */
const FIRST_RELEASE = '0041'

/** Changes of the schema that the previous release's code may not survive. */
const contracting: Record<string, RegExp> = {
  'removes what old code reads or writes': /\bdrop (table|column|view|function|schema|type|sequence)\b/,
  'renames what old code names': /\brename (to|column|constraint)\b|\bset schema\b/,
  'changes a type that old code writes': /\balter column \w+ (set data )?type\b/,
  'demands a value that old code does not write': /\balter column \w+ set not null\b/,
  'removes a default that old code relies on': /\balter column \w+ drop default\b/,
  'removes the constraint of an "on conflict"':
    /\bdrop constraint\b(?!.*\bcheck\b)|\bdrop index\b(?! if exists \w+_old\b)/,
}
/** First lines of a migration that removes what a release has stopped using. */
const DECLARED = /^-- Contract: .*unused since \d+\.\d+/m

/** Why a migration cannot run while the previous release does. */
export function findContracting(text: string): string[] {
  if (DECLARED.test(text)) return []
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' '))
  const found = statements.flatMap((statement) =>
    Object.entries(contracting).flatMap(([reason, pattern]) => (pattern.test(statement) ? [reason] : [])),
  )
  const columns = statements.flatMap(
    (statement) => statement.match(/\badd column (?!.*\bdefault\b).*\bnot null\b/) ?? [],
  )
  return [...found, ...columns.map(() => 'demands a value that old code does not write')]
}

describe('migrations since the first release', () => {
  const files = readdirSync(migrationsDir).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > FIRST_RELEASE)

  it.each(files.length > 0 ? files : ['none yet'])('%s leaves the previous release working', (name) => {
    if (name === 'none yet') return
    expect(findContracting(readFileSync(join(migrationsDir, name), 'utf8'))).toEqual([])
  })

  it('may not remove, rename or demand anything unless they say since when it is unused', () => {
    expect(findContracting('alter table offers add column note text;')).toEqual([])
    expect(findContracting('alter table offers add column n int not null default 0;')).toEqual([])
    expect(findContracting('alter table offers add column n int not null;')).toHaveLength(1)
    expect(findContracting('alter table offers\n  drop column note;')).toHaveLength(1)
    expect(findContracting('alter table offers rename column note to remark;')).toHaveLength(1)
    expect(findContracting('alter table offers alter column n type bigint;')).toHaveLength(1)
    expect(findContracting('-- Contract: the note is unused since 0.3\nalter table offers drop column note;')).toEqual(
      [],
    )
  })
})
