import { setImmediate as turn } from 'node:timers/promises'
import { INK, MARGIN, type PdfCanvas } from './canvas.ts'
import type { Weight } from './glyph-runs.ts'
import { printColours } from './print-colours.ts'
import type { AmountRow, PdfBlock, PdfLetterhead, PdfPage } from './printer.ts'

type Block<Kind extends PdfBlock['kind']> = Extract<PdfBlock, { kind: Kind }>

const MUTED = '#57534e'
const HAIRLINE = '#d6d3d1'
const MIN_WRAPPED_LENGTH = 110
/** In points. */
const LETTERHEAD = { bar: 5, padding: 12, picture: 40, logoWidth: 110, kindWidth: 150 }
const ROW_PICTURE_SIDE_POINTS = 36
const COLUMN_GAP_POINTS = 24

/** Draws the parts of a document, each below the previous one. A letterhead colours the headings below it. */
export function drawBlocks(canvas: PdfCanvas, blocks: readonly PdfBlock[]): void {
  let headingColour = INK
  for (const block of blocks) {
    switch (block.kind) {
      case 'letterhead':
        headingColour = printColours[block.head.colour].text
        drawLetterhead(canvas, block.head)
        break
      case 'heading':
        drawHeading(canvas, block, headingColour)
        break
      case 'paragraph':
        drawParagraph(canvas, block)
        break
      case 'facts':
        drawFacts(canvas, block)
        break
      case 'amounts':
        for (const [index, row] of block.rows.entries()) drawAmount(canvas, row, block.rows[index - 1])
        break
      case 'list':
        for (const item of block.items) drawListItem(canvas, item)
        break
      case 'picture':
        drawPicture(canvas, block)
        break
      case 'pictures':
        drawPictures(canvas, block)
        break
      case 'signatures':
        drawSignatures(canvas, block)
        break
      case 'page':
        canvas.doc.addPage()
        break
    }
  }
}

function drawLetterhead(canvas: PdfCanvas, { name, details, colour, picture, kind }: PdfLetterhead): void {
  const { doc, write, part } = canvas
  const { bar, padding, picture: side, logoWidth, kindWidth } = LETTERHEAD
  const { accent, soft, text } = printColours[colour]
  const width = canvas.width()
  const top = doc.y
  const height = bar + 2 * padding + side
  canvas.decorate('Layout', () => {
    doc.rect(MARGIN, top, width, height).fill(soft)
    doc.rect(MARGIN, top, width, bar).fill(accent)
  })
  const inner = top + bar + padding
  const pictureWidth = picture ? (picture.isPortrait ? side : logoWidth) : 0
  if (picture) {
    const left = canvas.leftOf(MARGIN + padding, pictureWidth)
    const draw = () => {
      doc.save()
      if (picture.isPortrait) doc.circle(left + side / 2, inner + side / 2, side / 2).clip()
      doc.image(Buffer.from(picture.bytes), left, inner, {
        fit: [pictureWidth, side],
        align: canvas.isRtl ? 'right' : undefined,
        valign: 'center',
      })
      doc.restore()
    }
    part('Figure', draw, { alt: name })
  }
  const from = MARGIN + padding + pictureWidth + (picture ? padding : 0)
  const textWidth = MARGIN + width - padding - kindWidth - from
  const writeName = () => {
    write(name, { x: from, y: inner + 3, width: textWidth, size: 14, weight: 600 })
    if (details) write(details, { x: from, y: doc.y, width: textWidth, size: 8.5, colour: MUTED })
  }
  part('P', writeName, { text: `${name}\n${details}` })
  const kindStyle = { size: 9.5, weight: 600, colour: text, align: 'end', width: kindWidth } as const
  part('P', () => write(kind, { ...kindStyle, x: MARGIN + width - padding - kindWidth, y: inner + 5 }), { text: kind })
  doc.y = top + height
  canvas.gap(16)
}

function drawHeading(canvas: PdfCanvas, { level, text }: Block<'heading'>, colour: string): void {
  canvas.ensureRoom(48)
  if (level === 'H2') canvas.gap(10)
  const style = level === 'H1' ? { size: 20, weight: 600 as const } : { size: 12.5, weight: 600 as const, colour }
  canvas.part(level, () => canvas.write(text, style), { text })
  canvas.gap(4)
}

function drawParagraph(canvas: PdfCanvas, { text, style = {} }: Block<'paragraph'>): void {
  // Keeps the first line of a longer text from standing alone at the bottom of a page.
  canvas.ensureRoom(text.length > MIN_WRAPPED_LENGTH ? 32 : 16)
  canvas.gap(style.above ?? 0)
  canvas.part('P', () => canvas.write(text, style), { text })
  canvas.gap(style.gap ?? 4)
}

function drawFacts(canvas: PdfCanvas, { facts }: Block<'facts'>): void {
  const { doc, write } = canvas
  const column = (canvas.width() - COLUMN_GAP_POINTS) / 2
  for (let index = 0; index < facts.length; index += 2) {
    canvas.ensureRoom(34)
    const top = doc.y
    let lowest = top
    for (const [position, fact] of facts.slice(index, index + 2).entries()) {
      const x = MARGIN + position * (column + COLUMN_GAP_POINTS)
      const draw = () => {
        write(fact.label, { size: 8.5, colour: MUTED, x, y: top, width: column })
        write(fact.value, { x, y: doc.y, width: column })
      }
      canvas.part('P', draw, { text: `${fact.label}\n${fact.value}` })
      lowest = Math.max(lowest, doc.y)
    }
    doc.y = lowest
    canvas.gap(6)
  }
}

function drawListItem(canvas: PdfCanvas, { mark, text, note }: Block<'list'>['items'][number]): void {
  const { doc, write } = canvas
  canvas.ensureRoom(18)
  const top = doc.y
  canvas.decorate('Layout', () => drawMark(canvas, mark, top))
  const place = { x: MARGIN + 18, width: canvas.width() - 18 }
  const draw = () => {
    write(text, { ...place, y: top })
    if (note) write(note, { ...place, size: 9, colour: MUTED })
  }
  canvas.part('P', draw, { text: note ? `${text}\n${note}` : text })
  canvas.gap(4)
}

function drawMark({ doc, leftOf }: PdfCanvas, mark: Block<'list'>['items'][number]['mark'], top: number): void {
  const left = leftOf(MARGIN, 10)
  if (mark === 'dot') {
    doc.circle(left + 4, top + 7, 1.6).fill(INK)
    return
  }
  doc
    .roundedRect(left, top + 2, 10, 10, 2)
    .lineWidth(0.8)
    .stroke(INK)
  if (mark !== 'ticked') return
  doc
    .moveTo(left + 2, top + 7)
    .lineTo(left + 4.5, top + 9.5)
    .lineTo(left + 8.5, top + 4.5)
  doc.lineWidth(1.4).stroke(INK)
}

/** Draws a row of a text and an amount, with a rule above a total. */
function drawAmount(
  canvas: PdfCanvas,
  { text, amount, strong, note, picture }: AmountRow,
  previous: AmountRow | undefined,
): void {
  const { doc, write, part } = canvas
  canvas.ensureRoom(picture ? ROW_PICTURE_SIDE_POINTS + 6 : 24)
  if (strong && previous && !previous.strong) {
    canvas.decorate('Layout', () => drawLine(canvas, doc.y + 1))
    canvas.gap(6)
  }
  const top = doc.y
  const weight: Weight = strong ? 600 : 400
  let lowest = top
  const inset = picture ? ROW_PICTURE_SIDE_POINTS + 10 : 0
  if (picture) {
    const box: [number, number] = [ROW_PICTURE_SIDE_POINTS, ROW_PICTURE_SIDE_POINTS]
    const left = canvas.leftOf(MARGIN, ROW_PICTURE_SIDE_POINTS)
    part('Figure', () => void doc.image(Buffer.from(picture.bytes), left, top, { fit: box }), { alt: picture.alt })
  }
  const place = { x: MARGIN + inset, width: canvas.width() - 130 - inset }
  const draw = () => {
    write(text, { ...place, y: top, weight })
    lowest = doc.y
    write(amount, { x: MARGIN + canvas.width() - 120, y: top, width: 120, align: 'end', weight })
  }
  part('P', draw, { text: `${text}\n${amount}` })
  doc.y = Math.max(lowest, doc.y)
  if (note) part('P', () => write(note, { ...place, size: 9, colour: MUTED }), { text: note })
  if (picture) doc.y = Math.max(doc.y, top + ROW_PICTURE_SIDE_POINTS)
  canvas.gap(3)
}

/** Draws a thin line from margin to margin. */
function drawLine({ doc }: PdfCanvas, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(HAIRLINE)
}

function drawPictures(canvas: PdfCanvas, { pictures }: Block<'pictures'>): void {
  const { doc, write, part } = canvas
  const side = (canvas.width() - 2 * 12) / 3
  for (let index = 0; index < pictures.length; index += 3) {
    canvas.ensureRoom(side + 28)
    const top = doc.y
    let lowest = top
    for (const [position, { bytes, alt, caption }] of pictures.slice(index, index + 3).entries()) {
      const x = MARGIN + position * (side + 12)
      const options = { fit: [side, side] as [number, number], valign: 'bottom' as const }
      part('Figure', () => void doc.image(Buffer.from(bytes), canvas.leftOf(x, side), top, options), { alt })
      part('P', () => write(caption, { x, y: top + side + 3, width: side, size: 8.5, colour: MUTED }), {
        text: caption,
      })
      lowest = Math.max(lowest, doc.y)
    }
    doc.y = lowest
    canvas.gap(8)
  }
}

function drawPicture(canvas: PdfCanvas, { bytes, alt, height }: Block<'picture'>): void {
  const { doc } = canvas
  canvas.ensureRoom(height + 6)
  const top = doc.y
  const width = canvas.width() / 2
  const draw = () => {
    doc.image(Buffer.from(bytes), canvas.leftOf(MARGIN, width), top, {
      fit: [width, height],
      align: canvas.isRtl ? 'right' : undefined,
    })
  }
  canvas.part('Figure', draw, { alt })
  doc.y = top + height
  canvas.gap(4)
}

function drawSignatures(canvas: PdfCanvas, { labels }: Block<'signatures'>): void {
  const { doc, write } = canvas
  canvas.ensureRoom(70)
  canvas.gap(38)
  const column = (canvas.width() - COLUMN_GAP_POINTS) / 2
  const top = doc.y
  const xOf = (position: number) => MARGIN + position * (column + COLUMN_GAP_POINTS)
  canvas.decorate('Layout', () => {
    for (const position of labels.keys()) {
      const left = canvas.leftOf(xOf(position), column)
      doc
        .moveTo(left, top)
        .lineTo(left + column, top)
        .lineWidth(0.8)
        .stroke(MUTED)
    }
  })
  for (const [position, label] of labels.entries()) {
    const style = { x: xOf(position), y: top + 4, width: column, size: 8.5, colour: MUTED }
    canvas.part('P', () => write(label, style), { text: label })
  }
}

/** Ends the document: footer and page number on each page. */
export async function finish(canvas: PdfCanvas, { footer, lang = 'en' }: PdfPage): Promise<Buffer> {
  const { doc, write } = canvas
  canvas.endParts()
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // The footer is below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - MARGIN
    canvas.decorate('Pagination', () => {
      drawLine(canvas, y - 6)
      write(footer, { y, size: 8.5, colour: MUTED, width: canvas.width() - 90 })
      const number = lang === 'en' ? `${page - start + 1} of ${count}` : `${page - start + 1} / ${count}`
      write(number, { x: doc.page.width - MARGIN - 80, y, width: 80, size: 8.5, colour: MUTED, align: 'end' })
    })
  }
  // From here on each piece is emitted as soon as it is ready, yielding in between.
  await turn()
  doc.end()
  return canvas.bytes
}
