import type { CallInput } from '@fettle/protocol'
import type { saveOfferDraft } from '@fettle/protocol/offers/actions'
import type { OfferDeclineReason } from '@fettle/protocol/marketplace/offers'
import type { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import { readData } from '../data.ts'
import type { CustomerKey } from '../people/people.ts'

/** Offers Ada wrote, with their outcomes. Days count back from now. */

export type OfferDraftContent = CallInput<typeof saveOfferDraft>['body']['content']

/** The content of an offer in full, or only the name and price of one part and the days it takes to fit it. */
type WrittenContent = OfferDraftContent | { title: string; part: string; naira: number; days: string }

/** Steps of an offer after its request, in order. */
export type OfferStep = { daysAgo: number } & (
  | { do: 'send'; content: WrittenContent; validDays?: number; autoRemind?: true }
  | { do: 'view' | 'accept' | 'close' }
  | { do: 'ask-changes'; note: string }
  | { do: 'decline'; note: string; because?: OfferDeclineReason }
  | { do: 'pass'; note: string }
  | { do: 'withdraw'; note: string }
  /** Days from now, at ten in Lagos. */
  | { do: 'book'; inDays: number }
)

/** Ada's price of a day. */
const DAY_RATE_KOBO = 4_500_000

export interface OfferStory {
  who: CustomerKey
  title: string
  description: string
  urgency?: 'EMERGENCY' | 'THIS_WEEK' | 'FLEXIBLE'
  askedDaysAgo: number
  budget?: number
  after: readonly OfferStep[]
}

interface Offers {
  prices: CallInput<typeof createPriceBookItem>['body'][]
  template: { name: string; content: OfferDraftContent }
  /** Unsent drafts without a request. */
  drafts: { who: CustomerKey; daysAgo: number; content: WrittenContent }[]
  recent: OfferStory[]
  earlier: OfferStory[]
}

export const offers = readData<Offers>('offers')

/** The full content: what is written short has one line of material and one of labour. */
export function contentOf(content: WrittenContent): OfferDraftContent {
  if (!('part' in content)) return content
  const line = { unitPrice: DAY_RATE_KOBO, taxRateBps: 750, quantity: '1', unit: 'ITEM' as const }
  return {
    title: content.title,
    lineItems: [
      { ...line, id: 'parts', kind: 'MATERIAL', name: content.part, unitPrice: content.naira * 100 },
      { ...line, id: 'work', kind: 'LABOUR', name: 'Installation and testing', unit: 'DAY', quantity: content.days },
    ],
  }
}
