import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderInvoices } from './invoice-docs.ts'

describe('docs/reference/invoices.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/invoices.md'), 'utf8')).toBe(renderInvoices())
  })
})
