/** Lists and limits of invoices and payments. Without schemas, so that screens can use them. */

export const MAX_DUE_DAYS = 60

/** Cards per call. */
export const invoiceCardsMax = 50

export const paymentMethods = ['MARKETPLACE', 'BANK_TRANSFER', 'CASH', 'CARD', 'MOBILE_MONEY', 'OTHER'] as const

/** Payment methods that do not involve the marketplace. */
export const directMethods = ['BANK_TRANSFER', 'CASH', 'CARD', 'MOBILE_MONEY', 'OTHER'] as const
