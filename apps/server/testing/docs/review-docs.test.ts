import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderReviews } from './review-docs.ts'

describe('docs/reference/reviews.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/reviews.md'), 'utf8')).toBe(renderReviews())
  })
})
