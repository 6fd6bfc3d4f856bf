import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { countryText } from '../../../lib/i18n/countries.ts'
import { regionalLocale } from '../../../lib/format/dates.ts'
import { readDraft } from '../../../lib/forms/form-drafts.ts'
import { serviceTypeLabel } from '../../../shared/bookings/service-types.ts'
import { genderLabel, skillLabel } from '../../../shared/profile-groups/labels.ts'
import { servicesOf } from '../../../shared/profile-groups/services.ts'
import { LanguageChoice } from '../../../shared/forms/language-choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { draftOf } from '../drafts.ts'
import { groupNames, type GroupName } from '../groups.ts'
import { calendarDay } from '../model.ts'
import { GroupCard } from './group-card.tsx'
import { LetterheadCard } from './letterhead-card.tsx'
import { itemsText } from '../../../lib/format/items-text.ts'

export interface InformationTabProps {
  profile: Profile
  editing: ReadonlySet<GroupName>
  onEdit: (group: GroupName) => void
  onClose: (group: GroupName) => void
}

/** Which groups are being edited. Groups with unsaved drafts reopen after a reload. */
export function useEditing(profile: Profile) {
  const [editing, setEditing] = useState<ReadonlySet<GroupName>>(
    () => new Set(groupNames.filter((name) => readDraft(draftOf(name, profile)) !== undefined)),
  )
  const change = (name: GroupName, on: boolean) =>
    setEditing((before) => {
      const next = new Set(before)
      if (on) next.add(name)
      else next.delete(name)
      return next
    })
  return { editing, onEdit: (name: GroupName) => change(name, true), onClose: (name: GroupName) => change(name, false) }
}

const factsOf: Record<GroupName, (profile: Profile) => Fact[]> = {
  personalInformation: (profile) => [
    fact(t`Name`, `${profile.firstName} ${profile.lastName}`),
    fact(t`Date of birth`, profile.dateOfBirth && calendarDay(profile.dateOfBirth, regionalLocale())),
    fact(t`Email`, profile.email),
    fact(t`Phone number`, profile.phone && <bdi>{profile.phone}</bdi>),
    fact(t`Gender`, profile.gender && genderLabel(profile.gender)),
  ],
  locationDetails: (profile) => [
    fact(t`Street address`, profile.address),
    fact(t`City`, profile.city),
    fact(t`State`, profile.state),
    fact(t`Country`, profile.country && countryText(profile.country)),
  ],
  bankingInformation: (profile) => [
    fact(t`Bank`, profile.bankName),
    fact(t`Account number`, profile.accountNumberMasked && <bdi>{profile.accountNumberMasked}</bdi>),
    fact(t`Account holder`, profile.accountName && <AccountHolder profile={profile} />),
  ],
  professionalInformation: (profile) => [
    fact(t`Main service`, profile.serviceType && serviceTypeLabel(profile.serviceType)),
    fact(t`Skill level`, profile.skillLevel && skillLabel(profile.skillLevel)),
    fact(t`Years of experience`, profile.yearsOfExperience),
    fact(t`Services you provide`, itemsText(servicesOf(profile))),
  ],
}

export function InformationTab({ profile, editing, onEdit, onClose }: InformationTabProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {groupNames.map((name) => (
        <GroupCard
          key={name}
          name={name}
          profile={profile}
          facts={factsOf[name](profile)}
          editing={editing.has(name)}
          onEdit={() => onEdit(name)}
          onClose={() => onClose(name)}
        />
      ))}
      <LetterheadCard />
      <Card className="p-4">
        <LanguageChoice />
      </Card>
    </div>
  )
}

interface Fact {
  label: ReactNode
  value: ReactNode
}

/** Shows a dash for empty values, so that missing data is visible. */
function fact(label: ReactNode, value: ReactNode): Fact {
  return { label, value: value === null || value === '' ? '–' : value }
}

const AccountHolder = ({ profile }: { profile: Profile }) => (
  <span className="flex flex-wrap items-center gap-2">
    {profile.accountName}
    {profile.accountNameMatch === 'MISMATCH' && (
      <Chip tone="warning">
        <Trans>Name doesn't match</Trans>
      </Chip>
    )}
  </span>
)
