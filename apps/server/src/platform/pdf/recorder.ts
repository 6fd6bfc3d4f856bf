import type { PdfLayout } from './layout.ts'
import { print, type PdfBlock, type PdfPage } from './printer.ts'

/** Records the parts of a `PdfLayout` as data, to be printed in another thread. */
export function createPdfRecorder({ at, ...page }: Omit<PdfPage, 'at'> & { at: Date }): PdfLayout {
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
