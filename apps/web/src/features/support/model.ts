import type { Faq, FaqCategory } from '@fettle/protocol/support/support'
import { faqCategories } from '@fettle/protocol/support/constants'
import type { TicketStatus } from '@fettle/protocol/support/tickets'
import { plainText } from '../../lib/format/markup.ts'

/** Tabs of the list with their statuses. */
export const ticketTabs = {
  open: ['OPEN', 'PENDING', 'ON_HOLD'],
  answer: ['PENDING'],
  settled: ['RESOLVED', 'CLOSED'],
  all: [],
} as const satisfies Record<string, readonly TicketStatus[]>
export type TicketTab = keyof typeof ticketTabs
const ticketTabNames = Object.keys(ticketTabs) as TicketTab[]
export const isTicketTab = (name: string | null): name is TicketTab => ticketTabNames.some((tab) => tab === name)

/** Number of tickets in a tab. */
export const countIn = (tab: TicketTab, counts: Readonly<Record<string, number>>): number => {
  const states: readonly string[] = ticketTabs[tab]
  return Object.entries(counts)
    .filter(([state]) => states.length === 0 || states.includes(state))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** Groups articles by topic, in topic order; topics without articles are left out. */
export const byTopic = (faqs: readonly Faq[]): { category: FaqCategory; faqs: Faq[] }[] =>
  faqCategories
    .map((category) => ({ category, faqs: faqs.filter((faq) => faq.category === category) }))
    .filter(({ faqs: ofCategory }) => ofCategory.length > 0)

// Ignore accents, and the Arabic article, which is a prefix of the word.
const searchTermsIn = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/^(?:[وفبك]?ال|لل)(?=\p{L}{3})/u, ''))

/** `lang` and `dir` attributes for an article that is not available in the page's language. */
export const languageAttributes = (faq: Pick<Faq, 'locale'>, page: string): { lang?: string; dir?: 'auto' } =>
  faq.locale === page ? {} : { lang: faq.locale, dir: 'auto' }

/**
 * Searches the articles on this device, for offline use: counts prefix matches of words, threefold in the title. Unlike
 * the server it does not know word forms.
 */
export function searchHere(faqs: readonly Faq[], typed: string): Faq[] {
  const terms = searchTermsIn(typed).filter((word) => word.length > 1)
  if (terms.length === 0) return []
  const score = ({ title, bodyMarkdown }: Faq) => {
    const [inTitle, inText] = [searchTermsIn(title), searchTermsIn(plainText(bodyMarkdown))]
    const begins = (words: readonly string[], word: string) => words.some((each) => each.startsWith(word))
    return terms.reduce((sum, word) => sum + (begins(inTitle, word) ? 3 : 0) + (begins(inText, word) ? 1 : 0), 0)
  }
  return faqs
    .map((faq) => ({ faq, points: score(faq) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .map(({ faq }) => faq)
}

/** First lines of an article, for lists. */
export function excerptOf(bodyMarkdown: string, maxLength = 120): string {
  const text = plainText(bodyMarkdown)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, '')}…`
}
