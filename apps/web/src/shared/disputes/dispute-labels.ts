import type { DisputeReason } from '@fettle/protocol/disputes/states'
import { msg } from '@lingui/core/macro'
import { i18n, type MessageDescriptor } from '@lingui/core'

const reasons: Record<DisputeReason, MessageDescriptor> = {
  QUALITY: msg`Quality of work`,
  INCOMPLETE: msg`Unfinished work`,
  DAMAGE: msg`Damage`,
  NO_SHOW: msg`No-show`,
  FEE: msg`Fee`,
  PRICE: msg`Price`,
  NON_PAYMENT: msg`Non-payment`,
  ACCESS: msg`No access to the site`,
  CONDUCT: msg`Behaviour`,
  FALSE_REVIEW: msg`Untrue review`,
  OTHER: msg`Something else`,
}

/** Label of a dispute reason. */
export const disputeReasonLabel = (reason: DisputeReason): string => i18n._(reasons[reason])
