import type { ContestReason, CustomerTag, ReviewContest } from '@fettle/protocol/reviews'
import type { ReviewAspect } from '@fettle/protocol/reviews/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'

/** Labels of review codes. */

const aspects: Record<ReviewAspect, MessageDescriptor> = {
  quality: msg`Quality`,
  punctuality: msg`Punctuality`,
  communication: msg`Communication`,
  value: msg`Value`,
}

/** Label of a rated aspect. */
export const aspectLabel = (aspect: ReviewAspect): string => i18n._(aspects[aspect])

const reasons: Record<ContestReason, MessageDescriptor> = {
  NOT_MY_WORK: msg`Not about my work`,
  WRONG_FACTS: msg`Factually wrong`,
  ABUSIVE: msg`Insulting or hateful`,
  PRIVATE_DETAILS: msg`Shares private details`,
  THREATENED: msg`Used as a threat`,
  CONFLICT_OF_INTEREST: msg`From a competitor or a paid reviewer`,
  OTHER: msg`Another reason`,
}

/** Label of a reason to contest a review. */
export const contestReasonLabel = (reason: ContestReason): string => i18n._(reasons[reason])

const ends: Record<ReviewContest['status'], MessageDescriptor> = {
  OPEN: msg`You contested this. It stays visible while we look into it.`,
  UPHELD: msg`You contested this, and we removed it.`,
  REJECTED: msg`You contested this. We looked into it and it stays.`,
  WITHDRAWN: msg`You contested this, then withdrew.`,
}

/** Text about the state of a contested review. */
export const contestText = (status: ReviewContest['status']): string => i18n._(ends[status])

const tags: Record<CustomerTag, MessageDescriptor> = {
  FRIENDLY: msg`Friendly`,
  CLEAR_BRIEF: msg`Knew what they wanted`,
  READY_ON_TIME: msg`Ready on time`,
  EASY_ACCESS: msg`Easy to get to`,
  PAID_PROMPTLY: msg`Paid promptly`,
  UNCLEAR_BRIEF: msg`Unclear what to do`,
  KEPT_WAITING: msg`Kept me waiting`,
  HARD_ACCESS: msg`Hard to get to`,
  PAID_LATE: msg`Paid late`,
  RUDE: msg`Rude`,
  UNSAFE: msg`Felt unsafe`,
}

/** Label of a customer tag. */
export const tagLabel = (tag: CustomerTag): string => i18n._(tags[tag])

/** Formats stars: `1 star`, `4 stars`. */
export const starsText = (stars: number): string => plural(stars, { one: '# star', other: '# stars' })
