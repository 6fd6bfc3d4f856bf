import { PDF, PdfArray, PdfDict, PdfName, PdfRef, type PdfObject } from '@libpdf/core'
import {
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { markStarted, type LimitedJob } from '../worker-threads/limited-job.ts'

export type ParseJob =
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'media'; container: 'mp4' | 'webm'; bytes: Uint8Array }

export interface PdfFacts {
  pages: number
  isEncrypted: boolean
  /** Whether it could run something when opened, printed or clicked. */
  hasScripts: boolean
}

const MAX_OBJECTS = 500_000
/** Names, as keys or values, of actions that run programs or scripts. */
const ACTIVE_NAMES = new Set(['JS', 'JavaScript', 'Launch', 'RichMedia', 'ImportData'])

/** Parses a file. Runs in the thread of `parser.ts`. */
export default function parse(job: LimitedJob<ParseJob>): Promise<PdfFacts | Uint8Array> {
  markStarted(job)
  return job.kind === 'pdf' ? readPdf(job.bytes) : rewriteMedia(job.bytes, job.container)
}

async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const pdf = await PDF.load(bytes)
  const { trailer } = pdf.context.info
  const isEncrypted = pdf.isEncrypted || trailer.has('Encrypt')
  // Texts and names of an encrypted file cannot be read, so nothing can be said about its content.
  if (isEncrypted) return { pages: 0, isEncrypted, hasScripts: false }
  return { pages: pdf.getPageCount(), isEncrypted, hasScripts: hasActiveName(pdf, trailer) }
}

/** Whether anything reachable from the trailer has such a name. */
function hasActiveName(pdf: PDF, trailer: PdfDict): boolean {
  const seen = new Set<string>()
  const waiting: PdfObject[] = [trailer]
  let visited = 0
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    visited += 1
    if (visited > MAX_OBJECTS) throw new Error('The PDF has too many objects.')
    if (object instanceof PdfName && ACTIVE_NAMES.has(object.value)) return true
    if (object instanceof PdfRef) {
      const key = `${object.objectNumber} ${object.generation}`
      if (seen.has(key)) continue
      seen.add(key)
      const target = pdf.context.registry.resolve(object)
      if (target) waiting.push(target)
    } else if (object instanceof PdfDict) {
      for (const [key, value] of object) waiting.push(key, value)
    } else if (object instanceof PdfArray) {
      waiting.push(...object)
    }
  }
  return false
}

async function rewriteMedia(bytes: Uint8Array, container: 'mp4' | 'webm'): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(bytes), formats: container === 'mp4' ? [MP4] : [WEBM, MATROSKA] })
  const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const target = new BufferTarget()
  // Tracks are copied, never decoded. Tags are those of the input, unless given.
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    tags: {},
    showWarnings: false,
  })
  if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error('The video has an unknown track.')
  await conversion.execute()
  if (!target.buffer) throw new Error('The video could not be written.')
  return new Uint8Array(target.buffer)
}
