/** What is looked for, word by word, as the service reads it: what has neither letter nor figure is no word. */
export const searchTermsOf = (query: string): string[] =>
  (query.normalize('NFC').match(/[^\s]+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))

export interface TextPart {
  text: string
  /** One of the words looked for begins here. */
  found: boolean
}

/** About as much as three lines hold. */
const EXCERPT_LENGTH = 140
/** What is left before the first find, so that one sees what it is about. */
const EXCERPT_LEAD = 40

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds the beginnings of words only, whatever the case, as the service does. */
const finder = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})`, 'giu')

/**
 * A message as a result shows it: its words from a little before the first find on, cut into what was looked for and
 * the rest.
 */
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
