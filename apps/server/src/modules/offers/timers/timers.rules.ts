import { openOfferStatuses, type OfferStatus } from '@fettle/protocol/offers'
import type { Offer } from '../offers.rules.ts'

/** The timers of an offer (domain §6, §16). Pure. */

const HOUR = 3_600_000

export type TimerKind = 'expire' | 'remind-72h' | 'remind-24h'
export interface Timer {
  kind: TimerKind
  dueAt: Date
}

const open: readonly OfferStatus[] = openOfferStatuses
const stamp = ({ kind, dueAt }: Timer) => `${kind}@${dueAt.toISOString()}`

/** What an offer waits for now, those that rang left out. */
export function timersOf({ status, respondBy, validUntil, sentAt, rung }: Offer): Timer[] {
  const waits: Timer[] = []
  if ((status === 'REQUESTED' || status === 'DRAFT') && respondBy) waits.push({ kind: 'expire', dueAt: respondBy })
  if (open.includes(status) && validUntil && sentAt) {
    // The last moment of its last day still counts.
    waits.push({ kind: 'expire', dueAt: new Date(+validUntil + 1) })
    for (const [kind, hours] of [
      ['remind-72h', 72],
      ['remind-24h', 24],
    ] as const) {
      const dueAt = new Date(+validUntil - hours * HOUR)
      if (dueAt > sentAt) waits.push({ kind, dueAt })
    }
  }
  return waits.filter((timer) => !rung.includes(stamp(timer)))
}

/** The timer of this kind that is due: none for an offer that moved on. */
export const ringing = (offer: Offer, kind: TimerKind, now: Date): Timer | undefined =>
  timersOf(offer).find((timer) => timer.kind === kind && timer.dueAt <= now)

export const rang = (offer: Offer, timer: Timer): Offer => ({ ...offer, rung: [...offer.rung.slice(-9), stamp(timer)] })
