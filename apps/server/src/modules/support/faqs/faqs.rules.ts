import type { FaqCategory } from '@fettle/protocol/support/support'
import { faqCategories } from '@fettle/protocol/support/constants'
import { fieldError } from '../../../platform/errors.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Order, search and pagination of articles. Pure. */

const PER_TOPIC = 1_000

/** Sort key of an article: topics in order, then its own position (0–999). */
export const toSortKey = (category: FaqCategory, position: number): number =>
  faqCategories.indexOf(category) * PER_TOPIC + position

/** The position of an article within its topic. */
export const fromSortKey = (sortKey: number): number => sortKey % PER_TOPIC

/** Cursor of a page: the sort value and the article it ended with. */
export interface FaqCursor {
  number: number
  slug: string
}

/** Encodes a cursor for clients. */
export const encodeCursor = ({ number, slug }: FaqCursor): string =>
  Buffer.from(`${number}.${slug}`).toString('base64url')

/** Parses a cursor. Throws VALIDATION_FAILED if it is invalid. */
export function decodeCursor(cursor: string): FaqCursor {
  const [, number, slug] = /^(\d{1,9})\.([a-z0-9-]{1,80})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!number || !slug) throw fieldError(['cursor'], 'INVALID_FORMAT', issueText('CURSOR_INVALID'))
  return { number: Number(number), slug }
}

const MAX_SEARCH_TERMS = 12

/**
 * Full-text query of a typed text: every word as a prefix, so that `payo` finds payouts. `all` requires every word,
 * `any` one of them. Undefined: no words.
 */
export function searchOf(text: string): { all: string; any: string } | undefined {
  const words = (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MAX_SEARCH_TERMS)
  if (words.length === 0) return undefined
  const terms = words.map((word) => `${word}:*`)
  return { all: terms.join(' & '), any: terms.join(' | ') }
}

export interface ShippedArticle {
  slug: string
  locale: string
  category: FaqCategory
  position: number
  title: string
  bodyMarkdown: string
}

/**
 * Parses an article file: `# Title`, a line `Topic: GETTING_STARTED, 10`, then its text. Throws an Error with the file
 * name; a test parses all of them.
 */
export function parseArticle(file: string, locale: string, text: string): ShippedArticle {
  const [, title, topic, position, body] =
    /^# (.{5,120})\n\nTopic: ([A-Z_]+), (\d{1,3})\n\n([\s\S]{20,})$/.exec(text.replaceAll('\r\n', '\n')) ?? []
  const category = faqCategories.find((each) => each === topic)
  if (!title || !category || !position || !body) {
    throw new Error(`${file} is not a valid article: it needs a title, a line "Topic: NAME, position" and a text.`)
  }
  return {
    slug: file.replace(/\.md$/, ''),
    locale,
    category,
    position: Number(position),
    title,
    bodyMarkdown: body.trim(),
  }
}
