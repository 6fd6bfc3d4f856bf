import { join } from 'node:path'
import { rootDir } from '../config.ts'

/** Chooses fonts: each run of text uses the first face that supports its script. */

export type Weight = 400 | 600

interface FontFace {
  file: string
  has: RegExp
  /** Written from right to left. */
  rtl?: boolean
  /** Has a bold weight for headings. */
  bold?: boolean
}

// From the most used to the largest: a document loads only what it needs.
const fontFaces: readonly FontFace[] = [
  {
    file: 'latin',
    has: /[\n\t -\u00FF\u0131\u0152\u0153\u02BB-\u02BC\u02C6\u02DA\u02DC\u2000-\u206F\u20AC\u2122\u2212]/u,
    bold: true,
  },
  {
    file: 'vietnamese',
    has: /[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01A0\u01A1\u01AF\u01B0\u1EA0-\u1EF9\u20AB]/u,
    bold: true,
  },
  {
    file: 'latin-ext',
    has: /[\u0100-\u02BA\u1D00-\u1DBF\u1E00-\u1EFF\u20A0-\u20C0\u2C60-\u2C7F\uA720-\uA7FF]/u,
    bold: true,
  },
  { file: 'cyrillic', has: /[\u0301\u0400-\u045F\u0490\u0491\u04B0\u04B1\u2116]/u, bold: true },
  { file: 'cyrillic-ext', has: /\p{Script=Cyrillic}/u, bold: true },
  { file: 'greek', has: /[\u0370-\u03FF]/u, bold: true },
  { file: 'greek-ext', has: /[\u1F00-\u1FFF]/u, bold: true },
  { file: 'arabic', has: /\p{Script_Extensions=Arabic}/u, rtl: true },
  { file: 'hebrew', has: /\p{Script=Hebrew}/u, rtl: true },
  { file: 'devanagari', has: /\p{Script_Extensions=Devanagari}/u },
  { file: 'bengali', has: /\p{Script_Extensions=Bengali}/u },
  { file: 'tamil', has: /\p{Script_Extensions=Tamil}/u },
  { file: 'thai', has: /\p{Script=Thai}/u },
  { file: 'ethiopic', has: /\p{Script=Ethiopic}/u },
  { file: 'korean', has: /\p{Script=Hangul}/u },
  { file: 'japanese', has: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
]
const han = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u
const defaultFace = fontFaces[0] as FontFace

/** The Han font: by kana or hangul in the text, otherwise by country, because glyphs differ. */
function hanFontFor(text: string, country: string): FontFace {
  if (country === 'JP' || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return { file: 'japanese', has: han }
  if (country === 'KR' || /\p{Script=Hangul}/u.test(text)) return { file: 'korean', has: han }
  return { file: 'chinese', has: han }
}

export interface GlyphRun {
  text: string
  /** The name of the file in `fonts/noto-sans`, without its ending. */
  face: string
  rtl: boolean
}

/**
 * Splits a text where its font changes. Spaces and marks stay with the preceding run, so that words stay together;
 * characters no face has become question marks.
 */
export function toGlyphRuns(text: string, { weight, country }: { weight: Weight; country: string }): GlyphRun[] {
  const runs: { text: string; face: FontFace }[] = []
  for (const glyph of text) {
    const last = runs.at(-1)
    const isNeutral = /[\s\p{M}\u200C\u200D]/u.test(glyph)
    const found = isNeutral && last ? last.face : fontFaceFor(glyph, text, country)
    const face = found ?? last?.face ?? defaultFace
    if (last?.face.file === face.file) last.text += found ? glyph : '?'
    else runs.push({ text: found ? glyph : '?', face })
  }
  return runs.flatMap(({ text: part, face }) => {
    const run = { face: `${face.file}-${face.bold ? weight : 400}`, rtl: face.rtl ?? false }
    // The space after a right-to-left word belongs to the following run.
    const end = face.rtl ? part.trimEnd().length : part.length
    const space = { text: part.slice(end), face: `${defaultFace.file}-${weight}`, rtl: false }
    return [{ text: part.slice(0, end), ...run }, ...(space.text ? [space] : [])]
  })
}

function fontFaceFor(glyph: string, text: string, country: string): FontFace | undefined {
  const found = fontFaces.find(({ has }) => has.test(glyph))
  return found ?? (han.test(glyph) ? hanFontFor(text, country) : undefined)
}

/** The file of a face. */
export const fontFileOf = (face: string): string => join(rootDir, 'apps/server/fonts/noto-sans', `${face}.ttf`)
