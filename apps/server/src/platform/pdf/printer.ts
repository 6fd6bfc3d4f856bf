import { Worker } from 'node:worker_threads'
import type { TextStyle } from './paper.ts'

/**
 * Prints documents away from the thread that serves requests. What is to be printed is plain data; the same data is the
 * same bytes.
 */

/** One part of a document, below the one before. */
export type Block =
  | { kind: 'heading'; level: 'H1' | 'H2'; text: string }
  | { kind: 'paragraph'; text: string; style?: TextStyle }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'amounts'; rows: readonly { text: string; amount: string; strong?: boolean }[] }
  /** As high as said, in points. */
  | { kind: 'picture'; bytes: Uint8Array; alt: string; height: number }
  | { kind: 'page' }

export interface Page {
  title: string
  author: string
  /** Decides the size of the paper and the letters. */
  country: string
  footer: string
  /** The document's date. */
  at: string
}

export interface Order {
  id: number
  page: Page
  blocks: readonly Block[]
}
export type Delivery = { id: number; bytes: Uint8Array } | { id: number; error: string }

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

/** Nobody who prints once needs a thread for the rest of the day. */
const IDLE = 60_000

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let orders = 0
const waiting = new Map<number, Waiting>()

/** From source, as in development and in tests, a thread has to be told how to read TypeScript. */
function start(): Worker {
  const here = import.meta.url
  if (!here.endsWith('.ts')) return new Worker(new URL('./printer.worker.js', here), { name: 'printer' })
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('./printer.worker.ts', ${JSON.stringify(here)}))`
  return new Worker(code, { eval: true, execArgv: ['--conditions=source'], name: 'printer' })
}

function open(): Worker {
  if (worker) return worker
  const opened = start()
  // A thread that waits keeps nobody from leaving.
  opened.unref()
  opened.on('message', (delivery: Delivery) => {
    const order = waiting.get(delivery.id)
    waiting.delete(delivery.id)
    if (waiting.size === 0) rest()
    if ('error' in delivery) order?.reject(new Error(delivery.error))
    else order?.resolve(Buffer.from(delivery.bytes.buffer, delivery.bytes.byteOffset, delivery.bytes.byteLength))
  })
  const fail = (error: Error) => {
    if (worker === opened) worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  opened.on('error', fail)
  opened.on('exit', (code) => {
    if (worker === opened) fail(new Error(`The printer stopped with ${code}.`))
  })
  worker = opened
  return opened
}

function rest(): void {
  worker?.unref()
  idle = setTimeout(() => {
    const stopping = worker
    worker = undefined
    void stopping?.terminate()
  }, IDLE)
  idle.unref()
}

/** The document as a tagged PDF. One after another; throws what went wrong. */
export function print(page: Page, blocks: readonly Block[]): Promise<Buffer> {
  clearTimeout(idle)
  const id = (orders += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    const printer = open()
    printer.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    printer.postMessage({ id, page, blocks } satisfies Order)
  })
}
