import { inflateSync } from 'node:zlib'

/**
 * Unpacks a WOFF 1.0 file into an SFNT font, because a reader that unpacks itself would do so for every glyph. Throws
 * if it is not WOFF.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The file is not a WOFF font.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      // Tables that compression would not shrink are stored uncompressed.
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + index * 16
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    // Tables start at multiples of four bytes.
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
