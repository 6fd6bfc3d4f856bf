import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderOffers } from './offer-docs.ts'

describe('docs/reference/offers.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/offers.md'), 'utf8')).toBe(renderOffers())
  })
})
