import { describe, expect, it } from 'vitest'
import { pictureBox, sizeText } from './sizes.ts'

describe('message files', () => {
  it('have a formatted size', () => {
    expect([0, 999, 1_000, 340_400, 2_440_000].map(sizeText)).toEqual([
      '0 byte',
      '999 byte',
      '1 kB',
      '340 kB',
      '2.4 MB',
    ])
  })

  it('reserve space by aspect ratio within bounds', () => {
    expect(pictureBox({ width: 4_000, height: 3_000 }, true)).toEqual({ width: 320, height: 240 })
    expect(pictureBox({ width: 1_000, height: 3_000 }, true)).toEqual({ width: 120, height: 360 })
    expect(pictureBox({ width: 10, height: 10 }, true)).toEqual({ width: 96, height: 72 })
    expect(pictureBox({}, true)).toEqual({ width: 320, height: 320 })
    expect(pictureBox({ width: 4_000, height: 3_000 }, false)).toEqual({ width: 1, height: 1 })
  })
})
