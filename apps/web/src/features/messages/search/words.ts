/** What is looked for, word by word, as the service reads it: what has neither letter nor figure is no word. */
export const wordsOf = (query: string): string[] =>
  (query.normalize('NFC').match(/[^\s]+/g) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))

export interface Stretch {
  text: string
  /** One of the words looked for begins here. */
  found: boolean
}

/** About as much as three lines hold. */
const LONG = 140
/** What is left before the first find, so that one sees what it is about. */
const BEFORE = 40

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds the beginnings of words only, whatever the case, as the service does. */
const finder = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join('|')})`, 'giu')

/**
 * A message as a result shows it: its words from a little before the first find on, cut into what was looked for and
 * the rest.
 */
export function excerptOf(text: string, words: readonly string[]): Stretch[] {
  const flat = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (words.length === 0) return [{ text: flat.slice(0, LONG), found: false }]
  const first = finder(words).exec(flat)?.index ?? 0
  const from = first > LONG / 2 ? flat.lastIndexOf(' ', first - BEFORE) + 1 : 0
  const shown = `${from > 0 ? '… ' : ''}${flat.slice(from, from + LONG)}${flat.length > from + LONG ? '…' : ''}`
  const stretches: Stretch[] = []
  let at = 0
  for (const match of shown.matchAll(finder(words))) {
    if (match.index > at) stretches.push({ text: shown.slice(at, match.index), found: false })
    stretches.push({ text: match[0], found: true })
    at = match.index + match[0].length
  }
  if (at < shown.length) stretches.push({ text: shown.slice(at), found: false })
  return stretches
}
