import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { ParseJob, PdfFacts } from './parser.worker.ts'

/**
 * Parses PDFs and films of strangers with maintained libraries, in a thread of its own: a file that takes too much time
 * or memory ends the thread and counts as unreadable.
 */

const TIMEOUT_MS = 8_000
const MAX_HEAP_MB = 256
/** Limit of what the process grows by meanwhile: unpacked data is not on the thread's heap. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024
const CHECK_INTERVAL_MS = 50
const IDLE_TIMEOUT_MS = 60_000

const isSource = import.meta.url.endsWith('.ts')

const pool = new Piscina<ParseJob & { started: Int32Array }, unknown>({
  filename: fileURLToPath(new URL(`./parser.worker.${isSource ? 'ts' : 'js'}`, import.meta.url)),
  // From source the thread needs options to load TypeScript.
  execArgv: isSource ? ['--import', 'tsx', '--conditions=fettle-source'] : [],
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_TIMEOUT_MS,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
})
// A thread that runs out of memory is also reported here; its job is rejected.
pool.on('error', () => undefined)

/** Facts of a PDF. Throws if it cannot be read. */
export const readPdf = (bytes: Uint8Array): Promise<PdfFacts> => run({ kind: 'pdf', bytes }) as Promise<PdfFacts>

/**
 * A film or sound file written anew, with the same pictures and sound but without location, names and whatever else it
 * contained. Throws if it cannot be read or has a track that cannot be copied.
 */
export async function rewriteFilm(bytes: Uint8Array, container: 'mp4' | 'webm'): Promise<Buffer> {
  return Buffer.from((await run({ kind: 'film', container, bytes })) as Uint8Array)
}

/** Runs a job. Its limits hold from when the thread has begun it, not while it waits. */
async function run(job: ParseJob): Promise<unknown> {
  const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const limit = new AbortController()
  let begin: { at: number; memory: number } | undefined
  const check = setInterval(() => {
    if (Atomics.load(started, 0) === 0) return
    begin ??= { at: performance.now(), memory: process.memoryUsage.rss() }
    if (performance.now() - begin.at > TIMEOUT_MS) limit.abort(new Error('Parsing takes too long.'))
    if (process.memoryUsage.rss() - begin.memory > MAX_GROWTH_BYTES)
      limit.abort(new Error('Parsing takes too much memory.'))
  }, CHECK_INTERVAL_MS)
  try {
    return await pool.run({ ...job, started }, { signal: limit.signal })
  } finally {
    clearInterval(check)
  }
}
