import type { Profile } from '@fettle/protocol/accounts/profile'

/** Which editing groups are filled in. Apart from the forms, which come when they are opened. */

export const isPersonalComplete = ({ firstName, lastName, dateOfBirth, phone }: Profile): boolean =>
  [firstName, lastName, dateOfBirth, phone].every(Boolean)

export const isLocationComplete = ({ address, city, state, country }: Profile): boolean =>
  [address, city, state, country].every(Boolean)

export const isBankingComplete = ({ accountNumber, bankName, accountName }: Profile): boolean =>
  [accountNumber, bankName, accountName].every(Boolean)

/** Where the site wants to know who somebody is before they begin; sent is enough. */
export const isIdentityMissing = ({ identityRequired, verificationLevel }: Profile): boolean =>
  identityRequired && verificationLevel === 'NONE'

export const isProfessionalComplete = ({ serviceType, servicesProvided }: Profile): boolean =>
  [serviceType, servicesProvided].every(Boolean)
