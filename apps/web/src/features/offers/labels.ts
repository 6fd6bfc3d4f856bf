import type { TimelineEntry } from '@fettle/protocol/bookings'
import type { OfferStatus } from '@fettle/protocol/offers'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { cancelReasonLabel } from '../../shared/bookings/cancel-labels.ts'
import { longDay } from '../../lib/format/dates.ts'
import { declineReasonLabel } from '../../shared/bookings/decline-labels.ts'
import type { OfferTab, OtherOfferAction } from './model.ts'

/** Labels of offers. */

const tabs: Record<OfferTab, MessageDescriptor> = {
  quote: msg`To quote`,
  drafts: msg`Drafts`,
  waiting: msg`Waiting`,
  accepted: msg`Accepted`,
  closed: msg`Closed`,
}
export const tabLabel = (tab: OfferTab): string => i18n._(tabs[tab])

const actions: Record<OtherOfferAction, MessageDescriptor> = {
  draft: msg`Change the offer`,
  remind: msg`Remind the customer`,
  extend: msg`Keep it open for longer`,
  duplicate: msg`Copy to a new offer`,
  'discard-draft': msg`Throw the new draft away`,
  pass: msg`Don't quote`,
  withdraw: msg`Withdraw the offer`,
  cancel: msg`Call it off`,
  remove: msg`Delete the draft`,
}
export const actionLabel = (action: OtherOfferAction): string => i18n._(actions[action])

const withdrawals: Record<string, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available any more`,
  PRICE_CHANGED: msg`My prices changed`,
  SCOPE_CHANGED: msg`The job is another one now`,
  SENT_BY_MISTAKE: msg`Sent by mistake`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  OTHER: msg`Something else`,
}
export const withdrawReasonLabel = (reason: string): string => reasonIn(withdrawals, reason)

const declineReasons: Record<string, MessageDescriptor> = {
  PRICE_TOO_HIGH: msg`The price is too high`,
  CHOSE_OTHER: msg`They chose somebody else`,
  TIMING: msg`The time does not fit`,
  SCOPE: msg`It is not what they wanted`,
  NO_LONGER_NEEDED: msg`They do not need it any more`,
  NO_TRUST: msg`They were not convinced`,
  OTHER: msg`Something else`,
}

const humanize = (code: string): string => code.charAt(0) + code.slice(1).toLowerCase().replace(/_/g, ' ')
const reasonIn = (words: Readonly<Record<string, MessageDescriptor>>, reason: string): string => {
  const found = words[reason]
  return found ? i18n._(found) : humanize(reason)
}

/** Label of why an offer was lost, depending on who ended it. */
export function lostReasonLabel(status: OfferStatus, reason: string): string {
  switch (status) {
    case 'DECLINED':
      return reasonIn(declineReasons, reason)
    case 'WITHDRAWN':
      return withdrawReasonLabel(reason)
    case 'PASSED':
      return declineReasonLabel(reason as Parameters<typeof declineReasonLabel>[0])
    default:
      return cancelReasonLabel(reason as Parameters<typeof cancelReasonLabel>[0])
  }
}

const urgency: Record<string, MessageDescriptor> = {
  EMERGENCY: msg`Emergency`,
  THIS_WEEK: msg`This week`,
  FLEXIBLE: msg`No hurry`,
}
export const urgencyLabel = (value: string): string => reasonIn(urgency, value)

interface OfferHistoryEntry {
  title: string
  detail?: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Text of one history entry. Days end in the customer's time zone. */
export function offerHistoryEntryOf({ event, actor, data }: TimelineEntry, timeZone: string): OfferHistoryEntry {
  const who = actor.name
  const mine = actor.type === 'PROVIDER'
  const note = text(data['note'])
  const until = text(data['validUntil'])
  const revision = Number(data['revisionNumber'] ?? 1)
  const why = (status: OfferStatus) => {
    const reason = text(data['reasonCode'])
    return [reason && lostReasonLabel(status, reason), note].filter(Boolean).join(' — ') || undefined
  }
  switch (event) {
    case 'offer.requested':
      return { title: t`${who} asked what it would cost` }
    case 'offer.drafted':
      return { title: t`You began to write` }
    case 'offer.sent':
      return { title: revision > 1 ? t`You sent revision ${revision}` : t`You sent the offer` }
    case 'offer.viewed':
      return { title: t`${who} looked at it` }
    case 'offer.changes_requested':
      return { title: t`${who} asked for changes`, detail: note }
    case 'offer.accepted':
      // Names the person who accepted for the customer.
      return { title: t`${who} accepted`, detail: data['signerName'] === who ? undefined : text(data['signerName']) }
    case 'offer.acceptance_undone':
      return { title: t`${who} took the acceptance back` }
    case 'offer.declined':
      return { title: t`${who} declined`, detail: why('DECLINED') }
    case 'offer.withdrawn':
      return { title: t`You withdrew it`, detail: why('WITHDRAWN') }
    case 'offer.passed':
      return { title: t`You chose not to quote`, detail: why('PASSED') }
    case 'offer.extended':
      return { title: t`You kept it open for longer`, detail: until && t`Until ${longDay(until, timeZone)}` }
    case 'offer.reminded':
      return { title: mine ? t`You sent a reminder` : t`A reminder went out` }
    case 'offer.expired':
      return { title: t`Its time ran out` }
    case 'offer.converted':
      return { title: t`It became a job` }
    case 'offer.cancelled':
      return {
        title: mine ? t`You called it off` : t`${who} called it off`,
        detail: why('CANCELLED'),
      }
    default:
      return { title: humanize((event.split('.').at(-1) ?? event).toUpperCase()), detail: note }
  }
}
