import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AmountRow, TextStyle } from './paper.ts'

/**
 * Prints documents in a process of its own, away from the one that serves requests. What is to be printed is plain data; the same data is the
 * same bytes.
 */

/** One part of a document, below the one before. */
export type Block =
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

/** Nobody who prints once needs a process for the rest of the day. */
const IDLE = 60_000

let child: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined
let orders = 0
const waiting = new Map<number, Waiting>()

/**
 * Whoever waits for an answer goes before whoever waits for paper: the printer is nice with all of its threads, those that
 * collect garbage included. From source, as in development and in tests, it has to be told how to read TypeScript.
 */
function start(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(`./printer.child.${isSource ? 'ts' : 'js'}`, import.meta.url))
  const flags = isSource ? ['--import', 'tsx', '--conditions=source'] : []
  const how =
    process.platform === 'win32'
      ? { execArgv: flags }
      : { execPath: 'nice', execArgv: ['-n', '19', process.execPath, ...flags] }
  return fork(file, { ...how, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

function open(): ChildProcess {
  if (child) return child
  const opened = start()
  opened.on('message', (delivery: Delivery) => {
    const order = waiting.get(delivery.id)
    waiting.delete(delivery.id)
    if (waiting.size === 0) rest()
    if ('error' in delivery) order?.reject(new Error(delivery.error))
    else order?.resolve(Buffer.from(delivery.bytes.buffer, delivery.bytes.byteOffset, delivery.bytes.byteLength))
  })
  const fail = (error: Error) => {
    if (child !== opened) return
    child = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  opened.on('error', fail)
  opened.on('exit', (code, signal) => fail(new Error(`The printer stopped with ${code ?? signal}.`)))
  child = opened
  return opened
}

/** A process that waits keeps nobody from leaving. */
function rest(): void {
  hold(child, false)
  idle = setTimeout(() => {
    const stopping = child
    child = undefined
    stopping?.disconnect()
  }, IDLE)
  idle.unref()
}

function hold(printer: ChildProcess | undefined, holds: boolean): void {
  const how = holds ? 'ref' : 'unref'
  printer?.[how]()
  printer?.channel?.[how]()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Puts together what is to be printed, and prints it, once whatever was asked for before is done: twenty who ask at once
 * are twenty small pieces of work with room for others between them, not one large one. Throws what `make` throws.
 */
export function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const mine = last.then(make)
  last = mine.catch(() => undefined)
  return mine
}

/** The document as a tagged PDF. One after another; throws what went wrong. */
export function print(page: Page, blocks: readonly Block[]): Promise<Buffer> {
  clearTimeout(idle)
  const id = (orders += 1)
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    const printer = open()
    hold(printer, true)
    printer.send({ id, page, blocks } satisfies Order)
  })
}
