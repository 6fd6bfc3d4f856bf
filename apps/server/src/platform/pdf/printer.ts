import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AmountRow, TextStyle } from './layout.ts'

/**
 * One part of a document, below the previous one. Documents are printed in a separate process, away from the one that
 * serves requests. Print jobs are plain data; the same data gives the same bytes.
 */
export type PdfBlock =
  | { kind: 'heading'; level: 'H1' | 'H2'; text: string }
  | { kind: 'paragraph'; text: string; style?: TextStyle }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'amounts'; rows: readonly AmountRow[] }
  | { kind: 'list'; items: readonly { mark: 'box' | 'ticked' | 'dot'; text: string; note?: string }[] }
  | { kind: 'pictures'; pictures: readonly { bytes: Uint8Array; alt: string; caption: string }[] }
  /** Signature lines. */
  | { kind: 'signatures'; labels: readonly string[] }
  /** Height in points. */
  | { kind: 'picture'; bytes: Uint8Array; alt: string; height: number }
  | { kind: 'page' }

export interface PdfPage {
  title: string
  author: string
  /** Determines paper size and fonts. */
  country: string
  /** Language of the texts. Defaults to English. */
  lang?: string
  footer: string
  /** Date of the document. */
  at: string
}

/** A document to print. */
export interface PrintJob {
  page: PdfPage
  blocks: readonly PdfBlock[]
}
export interface PrintOptions extends PrintJob {
  /** Other documents are waiting. */
  hasOthers: boolean
}
export type PrintResult = { bytes: Uint8Array } | { error: string }

interface Waiting {
  resolve: (bytes: Buffer) => void
  reject: (error: Error) => void
}

/** The process ends after this time without work. */
const IDLE_TIMEOUT_MS = 60_000

let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let waiting: Waiting | undefined

/**
 * Requests take precedence over printing: the process is niced, in a session of its own, because Linux may schedule by
 * session. It uses one thread, because garbage collection threads would occupy other cores, and collects incrementally.
 * From source it needs options to load TypeScript.
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

/** Lets this process exit while the printer is idle. */
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
 * Builds a print job and prints it as a tagged PDF, one at a time, so that twenty requests are twenty small pieces of
 * work. Throws what `make` throws, and printing errors.
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
