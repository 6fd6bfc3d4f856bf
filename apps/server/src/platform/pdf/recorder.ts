import {
  print,
  type AmountRow,
  type ParagraphStyle,
  type PdfBlock,
  type PdfLetterhead,
  type PdfPage,
} from './printer.ts'

/** Writes a document: each method adds one tagged part below the previous one. */
interface PdfRecorder {
  /** At the top of the first page. Colours the headings below. */
  letterhead(head: PdfLetterhead): void
  heading(level: 'H1' | 'H2', text: string): void
  paragraph(text: string, style?: ParagraphStyle): void
  /** Labels and values, in two columns where they fit. */
  facts(facts: readonly { label: string; value: string }[]): void
  /** A list; `mark` is drawn before each item. */
  list(items: readonly { mark: 'box' | 'ticked' | 'dot'; text: string; note?: string }[]): void
  /** Rows of a text and an amount, with optional notes below. */
  amounts(rows: readonly AmountRow[]): void
  pictures(pictures: readonly { bytes: Buffer; alt: string; caption: string }[]): void
  /** A picture at the start of the line, with its height in points. */
  picture(bytes: Buffer, options: { alt: string; height: number }): void
  /** Starts a new page. */
  page(): void
  /** Signature lines. */
  signatures(labels: readonly string[]): void
  finish(): Promise<Buffer>
}

/** Records the parts of a document as data, to be printed in another thread. */
export function createPdfRecorder({ at, ...page }: Omit<PdfPage, 'at'> & { at: Date }): PdfRecorder {
  const blocks: PdfBlock[] = []
  const add = (block: PdfBlock) => {
    blocks.push(block)
  }
  return {
    letterhead: (head) => add({ kind: 'letterhead', head }),
    heading: (level, text) => add({ kind: 'heading', level, text }),
    paragraph: (text, style) => add({ kind: 'paragraph', text, ...(style && { style }) }),
    facts: (facts) => add({ kind: 'facts', facts }),
    list: (items) => add({ kind: 'list', items }),
    amounts: (rows) => add({ kind: 'amounts', rows }),
    pictures: (pictures) => add({ kind: 'pictures', pictures }),
    picture: (bytes, options) => add({ kind: 'picture', bytes, ...options }),
    page: () => add({ kind: 'page' }),
    signatures: (labels) => add({ kind: 'signatures', labels }),
    finish: () => print({ page: { ...page, at: at.toISOString() }, blocks }),
  }
}
