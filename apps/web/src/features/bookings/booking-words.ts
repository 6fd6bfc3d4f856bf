import type { DeclineReason, TimelineEntry } from '@fettle/protocol/bookings'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { BookingTab } from './model.ts'

/** What bookings are called and what is said about them. */

const tabs: Record<BookingTab, MessageDescriptor> = {
  requests: msg`Requests`,
  upcoming: msg`Upcoming`,
  past: msg`Past`,
  closed: msg`Closed`,
}
export const tabLabel = (tab: BookingTab): string => i18n._(tabs[tab])

const reasons: Record<DeclineReason, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available then`,
  TOO_FAR: msg`It's too far away`,
  OUTSIDE_SKILLS: msg`It's not work I do`,
  PRICE_TOO_LOW: msg`The price is too low`,
  NOT_ENOUGH_DETAIL: msg`There's not enough detail`,
  SAFETY_CONCERN: msg`I'm worried about safety`,
  DUPLICATE: msg`It's a duplicate`,
  OTHER: msg`Something else`,
}
export const declineReasonLabel = (reason: DeclineReason): string => i18n._(reasons[reason])

const isReason = (value: unknown): value is DeclineReason => typeof value === 'string' && value in reasons

/** One line of a booking's history. */
export function happening({ event, actor, data }: TimelineEntry): { title: string; detail?: string | undefined } {
  const who = actor.name
  const mine = actor.type === 'PROVIDER'
  switch (event) {
    case 'booking.requested':
      return { title: t`${who} asked for this job` }
    case 'booking.confirmed':
      return { title: mine ? t`You accepted` : t`${who} accepted` }
    case 'booking.declined': {
      const detail = [isReason(data['reasonCode']) ? declineReasonLabel(data['reasonCode']) : '', data['note']]
      return {
        title: mine ? t`You declined` : t`${who} declined`,
        detail: detail.filter(Boolean).join(' — ') || undefined,
      }
    }
    case 'booking.expired':
      return { title: t`Nobody answered in time`, detail: t`The request expired.` }
    case 'booking.cancelled':
      return { title: mine ? t`You cancelled` : t`${who} took the request back` }
    default: {
      const words = event.split('.').at(-1)?.replace(/_/g, ' ') ?? event
      return { title: words.charAt(0).toUpperCase() + words.slice(1) }
    }
  }
}
