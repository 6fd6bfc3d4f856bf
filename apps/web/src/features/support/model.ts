import { faqCategories, type Faq, type FaqCategory } from '@fettle/protocol/support/support'
import type { TicketStatus } from '@fettle/protocol/support/tickets'
import { plainText } from '../../lib/format/markup.ts'

/** The tabs of the list, each with the states it shows. */
export const ticketTabs = {
  open: ['OPEN', 'PENDING', 'ON_HOLD'],
  answer: ['PENDING'],
  settled: ['RESOLVED', 'CLOSED'],
  all: [],
} as const satisfies Record<string, readonly TicketStatus[]>
export type TicketTab = keyof typeof ticketTabs
export const ticketTabNames = Object.keys(ticketTabs) as TicketTab[]
export const isTicketTab = (name: string | null): name is TicketTab => ticketTabNames.some((tab) => tab === name)

/** How many stand in a tab. */
export const countIn = (tab: TicketTab, counts: Readonly<Record<string, number>>): number => {
  const states: readonly string[] = ticketTabs[tab]
  return Object.entries(counts)
    .filter(([state]) => states.length === 0 || states.includes(state))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Articles under their topics, in the order of the topics; a topic without one is left out. */
export const byTopic = (faqs: readonly Faq[]): { category: FaqCategory; faqs: Faq[] }[] =>
  faqCategories
    .map((category) => ({ category, faqs: faqs.filter((faq) => faq.category === category) }))
    .filter(({ faqs: some }) => some.length > 0)

// Accents are left out by whoever types in a hurry; in Arabic so is the article, which is part of the word.
const searchTermsIn = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/^(?:[وفبك]?ال|لل)(?=\p{L}{3})/u, ''))

/** For an article that is not there in the language of the page: in which it is, and that its lines run its own way. */
export const languageAttributes = (faq: Pick<Faq, 'locale'>, page: string): { lang?: string; dir?: 'auto' } =>
  faq.locale === page ? {} : { lang: faq.locale, dir: 'auto' }

/**
 * What matches among the articles that are on this device, the best first, for the time without a connection: every
 * word that something begins with counts, in the title three times. The server knows the forms of words, this does not.
 */
export function searchHere(faqs: readonly Faq[], typed: string): Faq[] {
  const asked = searchTermsIn(typed).filter((word) => word.length > 1)
  if (asked.length === 0) return []
  const score = ({ title, bodyMarkdown }: Faq) => {
    const [inTitle, inText] = [searchTermsIn(title), searchTermsIn(plainText(bodyMarkdown))]
    const begins = (words: readonly string[], word: string) => words.some((each) => each.startsWith(word))
    return asked.reduce((sum, word) => sum + (begins(inTitle, word) ? 3 : 0) + (begins(inText, word) ? 1 : 0), 0)
  }
  return faqs
    .map((faq) => ({ faq, points: score(faq) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .map(({ faq }) => faq)
}

/** The beginning of an article, as a list shows it. */
export function excerptOf(bodyMarkdown: string, most = 120): string {
  const text = plainText(bodyMarkdown)
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')}…`
}
