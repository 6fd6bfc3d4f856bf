import { crc32, deflateRawSync } from 'node:zlib'

/** A minimal ZIP writer: UTF-8 names, contents deflated when that is smaller. */

export interface ZipEntry {
  name: string
  bytes: Buffer
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8

export function zip(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes)
    const isSmaller = packed.length < bytes.length
    const content = isSmaller ? packed : bytes
    const title = Buffer.from(name)
    const facts = toHeaderFields({
      at,
      crc: crc32(bytes),
      packed: content.length,
      size: bytes.length,
      title,
      isDeflated: isSmaller,
    })
    const head = Buffer.alloc(4)
    head.writeUInt32LE(LOCAL)
    parts.push(head, facts, title, content)
    directory.push(centralEntry(facts, title, offset))
    offset += head.length + facts.length + title.length + content.length
  }
  const index = Buffer.concat(directory)
  return Buffer.concat([...parts, index, endOf(entries.length, index.length, offset)])
}

function toHeaderFields(entry: {
  at: Date
  crc: number
  packed: number
  size: number
  title: Buffer
  isDeflated: boolean
}): Buffer {
  const { at } = entry
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt16LE(entry.isDeflated ? DEFLATED : 0, 4)
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  facts.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
  facts.writeUInt32LE(entry.crc, 10)
  facts.writeUInt32LE(entry.packed, 14)
  facts.writeUInt32LE(entry.size, 18)
  facts.writeUInt16LE(entry.title.length, 22)
  return facts
}

function centralEntry(facts: Buffer, title: Buffer, offset: number): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(CENTRAL)
  head.writeUInt16LE(VERSION, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, facts, tail, title])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
