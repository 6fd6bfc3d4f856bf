import { inflateSync } from 'node:zlib'

/** A minimal PDF reader that judges a file without running it: pages, encryption and scripts. */

export interface PdfFacts {
  pages: number
  isEncrypted: boolean
  hasScripts: boolean
}

/** Limit of decompressed bytes: a small file may claim to unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_OBJECTS = 500_000
const SCRIPT_NAMES = /\/(JS|JavaScript|Launch|RichMedia|ImportData)(?![A-Za-z])/

interface Document {
  /** Text of each object by number; later versions replace earlier ones. */
  objects: Map<number, string>
  trailers: string[]
}

/** Reads a PDF. Throws if it cannot be read. */
export function readPdf(bytes: Buffer): PdfFacts {
  const text = bytes.toString('latin1')
  if (!text.slice(0, 1024).includes('%PDF-')) throw new Error('No PDF header.')
  const document = readObjects(bytes, text)
  const isEncrypted = document.trailers.some((trailer) => /\/Encrypt(?![A-Za-z])/.test(trailer))
  const hasScripts = [...document.objects.values()].some((object) => SCRIPT_NAMES.test(object))
  return { pages: isEncrypted ? 0 : countPages(document), isEncrypted, hasScripts }
}

function readObjects(bytes: Buffer, text: string): Document {
  const document: Document = { objects: new Map(), trailers: [] }
  const starts = /(\d{1,10})\s+\d{1,5}\s+obj\b|\btrailer\b/g
  let unpacked = 0
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const { body, stream } = readObject(text, starts.lastIndex)
    starts.lastIndex = stream?.after ?? starts.lastIndex + body.length
    const content = plainNames(body)
    if (match[1] === undefined) {
      document.trailers.push(content)
      continue
    }
    storeObject(document, Number(match[1]), content)
    if (/\/Type\s*\/XRef(?![A-Za-z])/.test(content)) document.trailers.push(content)
    if (stream && /\/Type\s*\/ObjStm(?![A-Za-z])/.test(content)) {
      const inner = inflate(bytes.subarray(stream.from, stream.to), content, MAX_UNPACKED_BYTES - unpacked)
      unpacked += inner.length
      readObjectStream(document, inner.toString('latin1'), content)
    }
  }
  return document
}

/** An object from after `obj` to its end, and where its stream is. */
function readObject(
  text: string,
  from: number,
): { body: string; stream?: { from: number; to: number; after: number } } {
  const keywords = /endobj|>>\s*stream(?=\r?\n)|\bstartxref\b/g
  keywords.lastIndex = from
  const end = keywords.exec(text)
  if (!end) return { body: text.slice(from, from + 100_000) }
  if (!end[0].endsWith('stream')) return { body: text.slice(from, end.index) }
  const body = text.slice(from, end.index + 2)
  const start = keywords.lastIndex + (text[keywords.lastIndex] === '\r' ? 2 : 1)
  const length = Number(/\/Length\s+(\d+)\b(?!\s+\d+\s+R)/.exec(body)?.[1] ?? Number.NaN)
  const declared = start + length
  const closesThere = Number.isInteger(length) && /^\s{0,2}endstream/.test(text.slice(declared, declared + 12))
  const to = closesThere ? declared : text.indexOf('endstream', start)
  const stop = to === -1 ? text.length : to
  return { body, stream: { from: start, to: stop, after: stop } }
}

/** Objects packed into a stream: pairs of number and offset, then the objects. */
function readObjectStream(document: Document, text: string, dictionary: string): void {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? Number.NaN)
  if (!Number.isInteger(first)) throw new Error('A compressed stream has no table.')
  const table = text.slice(0, first).trim().split(/\s+/).map(Number)
  for (let index = 0; index + 1 < table.length; index += 2) {
    const from = first + (table[index + 1] ?? 0)
    const to = index + 3 < table.length ? first + (table[index + 3] ?? 0) : text.length
    storeObject(document, table[index] ?? 0, plainNames(text.slice(from, to)))
  }
}

function storeObject({ objects }: Document, number: number, content: string): void {
  objects.set(number, content)
  if (objects.size > MAX_OBJECTS) throw new Error('Too many objects.')
}

function inflate(packed: Buffer, dictionary: string, limit: number): Buffer {
  if (!/\/Filter/.test(dictionary)) return packed
  // Writers pack objects with this filter only; any other is suspicious.
  if (!/\/Filter\s*(\[\s*)?\/FlateDecode(\s*\])?(?!\s*\/[A-Z][A-Za-z0-9]*Decode)/.test(dictionary)) {
    throw new Error('Objects use an unknown filter.')
  }
  return inflateSync(packed, { maxOutputLength: Math.max(1, limit) })
}

/** Resolves escapes in names: `/J#53` is `/JS`. */
const plainNames = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function countPages({ objects, trailers }: Document): number {
  const root = trailers.map((trailer) => reference(trailer, 'Root')).findLast((number) => number !== undefined)
  const catalogue = root === undefined ? undefined : objects.get(root)
  const top = catalogue === undefined ? undefined : reference(catalogue, 'Pages')
  if (top === undefined) throw new Error('No page tree.')
  const seen = new Set<number>()
  const waiting = [top]
  let pages = 0
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const node = objects.get(number)
    if (seen.has(number) || node === undefined) continue
    seen.add(number)
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(node)?.[1]
    if (kids === undefined) pages += 1
    else for (const [, kid] of kids.matchAll(/(\d+)\s+\d+\s+R/g)) waiting.push(Number(kid))
  }
  return pages
}

function reference(dictionary: string, key: string): number | undefined {
  const found = new RegExp(`/${key}\\s+(\\d+)\\s+\\d+\\s+R`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}
