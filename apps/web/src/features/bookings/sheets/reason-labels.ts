import type { PauseReason } from '@fettle/protocol/bookings'
import type { Attribution, FeeRule } from '@fettle/protocol/bookings/cancellations'
import type { RescheduleReason } from '@fettle/protocol/bookings/reschedules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of reasons. */

const reschedule: Record<RescheduleReason, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available then`,
  RUNNING_LATE: msg`I'm running late`,
  MATERIALS: msg`Materials are missing`,
  WEATHER: msg`The weather`,
  ILLNESS: msg`Illness`,
  NEXT_VISIT: msg`Another visit is needed`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  OTHER: msg`Something else`,
}
export const rescheduleReasonLabel = (reason: RescheduleReason): string => i18n._(reschedule[reason])

const pause: Record<PauseReason, MessageDescriptor> = {
  WAITING_MATERIALS: msg`Waiting for materials`,
  WAITING_CUSTOMER: msg`Waiting for the customer`,
  WEATHER: msg`The weather`,
  MULTI_DAY: msg`It goes on another day`,
  OTHER: msg`Something else`,
}
export const pauseReasonLabel = (reason: PauseReason): string => i18n._(pause[reason])

const rules: Record<FeeRule, MessageDescriptor> = {
  FREE_NOTICE: msg`Free at this notice.`,
  FREE_NO_TIME: msg`Free while no time is agreed on.`,
  FREE_POLICY: msg`The terms of this booking ask for no fee.`,
  FREE_GRACE: msg`Free so soon after it was confirmed.`,
  FREE_NOT_CUSTOMER: msg`Free, since it is not the customer's doing.`,
  FREE_LATE: msg`Free, since you are more than an hour late.`,
  FREE_NO_PRICE: msg`There is no price yet to take a share of.`,
  SHORT_NOTICE: msg`A share of the price, at this short notice.`,
  NO_SHOW: msg`A share of the price, since nobody was there.`,
}
export const feeRuleText = (rule: FeeRule): string => i18n._(rules[rule])

const attributions: Record<Attribution, MessageDescriptor> = {
  PROVIDER: msg`It counts as your doing.`,
  CUSTOMER: msg`It counts as the customer's doing.`,
  NEUTRAL: msg`It counts as nobody's doing.`,
}
export const attributionText = (attribution: Attribution): string => i18n._(attributions[attribution])
