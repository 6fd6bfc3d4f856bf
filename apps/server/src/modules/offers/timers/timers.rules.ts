import { openOfferStatuses, type OfferStatus } from '@fettle/protocol/offers'
import type { Offer } from '../offer.types.ts'

/** The timers of an offer. Pure. */

const HOUR_MS = 3_600_000

export type OfferTimerKind = 'expire' | 'remind-72h' | 'remind-24h'
export interface OfferTimer {
  kind: OfferTimerKind
  dueAt: Date
}

const open: readonly OfferStatus[] = openOfferStatuses
const timerKey = ({ kind, dueAt }: OfferTimer) => `${kind}@${dueAt.toISOString()}`

/** The timers of an offer that have not fired. */
export function timersOf({ status, respondBy, validUntil, sentAt, firedTimers }: Offer): OfferTimer[] {
  const timers: OfferTimer[] = []
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
  return timers.filter((timer) => !firedTimers.includes(timerKey(timer)))
}

/** The due timer of this kind. Undefined for an offer that moved on. */
export const dueTimer = (offer: Offer, kind: OfferTimerKind, now: Date): OfferTimer | undefined =>
  timersOf(offer).find((timer) => timer.kind === kind && timer.dueAt <= now)

export const markFired = (offer: Offer, timer: OfferTimer): Offer => ({
  ...offer,
  firedTimers: [...offer.firedTimers.slice(-9), timerKey(timer)],
})
