import type { Profile } from '@fettle/protocol/accounts/profile'
import type { GroupName } from './groups.ts'

/** The name of a group's draft; with the provider's id, so that nobody meets another's. */
export const draftOf = (group: GroupName, profile: Profile): string => `profile ${group} ${profile.id}`
