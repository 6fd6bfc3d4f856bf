/** Finds mentions by name in a text, so that they work in drafts from other devices too. */

export interface Person {
  id: string
  name: string
}

// Longest name first, so that "@Ada Obi" is not read as "@Ada".
const byLength = (one: Person, other: Person) => other.name.length - one.name.length

interface MentionSegment {
  text: string
  /** Id of the mentioned person. */
  personId?: string
}

/** Splits a text at mentions. The parts joined are the original text. */
export function splitAtMentions(text: string, people: readonly Person[]): MentionSegment[] {
  const namedPeople = people.filter(({ name }) => name !== '').toSorted(byLength)
  const parts: MentionSegment[] = []
  let from = 0
  if (namedPeople.length === 0 || !text.includes('@')) return [{ text }]
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < from || (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? ''))) continue
    const person = namedPeople.find(({ name }) => {
      const end = at + 1 + name.length
      const mention = text.slice(at + 1, end)
      return mention.toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}_]/u.test(text.slice(end))
    })
    if (!person) continue
    if (at > from) parts.push({ text: text.slice(from, at) })
    from = at + 1 + person.name.length
    parts.push({ text: text.slice(at, from), personId: person.id })
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** Unique ids of the people mentioned in a text. */
export const mentionedIn = (text: string, people: readonly Person[]): string[] => [
  ...new Set(splitAtMentions(text, people).flatMap(({ personId }) => personId ?? [])),
]
