/** Lists and limits of several nouns. Without schemas, so that screens can use them. */

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

/** The only role of the product. */
export const ROLE = 'PROVIDER'

export const serviceTypes = [
  'HANDYMAN',
  'PLUMBING',
  'ELECTRICAL',
  'CARPENTRY',
  'PAINTING',
  'TILING',
  'ROOFING',
  'HVAC',
  'APPLIANCE_REPAIR',
  'CLEANING',
  'GARDENING',
  'MOVING',
  'LOCKSMITH',
  'OTHER',
] as const

/** Characters of a service a provider offers. */
export const serviceLength = { min: 2, max: 40 } as const

export const skillLevels = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED', 'EXPERT'] as const
