import type { Profile } from '@fettle/protocol/accounts/profile'
import { ContactCard } from './contact-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorsCard } from './second-factors-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Security settings: contact data, password, second factors and sessions. */
export const SecurityTab = ({ profile }: { profile: Profile }) => (
  <div className="grid gap-5">
    <ContactCard profile={profile} />
    <PasswordCard profile={profile} />
    <SecondFactorsCard />
    <SessionsCard />
  </div>
)
