import type { Profile } from '@fettle/protocol/accounts/profile'

/** Splits the profile's comma-separated services. */
export const servicesOf = (profile: Pick<Profile, 'servicesProvided'>): string[] =>
  (profile.servicesProvided ?? '')
    .split(',')
    .map((service) => service.trim())
    .filter(Boolean)
