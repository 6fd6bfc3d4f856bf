import type { DisputeReason } from '@fettle/protocol/disputes/flow'
import { msg } from '@lingui/core/macro'
import { i18n, type MessageDescriptor } from '@lingui/core'

const reasons: Record<DisputeReason, MessageDescriptor> = {
  QUALITY: msg`The quality of the work`,
  INCOMPLETE: msg`The work is not finished`,
  DAMAGE: msg`Something was damaged`,
  NO_SHOW: msg`Somebody was not there`,
  FEE: msg`A fee`,
  PRICE: msg`The price`,
  NON_PAYMENT: msg`It was not paid`,
  ACCESS: msg`No access to the site`,
  CONDUCT: msg`How somebody behaved`,
  FALSE_REVIEW: msg`A review that is not true`,
  OTHER: msg`Something else`,
}

/** Label of a dispute reason. */
export const disputeReasonLabel = (reason: DisputeReason): string => i18n._(reasons[reason])
