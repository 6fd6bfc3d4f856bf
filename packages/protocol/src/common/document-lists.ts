import * as z from 'zod/mini'
import { issueText } from '../core/issue-text.ts'
import { operation } from '../core/operation.ts'
import { commaList, CustomerId, Instant, pageQuery } from '../core/values.ts'
import { documentSorts } from './list-sorts.ts'

/** Query of a list of offers or contracts. */
export const documentQuery = <Status extends z.core.$ZodType<string, string>>(status: Status) =>
  z.object({
    ...pageQuery,
    /** A cursor is valid only for the order it was created in. */
    sort: z._default(z.enum(documentSorts), '-updatedAt'),
    status: z.optional(commaList(status)),
    /** Those with this customer. The counts apply it too. */
    customerId: z.optional(CustomerId),
    /** Created at `from` or later and before `to`. The counts apply it too. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    /**
     * Words in reference, title and customer name, ignoring accents. The counts apply it too, up to a thousand matches.
     */
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
  })

/** Declares the call for a provider's records by id, as cards: at most `max`, with the message `code`. */
export const cardsOf = <Card extends z.core.$ZodType>(noun: string, card: Card, max: number, code: CardsIssue) =>
  operation({
    name: `${noun}.cards`,
    method: 'GET',
    path: `/v2/${noun}/cards`,
    audience: 'provider',
    summary: `List ${noun} by id, with allowedActions. Ids that do not exist or belong to others are left out.`,
    query: z.object({
      ids: commaList(z.string().check(z.maxLength(64))).check(
        z.refine((ids) => ids.length <= max, issueText(code, { max })),
      ),
    }),
    returns: z.array(card),
  })

type CardsIssue = `MAX_${'BOOKINGS' | 'OFFERS' | 'CONTRACTS' | 'INVOICES'}_PER_QUERY`
