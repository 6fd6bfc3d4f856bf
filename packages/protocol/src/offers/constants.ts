/** Lists and limits of offers. Without schemas, so that screens can use them. */

export const withdrawReasons = [
  'NOT_AVAILABLE',
  'PRICE_CHANGED',
  'SCOPE_CHANGED',
  'SENT_BY_MISTAKE',
  'CUSTOMER_REQUESTED',
  'OTHER',
] as const

export const MAX_LINES = 100
export const MAX_GROUPS = 5
/** Upper bound of a unit price, so that a hundred lines still add up exactly. */
export const MAX_UNIT_PRICE = 100_000_000_000

export const lineKinds = ['LABOUR', 'MATERIAL', 'TRAVEL', 'EQUIPMENT', 'DISPOSAL', 'FEE', 'OTHER'] as const

export const lineUnits = ['HOUR', 'DAY', 'ITEM', 'M', 'M2', 'M3', 'KG', 'L', 'TRIP', 'LUMP_SUM'] as const

export const taxModes = ['EXCLUSIVE', 'INCLUSIVE', 'NONE'] as const

export const instalmentDue = ['ACCEPTANCE', 'BEFORE_START', 'START', 'COMPLETION', 'DATE'] as const

export const materialsBy = ['PROVIDER', 'CUSTOMER', 'SHARED'] as const

export const PRICE_BOOK_LIMIT = 500

export const OFFER_TEMPLATE_LIMIT = 50

/** Maximum days an offer is valid after sending. The default is a setting. */
export const MAX_VALID_DAYS = 90

/** Automatic reminders: days after sending. */
export const OFFER_AUTO_REMIND_DAYS = [3, 7] as const

/** Cards per call. */
export const offerCardsMax = 50

/** `"2.5"`: above zero, below a hundred thousand, up to three decimal places; text, so that no digit is lost. */
export const lineQuantityPattern = /^(?!0+(\.0+)?$)\d{1,5}(\.\d{1,3})?$/
