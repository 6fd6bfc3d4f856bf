import { describe, expect, it } from 'vitest'
import { stripLocation } from './strip-location.ts'

const film = (...texts: string[]) =>
  Buffer.concat([Buffer.from([0, 0xa9, 0x78, 0x79, 0x7a]), ...texts.map((text) => Buffer.from(text))])

describe('a video', () => {
  it('loses its location without moving other data', () => {
    const taken = film('moov', '+06.4474+003.4553/', 'keys', '-06.44-003.45+012.0/', 'mdat')
    const kept = stripLocation(taken)
    expect(kept).toHaveLength(taken.length)
    expect(kept.toString('latin1')).toMatch(/moov {18}keys {20}mdat$/)
  })

  it('without a location stays unchanged', () => {
    const bytes = film('+1.5-2.5/', 'mdat')
    expect(stripLocation(bytes)).toBe(bytes)
  })
})
