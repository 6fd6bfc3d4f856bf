import type { DeclineReason } from '@fettle/protocol/bookings'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of decline reasons. */

const decline: Record<DeclineReason, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available then`,
  TOO_FAR: msg`It's too far away`,
  OUTSIDE_SKILLS: msg`I don't do this kind of work`,
  PRICE_TOO_LOW: msg`The price is too low`,
  NOT_ENOUGH_DETAIL: msg`There's not enough detail`,
  SAFETY_CONCERN: msg`I'm worried about safety`,
  DUPLICATE: msg`It's a duplicate`,
  OTHER: msg`Something else`,
}

/** Label of a decline reason. */
export const declineReasonLabel = (reason: DeclineReason): string => i18n._(decline[reason])
