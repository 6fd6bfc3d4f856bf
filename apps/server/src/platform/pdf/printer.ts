import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import { createWorkerThread } from '../worker-threads/worker-thread.ts'
import type { Weight } from './glyph-runs.ts'

export interface TextStyle {
  size?: number
  weight?: Weight
  colour?: string
}

export interface ParagraphStyle extends TextStyle {
  /** Space before and after it, in points. */
  above?: number
  gap?: number
}

/** A row of `amounts`. */
export interface AmountRow {
  text: string
  amount: string
  strong?: boolean
  note?: string
  /** At the start of the row. */
  picture?: { bytes: Uint8Array; alt: string }
}

/** Head of a document: its sender and what kind of document it is. */
export interface PdfLetterhead {
  name: string
  /** Where to reach them, on one line. */
  details: string
  colour: LetterheadColour
  /** A portrait is drawn round. */
  picture: { bytes: Uint8Array; isPortrait: boolean } | null
  /** `Invoice INV-2026-000012`, at the end. */
  kind: string
}

/**
 * One part of a document, below the previous one. Print jobs are plain data, because another thread prints them; the
 * same data gives the same bytes.
 */
export type PdfBlock =
  | { kind: 'letterhead'; head: PdfLetterhead }
  | { kind: 'heading'; level: 'H1' | 'H2'; text: string }
  | { kind: 'paragraph'; text: string; style?: ParagraphStyle }
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

/** One thread, so that many documents at once leave the other cores to requests. */
const thread = createWorkerThread<PrintJob, Uint8Array>('platform/pdf/printer.worker')

/** Prints a job as a tagged PDF, in a thread of its own, one after another. Throws printing errors. */
export async function print(job: PrintJob): Promise<Buffer> {
  const bytes = await thread.run(job)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
