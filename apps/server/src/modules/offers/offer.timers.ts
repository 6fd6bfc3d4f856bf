import { HOUR_MS } from '@fettle/protocol/core/durations'
import {
  OFFER_REMINDER_HOURS,
  OFFER_REMINDER_LIMIT,
  openOfferStatuses,
  type OfferStatus,
} from '@fettle/protocol/offers'
import { OFFER_AUTO_REMIND_DAYS } from '@fettle/protocol/offers/constants'
import { defineTimers, type Timer } from '../../platform/workflow/timers.ts'
import type { Offer } from './offer.types.ts'

type AutoRemindKind = `auto-remind-${(typeof OFFER_AUTO_REMIND_DAYS)[number]}d`
export type OfferTimerKind = 'expire' | 'remind-72h' | 'remind-24h' | AutoRemindKind

const open: readonly OfferStatus[] = openOfferStatuses

/**
 * Automatic reminders an unanswered offer still gets. Left out are days before they were turned on, days within two days
 * of another reminder, and the last three days, which have reminders of their own.
 */
export function autoRemindersOf(offer: Offer): Timer<AutoRemindKind>[] {
  const { status, sentAt, validUntil, autoRemindSince, remindersSent, remindedAt } = offer
  if ((status !== 'SENT' && status !== 'VIEWED') || !sentAt || !validUntil || !autoRemindSince) return []
  if (remindersSent >= OFFER_REMINDER_LIMIT) return []
  const until = new Date(+validUntil - 72 * HOUR_MS)
  return OFFER_AUTO_REMIND_DAYS.map((days) => ({
    kind: `auto-remind-${days}d` as const,
    dueAt: new Date(+sentAt + days * 24 * HOUR_MS),
    until,
  })).filter(
    ({ dueAt }) =>
      dueAt > autoRemindSince &&
      dueAt < until &&
      (remindedAt === null || +dueAt >= +remindedAt + OFFER_REMINDER_HOURS * HOUR_MS),
  )
}

/** All timers of an offer in its state, whether or not due. */
export function timersOf(offer: Offer): Timer<OfferTimerKind>[] {
  const { status, respondBy, validUntil, sentAt } = offer
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
    timers.push(...autoRemindersOf(offer))
  }
  return timers
}

/** The timers of an offer. `timers/timers.service.ts` says what they do. */
export const offerTimers = defineTimers('offers', timersOf)

/** The offer without the reminders that would be due already, as if they had been sent. */
export const withoutDueTimers = (offer: Offer, now: Date): Offer =>
  offerTimers
    .pending(offer)
    .filter(({ dueAt }) => dueAt <= now)
    .reduce((before, timer) => offerTimers.markFired(before, timer), offer)
