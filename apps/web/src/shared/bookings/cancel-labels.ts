import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes } from '@fettle/protocol/bookings/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { reasonText } from '../../lib/format/reason-text.ts'

/** Labels of cancellation reasons. */

const cancel: Record<CancelReason, MessageDescriptor> = {
  PROVIDER_UNAVAILABLE: msg`I'm not available any more`,
  OVERBOOKED: msg`I'm overbooked`,
  VEHICLE_BREAKDOWN: msg`My vehicle broke down`,
  ILLNESS_OR_EMERGENCY: msg`Illness or an emergency`,
  WEATHER: msg`Weather`,
  UNSAFE_SITE: msg`The site isn't safe`,
  SCOPE_MISMATCH: msg`The job isn't what was booked`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  CUSTOMER_UNRESPONSIVE: msg`The customer isn't answering`,
  ACCESS_REFUSED: msg`I couldn't get in`,
  CHANGED_MIND: msg`The customer changed their mind`,
  FOUND_ANOTHER_PROVIDER: msg`The customer found someone else`,
  SCHEDULE_CHANGED: msg`The customer's plans changed`,
  PRICE_TOO_HIGH: msg`The price is too high`,
  PROVIDER_REQUESTED: msg`You asked for it`,
  PROVIDER_LATE: msg`You were late`,
  PROVIDER_UNRESPONSIVE: msg`You didn't reply`,
  DUPLICATE: msg`It's a duplicate`,
  OTHER: msg`Something else`,
}

/** Label of a cancellation reason. */
export const cancelReasonLabel = (reason: CancelReason): string => i18n._(cancel[reason])

/** Why a booking was cancelled. A withdrawn request has a note at most. */
export const cancellationText = (reasonCode: unknown, note: string | null | undefined): string =>
  reasonText(
    cancelReasonCodes.find((code) => code === reasonCode),
    note,
    cancelReasonLabel,
  )
