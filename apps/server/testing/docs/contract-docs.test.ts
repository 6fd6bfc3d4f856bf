import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderContracts } from './contract-docs.ts'

describe('docs/reference/contracts.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/contracts.md'), 'utf8')).toBe(renderContracts())
  })
})
