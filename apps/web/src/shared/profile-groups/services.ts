import type { Profile } from '@fettle/protocol/accounts/profile'

/** The comma-separated text of the profile as a list. */
export const servicesOf = (profile: Pick<Profile, 'servicesProvided'>): string[] =>
  (profile.servicesProvided ?? '')
    .split(',')
    .map((service) => service.trim())
    .filter(Boolean)
