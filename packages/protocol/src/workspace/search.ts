import * as z from 'zod/mini'
import { issueText } from '../core/issue-text.ts'
import { operation } from '../core/operation.ts'
import { LocalizedText } from '../core/text.ts'
import { Instant } from '../core/values.ts'
import { Locale } from '../support/support.ts'
import { searchKinds } from './constants.ts'

/** Search over everything a provider works with. */

export const SearchResult = z.object({
  kind: z.enum(searchKinds),
  /** Id of the record or message; the slug of an article. */
  id: z.string(),
  /** Null for customers, messages and articles. */
  reference: z.nullable(z.string()),
  /** Name of a customer; the beginning of a message. */
  title: z.string(),
  status: z.nullable(z.string()),
  /** Null for articles. */
  customer: z.nullable(z.object({ name: LocalizedText, avatar: z.nullable(z.string()) })),
  /** Channel of a message. */
  cid: z.nullable(z.string()),
  /** The sort key of the results of a kind. */
  at: Instant,
})
export type SearchResult = z.infer<typeof SearchResult>

export const searchEverything = operation({
  name: 'search.everything',
  method: 'GET',
  path: '/v2/search',
  audience: 'provider',
  summary:
    'Search customers, bookings, offers, contracts, invoices, messages and help articles: the five latest of each kind, articles by relevance. Without q the five latest of bookings, offers, contracts and invoices together.',
  query: z.object({
    /** Words or parts of words, ignoring accents. In messages, beginnings of words. */
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
    /** Language of the articles. */
    locale: z._default(Locale, 'en'),
  }),
  returns: z.array(SearchResult),
})
