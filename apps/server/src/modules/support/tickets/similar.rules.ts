/** Similarity of two questions. Pure. */

interface Question {
  category: string
  subject: string
  related: { type: string; id: string } | null
}

/** Words that say nothing about a question. */
const stopWords = new Set(
  'the and for with not has have had was are but can cannot how why what when where who does did this that from about into been will would could should please help need want there you your our their'.split(
    ' ',
  ),
)

/** Significant words of a subject, without case, accents and plural. */
export function distinctiveWords(subject: string): Set<string> {
  const words = subject
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(
    words.filter((word) => word.length > 2 && !stopWords.has(word)).map((word) => word.replace(/(?<=...)s$/, '')),
  )
}

/** Share of common words, from 0 to 1. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

/** Similar: about the same record, or sharing half of the significant words in the same category. */
export function isSimilar(question: Question, openTicket: Question): boolean {
  if (question.related && openTicket.related) {
    return question.related.id === openTicket.related.id && question.category === openTicket.category
  }
  if (question.category !== openTicket.category) return false
  return overlap(distinctiveWords(question.subject), distinctiveWords(openTicket.subject)) >= 0.5
}
