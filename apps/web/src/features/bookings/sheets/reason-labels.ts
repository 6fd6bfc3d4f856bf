import type { PauseReason } from '@fettle/protocol/bookings'
import type { Attribution, FeeRule } from '@fettle/protocol/bookings/cancellations'
import type { RescheduleReason } from '@fettle/protocol/bookings/reschedules'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of reasons. */

const reschedule: Record<RescheduleReason, MessageDescriptor> = {
  NOT_AVAILABLE: msg`I'm not available then`,
  RUNNING_LATE: msg`I'm running late`,
  MATERIALS: msg`Missing materials`,
  WEATHER: msg`Weather`,
  ILLNESS: msg`Illness`,
  NEXT_VISIT: msg`Another visit is needed`,
  CUSTOMER_REQUESTED: msg`The customer asked for it`,
  OTHER: msg`Something else`,
}
export const rescheduleReasonLabel = (reason: RescheduleReason): string => i18n._(reschedule[reason])

const pause: Record<PauseReason, MessageDescriptor> = {
  WAITING_MATERIALS: msg`Waiting for materials`,
  WAITING_CUSTOMER: msg`Waiting for the customer`,
  WEATHER: msg`Weather`,
  MULTI_DAY: msg`Continuing another day`,
  OTHER: msg`Something else`,
}
export const pauseReasonLabel = (reason: PauseReason): string => i18n._(pause[reason])

const rules: Record<FeeRule, MessageDescriptor> = {
  FREE_NOTICE: msg`Free with this much notice.`,
  FREE_NO_TIME: msg`Free until a time is agreed on.`,
  FREE_POLICY: msg`Free under the terms of this booking.`,
  FREE_GRACE: msg`Free this soon after confirmation.`,
  FREE_NOT_CUSTOMER: msg`Free, because it isn't the customer's fault.`,
  FREE_LATE: msg`Free, because you're more than an hour late.`,
  FREE_NO_PRICE: msg`Free, because there's no price yet.`,
  SHORT_NOTICE: msg`A share of the price, because of the short notice.`,
  NO_SHOW: msg`A share of the price, because nobody was there.`,
}
export const feeRuleText = (rule: FeeRule): string => i18n._(rules[rule])

const attributions: Record<Attribution, MessageDescriptor> = {
  PROVIDER: msg`This counts against you.`,
  CUSTOMER: msg`This counts against the customer.`,
  NEUTRAL: msg`This doesn't count against anyone.`,
}
export const attributionText = (attribution: Attribution): string => i18n._(attributions[attribution])
