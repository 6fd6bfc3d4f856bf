import bidiModule from 'bidi-js'
import { toGlyphRuns, type GlyphRun, type Weight } from './glyph-runs.ts'

// The package is CommonJS; its types describe an ES module.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()

/** Part of a line in one font and direction. */
export interface LinePiece extends GlyphRun {
  /** Distance from the left end of the line, in points. */
  x: number
}

export interface RtlLine {
  /** In the order in which they are read. */
  pieces: LinePiece[]
  width: number
}

interface Piece extends GlyphRun {
  /** Embedding level of the Unicode bidirectional algorithm: odd from right to left. */
  level: number
  width: number
}

/** Removes marks and isolates. They set the direction of text and are not drawn: fonts have no glyphs for them. */
export const withoutMarks = (text: string): string =>
  text.replaceAll(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu, '')

/** A font draws in the direction of its script. For the other direction: the reverse order, with mirrored brackets. */
const toMirrored = (text: string): string =>
  Array.from(text, (glyph) => bidi.getMirroredCharacter(glyph) ?? glyph)
    .toReversed()
    .join('')

/**
 * Breaks a text into lines and orders each line by the Unicode bidirectional algorithm (UAX 9): the first letter decides
 * the direction of a paragraph. Widths are in points; `widthOf` measures a run.
 */
export function toRtlLines(
  text: string,
  options: { width: number; weight: Weight; country: string; widthOf: (run: GlyphRun) => number },
): RtlLine[] {
  return text.split('\n').flatMap((paragraph) => {
    const { levels } = bidi.getEmbeddingLevels(paragraph)
    const lines: Piece[][] = [[]]
    let used = 0
    for (const { part, pieces } of partsOf(paragraph, levels, options)) {
      const width = sumOf(pieces)
      const isSpace = part.trim() === ''
      if (!isSpace && used > 0 && used + width > options.width) {
        lines.push([])
        used = 0
      }
      // A line does not begin with the space at which it was broken.
      if (isSpace && used === 0) continue
      lines.at(-1)?.push(...pieces)
      used += width
    }
    return lines.map((pieces) =>
      toLine(pieces.slice(0, pieces.findLastIndex(({ text: piece }) => piece.trim() !== '') + 1)),
    )
  })
}

/** Words and spaces. A word wider than a line, such as a hash, comes in parts that fit. */
function* partsOf(
  paragraph: string,
  levels: Uint8Array,
  options: Parameters<typeof toRtlLines>[1],
): Generator<{ part: string; pieces: Piece[] }> {
  for (const { 0: word, index } of paragraph.matchAll(/\s+|\S+/g)) {
    const piecesOf = (text: string, at: number) => toPieces(text, levels.subarray(at, at + text.length), options)
    const pieces = piecesOf(word, index)
    if (sumOf(pieces) <= options.width) {
      yield { part: word, pieces }
      continue
    }
    let [start, used] = [index, 0]
    const upTo = (end: number) => paragraph.slice(start, end)
    // Letters are measured one by one: measuring each start of a long word again would take seconds.
    for (const { segment, index: offset } of graphemes.segment(word)) {
      const at = index + offset
      const width = sumOf(piecesOf(segment, at))
      if (at > start && used + width > options.width) {
        yield { part: upTo(at), pieces: piecesOf(upTo(at), start) }
        start = at
        used = 0
      }
      used += width
    }
    yield { part: upTo(index + word.length), pieces: piecesOf(upTo(index + word.length), start) }
  }
}

const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })

const sumOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { width }) => sum + width, 0)

/** Splits a word or space where its direction or font changes. */
function toPieces(part: string, levels: Uint8Array, options: Parameters<typeof toRtlLines>[1]): Piece[] {
  const pieces: Piece[] = []
  for (let start = 0, end = 1; start < part.length; start = end, end = start + 1) {
    const level = levels[start] ?? 1
    while (end < part.length && levels[end] === level) end += 1
    const visible = withoutMarks(part.slice(start, end))
    for (const run of visible ? toGlyphRuns(visible, options) : []) {
      const shownRun = (level % 2 === 1) !== run.rtl ? { ...run, text: toMirrored(run.text) } : run
      pieces.push({ ...shownRun, level, width: options.widthOf(shownRun) })
    }
  }
  return pieces
}

/** Orders a line: from the highest level to 1, each stretch of that level or above is reversed (rule L2). */
function toLine(pieces: readonly Piece[]): RtlLine {
  const shown = [...pieces]
  for (let level = Math.max(0, ...shown.map((piece) => piece.level)); level > 0; level -= 1) {
    for (let start = 0; start < shown.length; start += 1) {
      let end = start
      while (end < shown.length && (shown[end]?.level ?? 0) >= level) end += 1
      shown.splice(start, end - start, ...shown.slice(start, end).toReversed())
      start = end
    }
  }
  let width = 0
  const xOf = new Map<Piece, number>()
  for (const piece of shown) {
    xOf.set(piece, width)
    width += piece.width
  }
  return {
    pieces: pieces.map((piece) => ({ text: piece.text, face: piece.face, rtl: piece.rtl, x: xOf.get(piece) ?? 0 })),
    width,
  }
}
