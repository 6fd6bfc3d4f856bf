/** Lists and limits of reviews. Without schemas, so that screens can use them. */

/** Visible to everybody and counted in the rating. */
export const visibleReviews = ['PUBLISHED', 'UNDER_REVIEW'] as const

export const reviewLimits = {
  /** Days after the work in which both sides may rate. Then everything written is published. */
  openDays: 14,
  commentLength: 2000,
  photos: 5,
  /** Hours after the review in which photos may be added, each with its own call. */
  photoHours: 48,
  replyLength: 1000,
  replyEditHours: 48,
  contestDays: 14,
  evidence: 10,
  /** One request and one reminder, at least this many hours later. */
  asks: 2,
  askAgainHours: 72,
  tags: 5,
} as const

export const reviewAspects = ['quality', 'punctuality', 'communication', 'value'] as const
export type ReviewAspect = (typeof reviewAspects)[number]

export const contestReasons = [
  'NOT_MY_WORK',
  'WRONG_FACTS',
  'ABUSIVE',
  'PRIVATE_DETAILS',
  'THREATENED',
  'CONFLICT_OF_INTEREST',
  'OTHER',
] as const

export const customerTags = [
  'FRIENDLY',
  'CLEAR_BRIEF',
  'READY_ON_TIME',
  'EASY_ACCESS',
  'PAID_PROMPTLY',
  'UNCLEAR_BRIEF',
  'KEPT_WAITING',
  'HARD_ACCESS',
  'PAID_LATE',
  'RUDE',
  'UNSAFE',
] as const
