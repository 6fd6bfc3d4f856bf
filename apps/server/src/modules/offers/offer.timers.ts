import { openOfferStatuses, type OfferStatus } from '@fettle/protocol/offers'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import type { Offer } from './offer.types.ts'

const HOUR_MS = 3_600_000

export type OfferTimerKind = 'expire' | 'remind-72h' | 'remind-24h'

const open: readonly OfferStatus[] = openOfferStatuses

/** All timers of an offer in its state, whether or not due. */
export function timersOf({ status, respondBy, validUntil, sentAt }: Offer): Timer<OfferTimerKind>[] {
  const timers: Timer<OfferTimerKind>[] = []
  if ((status === 'REQUESTED' || status === 'DRAFT') && respondBy) timers.push({ kind: 'expire', dueAt: respondBy })
  if (open.includes(status) && validUntil && sentAt) {
    // The last millisecond of its last day still counts.
    timers.push({ kind: 'expire', dueAt: new Date(+validUntil + 1) })
    for (const [kind, hours] of [
      ['remind-72h', 72],
      ['remind-24h', 24],
    ] as const) {
      const dueAt = new Date(+validUntil - hours * HOUR_MS)
      if (dueAt > sentAt) timers.push({ kind, dueAt })
    }
  }
  return timers
}

/** The timers of an offer. `timers/timers.service.ts` says what they do. */
export const offerTimers = defineTimers('offers', timersOf)
