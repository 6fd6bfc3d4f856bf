import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AmountRow, TextStyle } from './layout.ts'

/**
 * Prints documents in a process of its own, away from the one that serves requests. What is to be printed is plain data; the same data is the
 * same bytes.
 */

/** One part of a document, below the one before. */
export type PdfBlock =
  | { kind: 'heading'; level: 'H1' | 'H2'; text: string }
  | { kind: 'paragraph'; text: string; style?: TextStyle }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'amounts'; rows: readonly AmountRow[] }
  | { kind: 'list'; items: readonly { mark: 'box' | 'ticked' | 'dot'; text: string; note?: string }[] }
  | { kind: 'pictures'; pictures: readonly { bytes: Uint8Array; alt: string; caption: string }[] }
  /** Lines to write on. */
  | { kind: 'signatures'; labels: readonly string[] }
  /** As high as said, in points. */
  | { kind: 'picture'; bytes: Uint8Array; alt: string; height: number }
  | { kind: 'page' }

export interface PdfPage {
  title: string
  author: string
  /** Decides the size of the paper and the letters. */
  country: string
  footer: string
  /** The document's date. */
  at: string
}

/** What is to be printed. */
export interface PrintJob {
  page: PdfPage
  blocks: readonly PdfBlock[]
}
export interface PrintOptions extends PrintJob {
  /** Others wait for theirs. */
  hasOthers: boolean
}
export type PrintResult = { bytes: Uint8Array } | { error: string }

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

/** Nobody who prints once needs a process for the rest of the day. */
const IDLE_TIMEOUT_MS = 60_000

let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let waiting: Waiting | undefined

/**
 * Whoever waits for an answer goes before whoever waits for paper: the printer is nice, in a session of its own, by which
 * Linux may share time out. It has one thread, for those that collect garbage would take the other cores too, and collects
 * it little by little. From source, as in development and in tests, it has to be told how to read TypeScript.
 */
function start(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(`./printer.child.${isSource ? 'ts' : 'js'}`, import.meta.url))
  const read = isSource ? ['--import', 'tsx', '--conditions=fettle-source'] : []
  const flags = ['--single-threaded', '--max-semi-space-size=1', ...read]
  const how =
    process.platform === 'win32'
      ? { execArgv: flags }
      : { execPath: 'nice', execArgv: ['-n', '19', process.execPath, ...flags], detached: true }
  return fork(file, { ...how, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function open(): ChildProcess {
  if (child) return child
  const opened = start()
  const answered = (answer: (asked: Waiting) => void) => {
    const asked = waiting
    waiting = undefined
    if (asked) answer(asked)
  }
  opened.on('message', (delivery: PrintResult) => {
    sitIdle()
    answered(({ resolve, reject }) => {
      if ('error' in delivery) reject(new Error(delivery.error))
      else resolve(Buffer.from(delivery.bytes.buffer, delivery.bytes.byteOffset, delivery.bytes.byteLength))
    })
  })
  const fail = (error: Error) => {
    if (child !== opened) return
    child = undefined
    answered(({ reject }) => reject(error))
  }
  opened.on('error', fail)
  opened.on('exit', (code, signal) => fail(new Error(`The PDF process stopped with ${code ?? signal}.`)))
  child = opened
  return opened
}

/** A process that waits keeps nobody from leaving. */
function sitIdle(): void {
  hold(child, false)
  idle = setTimeout(() => {
    const stopping = child
    child = undefined
    stopping?.disconnect()
  }, IDLE_TIMEOUT_MS)
  idle.unref()
}

function hold(printer: ChildProcess | undefined, holds: boolean): void {
  const how = holds ? 'ref' : 'unref'
  printer?.[how]()
  printer?.channel?.[how]()
}

function printed(sheet: PrintJob): Promise<Buffer> {
  clearTimeout(idle)
  return new Promise((resolve, reject) => {
    waiting = { resolve, reject }
    const printer = open()
    hold(printer, true)
    printer.send({ ...sheet, hasOthers: behind > 0 } satisfies PrintOptions)
  })
}

let last: Promise<unknown> = Promise.resolve()
let behind = 0

/**
 * Puts together what is to be printed, and prints it as a tagged PDF, once whatever was asked for before is done: twenty
 * who ask at once are twenty small pieces of work with room for others between them, not one large one. Throws what
 * `make` throws, and what went wrong.
 */
export function print(make: () => PrintJob | Promise<PrintJob>): Promise<Buffer> {
  behind += 1
  const mine = last.then(async () => {
    behind -= 1
    return printed(await make())
  })
  last = mine.catch(() => undefined)
  return mine
}
