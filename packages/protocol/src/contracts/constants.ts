/** Lists and limits of contracts. Without schemas, so that screens can use them. */

export const MAX_MILESTONES = 20
export const MAX_CONTRACT_FILES = 10
export const MAX_COOLING_OFF_DAYS = 14

export const amendmentReasons = [
  'CUSTOMER_REQUEST',
  'HIDDEN_CONDITION',
  'DESIGN_CHANGE',
  'MATERIAL_PRICE',
  'REGULATION',
  'CREDIT',
  'OTHER',
] as const

export const holdReasons = [
  'WAITING_MATERIALS',
  'WAITING_CUSTOMER',
  'WAITING_PERMIT',
  'WAITING_PAYMENT',
  'WEATHER',
  'ILLNESS_OR_EMERGENCY',
  'OTHER',
] as const

export const terminationReasons = [
  'MUTUAL',
  'NON_PAYMENT',
  'DELAY',
  'QUALITY',
  'ACCESS_REFUSED',
  'SCOPE_CHANGED',
  'UNABLE_TO_CONTINUE',
  'OTHER',
] as const

/** Cards per call. */
export const contractCardsMax = 50
