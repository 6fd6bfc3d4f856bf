import { createLimitedThread } from '../worker-threads/worker-thread.ts'
import type { ParseJob, PdfFacts } from './parser.worker.ts'

/**
 * Parses uploaded PDFs, videos and audio with maintained libraries, in a thread of its own: a file that takes too much
 * time or memory counts as unreadable.
 */
const run = createLimitedThread<ParseJob, unknown>('platform/uploads/parser.worker')

/** Number of pages of a PDF, and whether it is encrypted or has scripts. Throws if it cannot be read. */
export const readPdf = (bytes: Uint8Array): Promise<PdfFacts> => run({ kind: 'pdf', bytes }) as Promise<PdfFacts>

/**
 * A video or audio file with the same pictures and sound, but without metadata such as location and names. Throws if it
 * cannot be read or has a track that cannot be copied.
 */
export async function rewriteMedia(bytes: Uint8Array, container: 'mp4' | 'webm'): Promise<Buffer> {
  return Buffer.from((await run({ kind: 'media', container, bytes })) as Uint8Array)
}
