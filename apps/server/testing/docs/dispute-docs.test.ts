import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderDisputes } from './dispute-docs.ts'

describe('docs/reference/disputes.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/disputes.md'), 'utf8')).toBe(renderDisputes())
  })
})
