import type { Profile } from '@fettle/protocol/accounts/profile'

// Apart from the forms of the profile groups, which load when opened.

/** Whether the personal group of a profile is complete. */
export const isPersonalComplete = ({ firstName, lastName, dateOfBirth, phone }: Profile): boolean =>
  [firstName, lastName, dateOfBirth, phone].every(Boolean)

/** Whether the location group of a profile is complete. */
export const isLocationComplete = ({ address, city, state, country }: Profile): boolean =>
  [address, city, state, country].every(Boolean)

/** Whether the banking group of a profile is complete. */
export const isBankingComplete = ({ accountNumber, bankName, accountName }: Profile): boolean =>
  [accountNumber, bankName, accountName].every(Boolean)

/** Whether the site requires proof of identity first and none was submitted. */
export const isIdentityMissing = ({ identityRequired, verificationLevel }: Profile): boolean =>
  identityRequired && verificationLevel === 'NONE'

/** Whether the professional group of a profile is complete. */
export const isProfessionalComplete = ({ serviceType, servicesProvided }: Profile): boolean =>
  [serviceType, servicesProvided].every(Boolean)
