import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderTickets } from './ticket-docs.ts'

describe('docs/reference/tickets.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/tickets.md'), 'utf8')).toBe(renderTickets())
  })
})
