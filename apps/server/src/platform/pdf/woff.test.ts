import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackWoff } from './woff.ts'

const woff = readFileSync(new URL('../../../fonts/noto-sans/latin-400.woff', import.meta.url))

/** Tables of an SFNT font by tag. */
const tablesOf = (font: Buffer) =>
  new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16
      const offset = font.readUInt32BE(at + 8)
      return [
        font.toString('latin1', at, at + 4),
        { offset, bytes: font.subarray(offset, offset + font.readUInt32BE(at + 12)) },
      ]
    }),
  )

describe('a WOFF font', () => {
  it('is unpacked table by table at aligned offsets', () => {
    const font = unpackWoff(woff)
    expect(font.length).toBe(woff.readUInt32BE(16))
    const tables = tablesOf(font)
    expect([...tables.keys()]).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca', 'maxp']))
    for (const { offset } of tables.values()) expect(offset % 4).toBe(0)
    // Offset and uncompressed length of each table.
    for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
      const at = 44 + index * 20
      const packed = woff.subarray(woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 4) + woff.readUInt32BE(at + 8))
      const whole = packed.length < woff.readUInt32BE(at + 12) ? inflateSync(packed) : packed
      expect(tables.get(woff.toString('latin1', at, at + 4))?.bytes.equals(whole)).toBe(true)
    }
  })

  it('is refused when malformed', () => {
    expect(() => unpackWoff(Buffer.from('%PDF-1.7'))).toThrow('The file is not a WOFF font.')
  })
})
