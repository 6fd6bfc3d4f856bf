/** Lists and limits of bookings. Without schemas, so that screens can use them. */

export const declineReasons = [
  'NOT_AVAILABLE',
  'TOO_FAR',
  'OUTSIDE_SKILLS',
  'PRICE_TOO_LOW',
  'NOT_ENOUGH_DETAIL',
  'SAFETY_CONCERN',
  'DUPLICATE',
  'OTHER',
] as const

export const pauseReasons = ['WAITING_MATERIALS', 'WAITING_CUSTOMER', 'WEATHER', 'MULTI_DAY', 'OTHER'] as const

export const contactMethods = ['CALL', 'SMS', 'MESSAGE', 'DOORBELL'] as const

/** Cards per call. */
export const bookingCardsMax = 50

/**
 * Reasons for a cancellation, with the sides that may give each and the responsible side. `note` and `photo`: required
 * with it.
 */
export const cancelReasons = {
  PROVIDER_UNAVAILABLE: { by: ['PROVIDER'], attribution: 'PROVIDER' },
  OVERBOOKED: { by: ['PROVIDER'], attribution: 'PROVIDER' },
  VEHICLE_BREAKDOWN: { by: ['PROVIDER'], attribution: 'PROVIDER' },
  ILLNESS_OR_EMERGENCY: { by: ['PROVIDER', 'CUSTOMER'], attribution: 'NEUTRAL' },
  WEATHER: { by: ['PROVIDER', 'CUSTOMER'], attribution: 'NEUTRAL' },
  UNSAFE_SITE: { by: ['PROVIDER', 'CUSTOMER'], attribution: 'NEUTRAL', note: true, photo: true },
  SCOPE_MISMATCH: { by: ['PROVIDER'], attribution: 'CUSTOMER' },
  CUSTOMER_REQUESTED: { by: ['PROVIDER'], attribution: 'CUSTOMER' },
  CUSTOMER_UNRESPONSIVE: { by: ['PROVIDER'], attribution: 'CUSTOMER', contactAttempts: 2 },
  ACCESS_REFUSED: { by: ['PROVIDER'], attribution: 'CUSTOMER' },
  CHANGED_MIND: { by: ['CUSTOMER'], attribution: 'CUSTOMER' },
  FOUND_ANOTHER_PROVIDER: { by: ['CUSTOMER'], attribution: 'CUSTOMER' },
  SCHEDULE_CHANGED: { by: ['CUSTOMER'], attribution: 'CUSTOMER' },
  PRICE_TOO_HIGH: { by: ['CUSTOMER'], attribution: 'CUSTOMER' },
  PROVIDER_REQUESTED: { by: ['CUSTOMER'], attribution: 'PROVIDER' },
  PROVIDER_LATE: { by: ['CUSTOMER'], attribution: 'PROVIDER' },
  PROVIDER_UNRESPONSIVE: { by: ['CUSTOMER'], attribution: 'PROVIDER' },
  DUPLICATE: { by: ['PROVIDER', 'CUSTOMER'], attribution: 'NEUTRAL' },
  OTHER: { by: ['PROVIDER', 'CUSTOMER'], attribution: 'NEUTRAL', note: true },
} as const satisfies Record<
  string,
  {
    by: readonly ('PROVIDER' | 'CUSTOMER')[]
    attribution: 'PROVIDER' | 'CUSTOMER' | 'NEUTRAL'
    note?: true
    photo?: true
    contactAttempts?: number
  }
>

export const cancelReasonCodes = Object.keys(cancelReasons) as [
  keyof typeof cancelReasons,
  ...(keyof typeof cancelReasons)[],
]

export const policyNames = ['FLEXIBLE', 'STANDARD', 'STRICT'] as const

export const checklistTypes = ['CHECK', 'PASS_FAIL', 'NUMBER', 'TEXT', 'PHOTO'] as const

export const CHECKLIST_LIMIT = 100
export const CHECKLIST_TEMPLATE_LIMIT = 50

export const photoKinds = ['BEFORE', 'DURING', 'AFTER', 'ISSUE', 'RECEIPT'] as const

export const PHOTOS_PER_BOOKING = 30

export const rescheduleReasons = [
  'NOT_AVAILABLE',
  'RUNNING_LATE',
  'MATERIALS',
  'WEATHER',
  'ILLNESS',
  'NEXT_VISIT',
  'CUSTOMER_REQUESTED',
  'OTHER',
] as const

/** Minimum and maximum number of visits. */
export const SERIES_COUNT = { min: 2, max: 52 } as const
/** How far ahead a series may reach. */
export const SERIES_MONTHS = 12

export const workKinds = ['TRAVEL', 'WORK', 'BREAK'] as const
