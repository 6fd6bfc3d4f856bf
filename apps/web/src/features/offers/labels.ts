import type { TimelineEntry } from '@fettle/protocol/bookings'
import type { OfferStatus } from '@fettle/protocol/offers'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { cancelReasonLabel } from '../../shared/bookings/cancel-labels.ts'
import { longDay } from '../../lib/format/dates.ts'
import { codeText } from '../../lib/format/field-name.ts'
import { declineReasonLabel } from '../../shared/bookings/decline-labels.ts'
import type { OfferTab } from './list/offer-tabs.ts'
import type { OtherOfferAction } from './next-step.ts'
import { reasonText } from '../../lib/format/reason-text.ts'

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
  draft: msg`Edit offer`,
  remind: msg`Remind customer`,
  extend: msg`Extend offer`,
  duplicate: msg`Duplicate offer`,
  'discard-draft': msg`Discard new draft`,
  pass: msg`Don't quote`,
  withdraw: msg`Withdraw offer`,
  cancel: msg`Cancel offer`,
  remove: msg`Delete draft`,
}
export const actionLabel = (action: OtherOfferAction): string => i18n._(actions[action])

const withdrawals: Record<string, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available any more`,
  PRICE_CHANGED: msg`My prices changed`,
  SCOPE_CHANGED: msg`The job has changed`,
  SENT_BY_MISTAKE: msg`Sent by mistake`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  OTHER: msg`Something else`,
}
export const withdrawReasonLabel = (reason: string): string => reasonIn(withdrawals, reason)

const declineReasons: Record<string, MessageDescriptor> = {
  PRICE_TOO_HIGH: msg`The price is too high`,
  CHOSE_OTHER: msg`They chose someone else`,
  TIMING: msg`The time doesn't suit`,
  SCOPE: msg`Not what they wanted`,
  NO_LONGER_NEEDED: msg`No longer needed`,
  NO_TRUST: msg`Not convinced`,
  OTHER: msg`Something else`,
}

const reasonIn = (words: Readonly<Record<string, MessageDescriptor>>, reason: string): string => {
  const found = words[reason]
  return found ? i18n._(found) : codeText(reason)
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
      // The customer closed the request.
      if (reason === 'NO_LONGER_NEEDED') return reasonIn(declineReasons, reason)
      return cancelReasonLabel(reason as Parameters<typeof cancelReasonLabel>[0])
  }
}

const urgency: Record<string, MessageDescriptor> = {
  EMERGENCY: msg`Emergency`,
  THIS_WEEK: msg`This week`,
  FLEXIBLE: msg`Not urgent`,
}
export const urgencyLabel = (value: string): string => reasonIn(urgency, value)

interface OfferHistoryEntry {
  title: string
  detail?: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const isContract = (target: unknown): boolean =>
  typeof target === 'object' && target !== null && 'type' in target && target.type === 'CONTRACT'

/** Text of one history entry. Days end in the customer's time zone. */
export function offerHistoryEntryOf({ event, actor, data }: TimelineEntry, timeZone: string): OfferHistoryEntry {
  const who = actor.name
  const isProvider = actor.type === 'PROVIDER'
  const note = text(data['note'])
  const until = text(data['validUntil'])
  const revision = Number(data['revisionNumber'] ?? 1)
  const reasonFor = (status: OfferStatus) => {
    const reason = text(data['reasonCode'])
    return reasonText(reason, note, (code) => lostReasonLabel(status, code)) || undefined
  }
  switch (event) {
    case 'offer.requested':
      return { title: t`${who} requested a quote` }
    case 'offer.drafted':
      return { title: t`You started a draft` }
    case 'offer.sent':
      return { title: revision > 1 ? t`You sent revision ${revision}` : t`You sent the offer` }
    case 'offer.viewed':
      return { title: t`${who} viewed the offer` }
    case 'offer.changes_requested':
      return { title: t`${who} asked for changes`, detail: note }
    case 'offer.accepted':
      // Names the person who accepted for the customer.
      return { title: t`${who} accepted`, detail: data['signerName'] === who ? undefined : text(data['signerName']) }
    case 'offer.acceptance_undone':
      return { title: t`${who} undid the acceptance` }
    case 'offer.declined':
      return { title: t`${who} declined`, detail: reasonFor('DECLINED') }
    case 'offer.withdrawn':
      return { title: t`You withdrew the offer`, detail: reasonFor('WITHDRAWN') }
    case 'offer.passed':
      return { title: t`You chose not to quote`, detail: reasonFor('PASSED') }
    case 'offer.extended':
      return { title: t`You extended the offer`, detail: until && t`Until ${longDay(until, timeZone)}` }
    case 'offer.reminded':
      return { title: isProvider ? t`You sent a reminder` : t`A reminder was sent` }
    case 'offer.auto_remind_changed':
      return {
        title: data['enabled'] === true ? t`You turned automatic reminders on` : t`You turned automatic reminders off`,
      }
    case 'offer.expired':
      return { title: data['wasSent'] === false ? t`Request expired` : t`Offer expired` }
    case 'offer.converted':
      return { title: isContract(data['to']) ? t`Turned into a contract` : t`Turned into a job` }
    case 'offer.cancelled':
      return {
        title: isProvider ? t`You cancelled it` : t`${who} cancelled it`,
        detail: reasonFor('CANCELLED'),
      }
    default:
      return { title: codeText(event.split('.').at(-1) ?? event), detail: note }
  }
}
