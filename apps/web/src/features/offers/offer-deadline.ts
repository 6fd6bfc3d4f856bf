import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { OfferStatus, OfferSummary } from '@fettle/protocol/offers'
import { statusesOf } from './list/offer-tabs.ts'

/** The customer may still answer. */
export const openStatuses: readonly OfferStatus[] = statusesOf.waiting

const awaited: ReadonlySet<OfferStatus> = new Set(['REQUESTED', 'DRAFT'])

/** Deadline of the next response, by the provider or the customer. */
export function deadlineOf({
  status,
  validUntil,
  respondBy,
}: Pick<OfferSummary, 'status' | 'validUntil' | 'respondBy'>): string | undefined {
  if (openStatuses.includes(status)) return validUntil ?? undefined
  return awaited.has(status) ? (respondBy ?? undefined) : undefined
}

/** Whether the deadline is near: three days for the customer's answer, half a day for the provider's. */
export function isExpiring(offer: Pick<OfferSummary, 'status' | 'validUntil' | 'respondBy'>, now: Date): boolean {
  const deadline = deadlineOf(offer)
  if (!deadline) return false
  return Date.parse(deadline) - now.getTime() < (openStatuses.includes(offer.status) ? 72 : 12) * HOUR_MS
}

/** Whether an offer has never been sent. */
export const isUnsent = ({ status }: Pick<OfferSummary, 'status'>): boolean => awaited.has(status)
