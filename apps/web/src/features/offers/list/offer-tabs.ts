import type { OfferStatus, OfferSummary } from '@fettle/protocol/offers'

export const offerTabs = ['quote', 'drafts', 'waiting', 'accepted', 'closed'] as const

export type OfferTab = (typeof offerTabs)[number]

/** Each status belongs to one tab. */
export const statusesOf: Record<OfferTab, readonly OfferStatus[]> = {
  quote: ['REQUESTED'],
  drafts: ['DRAFT'],
  waiting: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'],
  accepted: ['ACCEPTED', 'CONVERTED'],
  closed: ['DECLINED', 'EXPIRED', 'WITHDRAWN', 'PASSED', 'CANCELLED'],
}

export const readTab = (value: string | null): OfferTab => offerTabs.find((tab) => tab === value) ?? 'quote'

/** Tab of an offer. */
export const tabOf = ({ status }: Pick<OfferSummary, 'status'>): OfferTab =>
  offerTabs.find((tab) => statusesOf[tab].includes(status)) ?? 'closed'
