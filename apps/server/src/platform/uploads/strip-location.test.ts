import { describe, expect, it } from 'vitest'
import { stripLocation } from './strip-location.ts'

const film = (...texts: string[]) =>
  Buffer.concat([Buffer.from([0, 0xa9, 0x78, 0x79, 0x7a]), ...texts.map((text) => Buffer.from(text))])

describe('a film', () => {
  it('loses the place it was taken at, and nothing moves', () => {
    const taken = film('moov', '+06.4474+003.4553/', 'keys', '-06.44-003.45+012.0/', 'mdat')
    const kept = stripLocation(taken)
    expect(kept).toHaveLength(taken.length)
    expect(kept.toString('latin1')).toMatch(/moov {18}keys {20}mdat$/)
  })

  it('that says no place stays as it is', () => {
    const bytes = film('+1.5-2.5/', 'mdat')
    expect(stripLocation(bytes)).toBe(bytes)
  })
})
