import type { DeclineReason, TimelineEntry } from '@fettle/protocol/bookings'
import { declineReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { codeText } from '../../../lib/format/field-name.ts'
import { reasonText } from '../../../lib/format/reason-text.ts'
import { cancellationText } from '../../../shared/bookings/cancel-labels.ts'
import { declineReasonLabel } from '../../../shared/bookings/decline-labels.ts'

/** Texts of a booking's history, loaded after its actions. */

const isReason = (value: unknown): value is DeclineReason =>
  typeof value === 'string' && declineReasons.some((reason) => reason === value)

function proposalEnd(status: unknown): string {
  switch (status) {
    case 'DECLINED':
      return t`Proposed times declined`
    case 'WITHDRAWN':
      return t`Proposed times withdrawn`
    default:
      return t`No answer to the proposed times`
  }
}

function adjustmentEnd(status: unknown, who: string): string {
  switch (status) {
    case 'APPROVED':
      return t`${who} approved the extra work`
    case 'DECLINED':
      return t`${who} declined the extra work`
    case 'WITHDRAWN':
      return t`Extra work withdrawn`
    default:
      return t`No answer about the extra work`
  }
}

interface HistoryEntry {
  title: string
  detail?: string | undefined
}

/** Text of one history entry. */
export function historyEntryOf({ event, actor, data }: TimelineEntry): HistoryEntry {
  const who = actor.name
  const isProvider = actor.type === 'PROVIDER'
  const note = typeof data['note'] === 'string' ? data['note'] : undefined
  switch (event) {
    case 'booking.requested':
      return { title: isProvider ? t`You proposed this job` : t`${who} requested this job` }
    case 'booking.offer_sent':
      return { title: t`You sent the offer` }
    case 'booking.offer_ended':
      if (isProvider) return { title: t`You withdrew the offer` }
      return { title: actor.type === 'CUSTOMER' ? t`${who} declined the offer` : t`No answer to the offer` }
    case 'booking.confirmed':
      if (typeof data['offerId'] === 'string') return { title: t`Offer accepted` }
      if (data['source'] === 'INSTANT') return { title: t`${who} booked this job` }
      if (data['source'] === 'SERIES') return { title: t`Booked with its series` }
      return { title: isProvider ? t`You accepted` : t`${who} accepted` }
    case 'booking.declined': {
      const reason = isReason(data['reasonCode']) ? data['reasonCode'] : undefined
      return {
        title: isProvider ? t`You declined` : t`${who} declined`,
        detail: reasonText(reason, note, declineReasonLabel) || undefined,
      }
    }
    case 'booking.expired':
      return { title: t`No answer in time`, detail: t`The request expired.` }
    case 'booking.cancelled':
      if (data['reasonCode'] === 'REPLACED_BY_CONTRACT') return { title: t`Continued with a contract` }
      if (data['reasonCode'] === 'WITHDRAWN') {
        return { title: isProvider ? t`You withdrew the request` : t`${who} withdrew the request`, detail: note }
      }
      return {
        title: isProvider ? t`You cancelled` : t`${who} cancelled`,
        detail: cancellationText(data['reasonCode'], note) || undefined,
      }
    case 'booking.en_route':
      return { title: t`You set off` }
    case 'booking.arrived':
      return { title: t`You arrived` }
    case 'booking.started':
      return { title: t`Work started` }
    case 'booking.paused':
      return { title: t`Work paused`, detail: note }
    case 'booking.resumed':
      return { title: t`Work resumed` }
    case 'booking.completed':
      return { title: t`You completed the job` }
    case 'booking.confirmed_by_customer':
      return { title: data['automatic'] === true ? t`Confirmed automatically` : t`${who} confirmed the work` }
    case 'booking.reopened':
      return { title: isProvider ? t`You reopened the job` : t`${who} requested a fix`, detail: note }
    case 'booking.late':
      return { title: t`You reported a delay`, detail: note }
    case 'booking.rescheduled':
      return { title: data['from'] === null ? t`Time agreed` : t`Rescheduled` }
    case 'booking.proposal_created':
      return { title: isProvider ? t`You proposed times` : t`${who} proposed times`, detail: note }
    case 'booking.proposal_answered':
      return { title: proposalEnd(data['status']), detail: note }
    case 'booking.adjustment_created':
      return { title: t`You requested extra work` }
    case 'booking.adjustment_answered':
      return { title: adjustmentEnd(data['status'], who), detail: note }
    case 'booking.contact_attempted':
      return { title: t`You tried to reach the customer` }
    case 'booking.photo_added':
      return { title: isProvider ? t`You added a photo` : t`${who} added a photo` }
    case 'booking.photo_removed':
      return { title: t`Photo deleted` }
    case 'booking.checklist_changed':
      return { title: t`Checklist updated` }
    case 'booking.checklist_answered':
      return { title: t`Checklist answered` }
    case 'booking.time_logged':
      return { title: t`Time logged` }
    case 'booking.note_added':
      return { title: t`You added a note` }
    case 'booking.note_removed':
      return { title: t`You deleted a note` }
    case 'booking.tags_changed':
      return { title: t`Tags updated` }
    case 'booking.site_changed':
      return { title: t`${who} updated the access details` }
    case 'booking.changed':
      return { title: t`Booking updated` }
    case 'booking.no_show':
      return { title: isProvider ? t`You reported a no-show` : t`${who} reported a no-show`, detail: note }
    case 'booking.contested':
      return { title: isProvider ? t`You contested this` : t`${who} contested this`, detail: note }
    case 'booking.disputed':
      return { title: t`Dispute opened` }
    case 'booking.dispute_settled':
      return { title: data['withdrawn'] === true ? t`Dispute withdrawn` : t`Dispute settled` }
    default:
      // An event that is newer than this page: `booking.travel_started`.
      return { title: codeText(event.split('.').at(-1) ?? event), detail: note }
  }
}
