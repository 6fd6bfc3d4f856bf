/** Splits a query into terms as the server does; terms need a letter or digit. */
export const searchTermsOf = (query: string): string[] =>
  (query.normalize('NFC').match(/[^\s]+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))

export interface TextPart {
  text: string
  /** Whether the part matches a search term. */
  found: boolean
}

/** About three lines. */
const EXCERPT_LENGTH = 140
/** Context kept before the first match. */
const EXCERPT_LEAD = 40

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches word prefixes, ignoring case, as the server does. */
const finder = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})`, 'giu')

/** Excerpt of a message around the first match, split into matches and other text. */
export function excerptOf(text: string, words: readonly string[]): TextPart[] {
  const flat = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (words.length === 0) return [{ text: flat.slice(0, EXCERPT_LENGTH), found: false }]
  const first = finder(words).exec(flat)?.index ?? 0
  const from = first > EXCERPT_LENGTH / 2 ? flat.lastIndexOf(' ', first - EXCERPT_LEAD) + 1 : 0
  const shown = `${from > 0 ? '… ' : ''}${flat.slice(from, from + EXCERPT_LENGTH)}${flat.length > from + EXCERPT_LENGTH ? '…' : ''}`
  const stretches: TextPart[] = []
  let at = 0
  for (const match of shown.matchAll(finder(words))) {
    if (match.index > at) stretches.push({ text: shown.slice(at, match.index), found: false })
    stretches.push({ text: match[0], found: true })
    at = match.index + match[0].length
  }
  if (at < shown.length) stretches.push({ text: shown.slice(at), found: false })
  return stretches
}
