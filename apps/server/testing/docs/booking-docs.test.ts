import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rootDir } from '../../src/platform/config.ts'
import { renderBookings } from './booking-docs.ts'

describe('docs/reference/bookings.md', () => {
  it('matches the protocol: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'docs/reference/bookings.md'), 'utf8')).toBe(renderBookings())
  })
})
