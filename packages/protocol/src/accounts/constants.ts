/** Lists and limits of accounts and documents. Without schemas, so that screens can use them. */

/** Ages of a provider in years: the youngest and the oldest, and the one from which experience counts. */
export const ageLimits = { min: 18, max: 100, firstWork: 14 } as const

export const documentTypes = [
  'NATIONAL_ID',
  'PASSPORT',
  'DRIVERS_LICENCE',
  'VOTER_CARD',
  'RESIDENCE_PERMIT',
  'SELFIE',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TRADE_CERTIFICATE',
  'BUSINESS_REGISTRATION',
  'INSURANCE_CERTIFICATE',
  'BACKGROUND_CHECK',
  'PORTFOLIO_PHOTO',
] as const

/** Documents with a front and a back. */
export const cardTypes: readonly (typeof documentTypes)[number][] = [
  'NATIONAL_ID',
  'DRIVERS_LICENCE',
  'VOTER_CARD',
  'RESIDENCE_PERMIT',
]
/** Documents that prove identity once approved. */
export const identityTypes: readonly (typeof documentTypes)[number][] = [...cardTypes, 'PASSPORT']

export const documentLimits = {
  live: 25,
  underReviewPerType: 3,
  uploadsPerHour: 10,
  minShortSide: 600,
  maxPages: 10,
} as const
