import type { DeclineReason } from '@fettle/protocol/bookings'
import type { CancelReason } from '@fettle/protocol/cancellations'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What the reasons are called that bookings and offers share. */

const decline: Record<DeclineReason, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available then`,
  TOO_FAR: msg`It's too far away`,
  OUTSIDE_SKILLS: msg`It's not work I do`,
  PRICE_TOO_LOW: msg`The price is too low`,
  NOT_ENOUGH_DETAIL: msg`There's not enough detail`,
  SAFETY_CONCERN: msg`I'm worried about safety`,
  DUPLICATE: msg`It's a duplicate`,
  OTHER: msg`Something else`,
}
export const declineReasonLabel = (reason: DeclineReason): string => i18n._(decline[reason])

const cancel: Record<CancelReason, MessageDescriptor> = {
  PROVIDER_UNAVAILABLE: msg`I'm not available any more`,
  OVERBOOKED: msg`I'm overbooked`,
  VEHICLE_BREAKDOWN: msg`My vehicle broke down`,
  ILLNESS_OR_EMERGENCY: msg`Illness or an emergency`,
  WEATHER: msg`The weather`,
  UNSAFE_SITE: msg`The place is not safe`,
  SCOPE_MISMATCH: msg`The job is not what was booked`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  CUSTOMER_UNRESPONSIVE: msg`The customer does not answer`,
  ACCESS_REFUSED: msg`I was not let in`,
  CHANGED_MIND: msg`The customer changed their mind`,
  FOUND_ANOTHER_PROVIDER: msg`The customer found somebody else`,
  SCHEDULE_CHANGED: msg`The customer's plans changed`,
  PRICE_TOO_HIGH: msg`The price is too high`,
  PROVIDER_REQUESTED: msg`You asked for it`,
  PROVIDER_LATE: msg`You were late`,
  PROVIDER_UNRESPONSIVE: msg`You did not answer`,
  DUPLICATE: msg`It's a duplicate`,
  OTHER: msg`Something else`,
}
export const cancelReasonLabel = (reason: CancelReason): string => i18n._(cancel[reason])
