/** Lists and limits of support. Without schemas, so that screens can use them. */

/** Help articles, support hours and health. Categories in display order. */
export const faqCategories = [
  'GETTING_STARTED',
  'VERIFICATION',
  'BOOKINGS',
  'OFFERS',
  'CONTRACTS',
  'PAYOUTS',
  'CANCELLATIONS',
  'DISPUTES',
  'CHAT',
  'SECURITY',
] as const

export const relatedTypes = ['BOOKING', 'OFFER', 'CONTRACT', 'INVOICE', 'PAYOUT'] as const
