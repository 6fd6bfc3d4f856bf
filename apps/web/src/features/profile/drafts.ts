import type { Profile } from '@fettle/protocol/accounts/profile'
import type { GroupName } from './groups.ts'

/** Key of a group's draft; includes the provider's id, so that accounts do not share drafts. */
export const draftOf = (group: GroupName, profile: Profile): string => `profile ${group} ${profile.id}`
