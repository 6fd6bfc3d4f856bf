import { setImmediate as turn } from 'node:timers/promises'
import type PDFKit from 'pdfkit'
import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import { directionOf } from '@fettle/i18n/locales'
import { loadFont, toGlyphRuns, type GlyphRun, type Weight } from './glyph-runs.ts'
import { printColours } from './print-colours.ts'
import { toRtlLines, withoutMarks } from './rtl-lines.ts'

/** PDF layout: a tagged PDF whose text can be read aloud, searched and copied. */

type PdfKitDocument = InstanceType<typeof PDFKit>

/** Countries that use Letter paper; all others use A4. */
const usLetterCountries = new Set('US CA MX PH CO CL VE PR GT CR SV HN NI PA DO'.split(' '))
export const pageSizeFor = (country: string): 'LETTER' | 'A4' => (usLetterCountries.has(country) ? 'LETTER' : 'A4')

export interface TextStyle {
  size?: number
  weight?: Weight
  colour?: string
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

/** Head of a document: whom it is from and what it is. */
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

const INK = '#1c1917'
const MUTED = '#57534e'
const HAIRLINE = '#d6d3d1'
/** In points, as every length here. */
const MARGIN = 48
const MIN_WRAPPED_LENGTH = 110
/** Of Noto Sans, as shares of the font size. */
const ASCENT = 1.069
const LINE_HEIGHT = 1.362
const LINE_GAP = 2
/** Of a letterhead, in points. */
const LETTERHEAD = { bar: 5, padding: 12, picture: 40, logoWidth: 110 }
const ROW_PICTURE_SIDE_POINTS = 36

/** A face as pdfkit holds it after loading. */
interface GlyphCache {
  /** Cache of glyphs, including the text each was first seen in. */
  _glyphs: object
}
const glyphCaches = new Map<string, GlyphCache>()

/**
 * Selects a face. Loading one takes longer than setting six pages, so each process loads it once; its glyph cache is
 * cleared per document, so that the same data gives the same bytes.
 */
function embedFont(doc: PdfKitDocument, face: string): void {
  const known = glyphCaches.get(face)
  // Accepted by pdfkit, but missing in its types.
  if (known) doc.registerFont(face, Object.assign(known, { _glyphs: {} }) as unknown as Buffer)
  else {
    doc.registerFont(face, loadFont(face)).font(face)
    glyphCaches.set(face, (doc as unknown as { _font: { font: GlyphCache } })._font.font)
  }
}

/** Writes a document: each method adds one tagged part below the previous one. */
export interface PdfLayout {
  /** At the top of the first page. Colours the headings below. */
  letterhead(head: PdfLetterhead): void
  heading(level: 'H1' | 'H2', text: string): void
  paragraph(text: string, style?: TextStyle): void
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

export async function createPdfLayout({
  title,
  author,
  country,
  lang = 'en',
  footer,
  at,
}: {
  title: string
  author: string
  country: string
  lang?: string
  footer: string
  at: Date
}): Promise<PdfLayout> {
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
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)

  const width = () => doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - doc.page.margins.bottom
  const known = new Set<string>()

  const isRtl = directionOf(lang) === 'rtl'
  /** Left edge of a part: `x` and `width` are given as in a document from left to right, which is mirrored. */
  const leftOf = (x: number, partWidth: number) => (isRtl ? doc.page.width - x - partWidth : x)

  const setIn = ({ face }: GlyphRun) => {
    if (!known.has(face)) embedFont(doc, face)
    known.add(face)
    return doc.font(face)
  }

  /** Writes a text in the faces it needs. `align: 'end'` is for a single line. */
  function write(text: string, style: TextStyle & { x?: number; y?: number; width?: number; align?: 'end' } = {}) {
    const { size = 10.5, colour = INK } = style
    doc.fontSize(size).fillColor(colour)
    if (isRtl) writeFromRight(text, style)
    else writeFromLeft(text, style)
  }

  function writeFromRight(text: string, style: Parameters<typeof write>[1] = {}) {
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
      const start = style.align ? left : left + room - line.width
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

  function writeFromLeft(text: string, style: Parameters<typeof write>[1] = {}) {
    const { weight = 400, y = doc.y } = style
    const runs = toGlyphRuns(text, { weight, country })
    const wide = style.align ? runs.reduce((sum, run) => sum + setIn(run).widthOfString(run.text), 0) : 0
    const x = (style.x ?? MARGIN) + (style.align ? (style.width ?? width()) - wide : 0)
    runs.forEach((run, index) => {
      const options = {
        // Text at the end is a single line, whatever faces it consists of.
        ...(style.align ? { lineBreak: false } : { width: style.width ?? width() }),
        lineGap: LINE_GAP,
        continued: index < runs.length - 1,
        // Laid out as a whole from right to left; word by word it would be assembled from left to right.
        ...(run.rtl && { features: ['rlig' as const] }),
      }
      if (index === 0) setIn(run).text(run.text, x, y, options)
      else setIn(run).text(run.text, options)
    })
    if (runs.length === 0) doc.y = y
  }

  const part = (tag: string, draw: () => void, { text, alt }: { text?: string; alt?: string } = {}) => {
    // What is read aloud: the glyphs of Arabic letters do not lead back to them.
    const actual = isRtl && text ? withoutMarks(text) : undefined
    root.add(doc.struct(tag, { ...(alt && { alt }), ...(actual && { actual }) }, draw))
  }
  const room = (points: number) => {
    if (doc.y + points > bottom()) doc.addPage()
  }
  const gap = (points: number) => {
    doc.y += points
  }

  let headingColour = INK

  return {
    letterhead({ name, details, colour, picture, kind }) {
      const { bar, padding, picture: side, logoWidth } = LETTERHEAD
      const { accent, soft, text } = printColours[colour]
      headingColour = text
      const top = doc.y
      const height = bar + 2 * padding + side
      doc.markContent('Artifact', { type: 'Layout' })
      doc.rect(MARGIN, top, width(), height).fill(soft)
      doc.rect(MARGIN, top, width(), bar).fill(accent)
      doc.endMarkedContent()
      const inner = top + bar + padding
      const pictureWidth = picture ? (picture.isPortrait ? side : logoWidth) : 0
      if (picture) {
        const left = leftOf(MARGIN + padding, pictureWidth)
        const draw = () => {
          doc.save()
          if (picture.isPortrait) doc.circle(left + side / 2, inner + side / 2, side / 2).clip()
          doc.image(Buffer.from(picture.bytes), left, inner, {
            fit: [pictureWidth, side],
            align: isRtl ? 'right' : undefined,
            valign: 'center',
          })
          doc.restore()
        }
        part('Figure', draw, { alt: name })
      }
      const from = MARGIN + padding + pictureWidth + (picture ? padding : 0)
      const kindWidth = 150
      const textWidth = MARGIN + width() - padding - kindWidth - from
      const writeName = () => {
        write(name, { x: from, y: inner + 3, width: textWidth, size: 14, weight: 600 })
        if (details) write(details, { x: from, y: doc.y, width: textWidth, size: 8.5, colour: MUTED })
      }
      part('P', writeName, { text: `${name}\n${details}` })
      const kindStyle = { size: 9.5, weight: 600, colour: text, align: 'end', width: kindWidth } as const
      part('P', () => write(kind, { ...kindStyle, x: MARGIN + width() - padding - kindWidth, y: inner + 5 }), {
        text: kind,
      })
      doc.y = top + height
      gap(16)
    },
    heading(level, text) {
      room(48)
      if (level === 'H2') gap(10)
      const style = level === 'H1' ? { size: 20, weight: 600 } : { size: 12.5, weight: 600, colour: headingColour }
      part(level, () => write(text, style as TextStyle), { text })
      gap(4)
    },
    paragraph(text, style = {}) {
      // Keeps the first line of a longer text from standing alone at the bottom of a page.
      room(text.length > MIN_WRAPPED_LENGTH ? 32 : 16)
      gap(style.above ?? 0)
      part('P', () => write(text, style), { text })
      gap(style.gap ?? 4)
    },
    facts(facts) {
      const column = (width() - 24) / 2
      for (let index = 0; index < facts.length; index += 2) {
        room(34)
        const top = doc.y
        let lowest = top
        for (const [position, fact] of facts.slice(index, index + 2).entries()) {
          const x = MARGIN + position * (column + 24)
          const draw = () => {
            write(fact.label, { size: 8.5, colour: MUTED, x, y: top, width: column })
            write(fact.value, { x, y: doc.y, width: column })
          }
          part('P', draw, { text: `${fact.label}\n${fact.value}` })
          lowest = Math.max(lowest, doc.y)
        }
        doc.y = lowest
        gap(6)
      }
    },
    list(items) {
      for (const { mark, text, note } of items) {
        room(18)
        const top = doc.y
        const left = leftOf(MARGIN, 10)
        doc.markContent('Artifact', { type: 'Layout' })
        if (mark === 'dot') doc.circle(left + 4, top + 7, 1.6).fill(INK)
        else
          doc
            .roundedRect(left, top + 2, 10, 10, 2)
            .lineWidth(0.8)
            .stroke(INK)
        if (mark === 'ticked') {
          doc
            .moveTo(left + 2, top + 7)
            .lineTo(left + 4.5, top + 9.5)
            .lineTo(left + 8.5, top + 4.5)
          doc.lineWidth(1.4).stroke(INK)
        }
        doc.endMarkedContent()
        const draw = () => {
          write(text, { x: MARGIN + 18, y: top, width: width() - 18 })
          if (note) write(note, { x: MARGIN + 18, size: 9, colour: MUTED, width: width() - 18 })
        }
        part('P', draw, { text: note ? `${text}\n${note}` : text })
        gap(4)
      }
    },
    amounts(rows) {
      for (const [index, { text, amount, strong, note, picture }] of rows.entries()) {
        room(picture ? ROW_PICTURE_SIDE_POINTS + 6 : 24)
        // A rule above a total.
        if (strong && index > 0 && !rows[index - 1]?.strong) {
          doc.markContent('Artifact', { type: 'Layout' })
          doc
            .moveTo(MARGIN, doc.y + 1)
            .lineTo(doc.page.width - MARGIN, doc.y + 1)
            .lineWidth(0.5)
            .stroke(HAIRLINE)
          doc.endMarkedContent()
          gap(6)
        }
        const top = doc.y
        const weight: Weight = strong ? 600 : 400
        let lowest = top
        const inset = picture ? ROW_PICTURE_SIDE_POINTS + 10 : 0
        if (picture) {
          const box: [number, number] = [ROW_PICTURE_SIDE_POINTS, ROW_PICTURE_SIDE_POINTS]
          const left = leftOf(MARGIN, ROW_PICTURE_SIDE_POINTS)
          part('Figure', () => void doc.image(Buffer.from(picture.bytes), left, top, { fit: box }), {
            alt: picture.alt,
          })
        }
        const draw = () => {
          write(text, { x: MARGIN + inset, y: top, width: width() - 130 - inset, weight })
          lowest = doc.y
          write(amount, { x: MARGIN + width() - 120, y: top, width: 120, align: 'end', weight })
        }
        part('P', draw, { text: `${text}\n${amount}` })
        doc.y = Math.max(lowest, doc.y)
        const noteStyle = { x: MARGIN + inset, size: 9, colour: MUTED, width: width() - 130 - inset }
        if (note) part('P', () => write(note, noteStyle), { text: note })
        if (picture) doc.y = Math.max(doc.y, top + ROW_PICTURE_SIDE_POINTS)
        gap(3)
      }
    },
    pictures(pictures) {
      const side = (width() - 2 * 12) / 3
      for (let index = 0; index < pictures.length; index += 3) {
        room(side + 28)
        const top = doc.y
        let lowest = top
        for (const [position, picture] of pictures.slice(index, index + 3).entries()) {
          const x = MARGIN + position * (side + 12)
          const draw = () => {
            doc.image(picture.bytes, leftOf(x, side), top, { fit: [side, side], valign: 'bottom' })
          }
          part('Figure', draw, { alt: picture.alt })
          part('P', () => write(picture.caption, { x, y: top + side + 3, width: side, size: 8.5, colour: MUTED }), {
            text: picture.caption,
          })
          lowest = Math.max(lowest, doc.y)
        }
        doc.y = lowest
        gap(8)
      }
    },
    picture(bytes, { alt, height }) {
      room(height + 6)
      const top = doc.y
      part(
        'Figure',
        () => {
          doc.image(bytes, leftOf(MARGIN, width() / 2), top, {
            fit: [width() / 2, height],
            align: isRtl ? 'right' : undefined,
          })
        },
        { alt },
      )
      doc.y = top + height
      gap(4)
    },
    page() {
      doc.addPage()
    },
    signatures(labels) {
      room(70)
      gap(38)
      const column = (width() - 24) / 2
      const top = doc.y
      doc.markContent('Artifact', { type: 'Layout' })
      for (const position of labels.keys()) {
        const x = MARGIN + position * (column + 24)
        doc
          .moveTo(leftOf(x, column), top)
          .lineTo(leftOf(x, column) + column, top)
          .lineWidth(0.8)
          .stroke(MUTED)
      }
      doc.endMarkedContent()
      for (const [position, label] of labels.entries()) {
        const x = MARGIN + position * (column + 24)
        part('P', () => write(label, { x, y: top + 4, width: column, size: 8.5, colour: MUTED }), { text: label })
      }
    },
    async finish() {
      root.end()
      const { start, count } = doc.bufferedPageRange()
      for (let page = start; page < start + count; page += 1) {
        doc.switchToPage(page)
        // The footer is below the margin, where text would otherwise start a new page.
        doc.page.margins.bottom = 0
        const y = doc.page.height - MARGIN
        doc.markContent('Artifact', { type: 'Pagination' })
        doc
          .moveTo(MARGIN, y - 6)
          .lineTo(doc.page.width - MARGIN, y - 6)
          .lineWidth(0.5)
          .stroke(HAIRLINE)
        write(footer, { y, size: 8.5, colour: MUTED, width: width() - 90 })
        const number = lang === 'en' ? `${page - start + 1} of ${count}` : `${page - start + 1} / ${count}`
        write(number, { x: doc.page.width - MARGIN - 80, y, width: 80, size: 8.5, colour: MUTED, align: 'end' })
        doc.endMarkedContent()
      }
      // From here on each piece is emitted as soon as it is ready, yielding in between.
      await turn()
      doc.end()
      return done
    },
  }
}
