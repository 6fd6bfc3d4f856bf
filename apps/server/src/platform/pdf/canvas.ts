import type PDFKit from 'pdfkit'
import { directionOf } from '@fettle/i18n/locales'
import { fontFileOf, toGlyphRuns, type GlyphRun } from './glyph-runs.ts'
import type { PdfPage, TextStyle } from './printer.ts'
import { toRtlLines, withoutMarks } from './rtl-lines.ts'

type PdfKitDocument = InstanceType<typeof PDFKit>

/** Countries that use Letter paper; all others use A4. */
const usLetterCountries = new Set('US CA MX PH CO CL VE PR GT CR SV HN NI PA DO'.split(' '))
const pageSizeFor = (country: string): 'LETTER' | 'A4' => (usLetterCountries.has(country) ? 'LETTER' : 'A4')

/** Where a text is written. Without, below the last one, over the whole width. `align: 'end'` is for a single line. */
interface TextPlace {
  x?: number
  y?: number
  width?: number
  align?: 'end'
}

export const INK = '#1c1917'
/** In points, as every length here. */
export const MARGIN = 48
/** Measures of Noto Sans, as shares of the font size. */
const ASCENT = 1.069
const LINE_HEIGHT = 1.362
const LINE_GAP = 2

/** The pages of a tagged document: places on them, text in the faces it needs, and parts that can be read aloud. */
export interface PdfCanvas {
  doc: PdfKitDocument
  isRtl: boolean
  /** Width between the margins. */
  width(): number
  /** Left edge of a part: `x` and `partWidth` are given as in a document from left to right, which is mirrored. */
  leftOf(x: number, partWidth: number): number
  /** Starts a new page if less than this is left on the current one. */
  ensureRoom(points: number): void
  gap(points: number): void
  write(text: string, style?: TextStyle & TextPlace): void
  /** Adds a tagged part. `text`: what is read aloud. */
  part(tag: string, draw: () => void, about?: { text?: string; alt?: string }): void
  /** Draws what is not read aloud. */
  decorate(type: 'Layout' | 'Pagination', draw: () => void): void
  /** Closes the tags: no part may follow. */
  endParts(): void
  /** Resolves once the document has ended. */
  bytes: Promise<Buffer>
}

export async function createPdfCanvas({ title, author, country, lang = 'en', at }: PdfPage): Promise<PdfCanvas> {
  // Loaded lazily: a tenth of a second that processes without printing save.
  const { default: PdfDocument } = await import('pdfkit')
  const doc: PdfKitDocument = new PdfDocument({
    size: pageSizeFor(country),
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 20 },
    pdfVersion: '1.7',
    tagged: true,
    lang,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: new Date(at), ModDate: new Date(at) },
  })
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)

  const width = () => doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - doc.page.margins.bottom
  const isRtl = directionOf(lang) === 'rtl'
  const leftOf = (x: number, partWidth: number) => (isRtl ? doc.page.width - x - partWidth : x)

  const setIn = ({ face }: GlyphRun) => doc.font(fontFileOf(face))

  function write(text: string, style: TextStyle & TextPlace = {}) {
    const { size = 10.5, colour = INK, weight = 400 } = style
    doc.fontSize(size).fillColor(colour)
    const runs = toGlyphRuns(text, { weight, country })
    const [run] = runs
    // pdfkit breaks lines within one face only: between ₦ and its digits, for example, it would break a word.
    if (isRtl || runs.length > 1) writeLines(text, style)
    else if (run) writeRun(run, style)
    else doc.y = style.y ?? doc.y
  }

  function writeLines(text: string, style: TextStyle & TextPlace) {
    const { size = 10.5, weight = 400, x = MARGIN, y = doc.y } = style
    const room = style.width ?? width()
    const left = leftOf(x, room)
    const lineHeight = size * LINE_HEIGHT + LINE_GAP
    const widthOf = (run: GlyphRun) => setIn(run).widthOfString(run.text)
    let top = y
    for (const line of toRtlLines(text, { width: style.align ? Infinity : room, weight, country, widthOf })) {
      if (top + lineHeight > bottom()) {
        doc.addPage()
        top = doc.y
      }
      // Lines start where the document does; text at the end, at the other side.
      const start = isRtl === Boolean(style.align) ? left : left + room - line.width
      for (const piece of line.pieces) {
        setIn(piece).text(piece.text, start + piece.x, top + size * ASCENT, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(piece.rtl && { features: ['rlig' as const] }),
        })
      }
      top += lineHeight
    }
    doc.y = top
  }

  /** Writes text in one face, from left to right. */
  function writeRun(run: GlyphRun, style: TextStyle & TextPlace) {
    const { x = MARGIN, y = doc.y, align } = style
    const room = style.width ?? width()
    setIn(run).text(run.text, align ? x + room - doc.widthOfString(run.text) : x, y, {
      ...(align ? { lineBreak: false } : { width: room }),
      lineGap: LINE_GAP,
    })
  }

  return {
    doc,
    isRtl,
    width,
    leftOf,
    ensureRoom(points) {
      if (doc.y + points > bottom()) doc.addPage()
    },
    gap(points) {
      doc.y += points
    },
    write,
    part(tag, draw, { text, alt } = {}) {
      // The glyphs of Arabic letters do not lead back to them.
      const actual = isRtl && text ? withoutMarks(text) : undefined
      root.add(doc.struct(tag, { ...(alt && { alt }), ...(actual && { actual }) }, draw))
    },
    decorate(type, draw) {
      doc.markContent('Artifact', { type })
      draw()
      doc.endMarkedContent()
    },
    endParts: () => root.end(),
    bytes,
  }
}
