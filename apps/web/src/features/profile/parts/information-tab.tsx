import type { Profile } from '@fettle/protocol/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { readDraft } from '../../../lib/drafts.ts'
import { BankingFields } from '../../../shared/profile-groups/banking-fields.tsx'
import { LocationFields } from '../../../shared/profile-groups/location-fields.tsx'
import { PersonalFields } from '../../../shared/profile-groups/personal-fields.tsx'
import { ProfessionalFields } from '../../../shared/profile-groups/professional-fields.tsx'
import { servicesOf } from '../../../shared/profile-groups/professional.model.ts'
import { Chip } from '../../../ui/status-chip.tsx'
import {
  bankCountry,
  bankingInformation,
  groupNames,
  locationDetails,
  personalInformation,
  professionalInformation,
  type GroupName,
} from '../groups.ts'
import { draftOf } from './group-editor.tsx'
import { GroupCard } from './group-card.tsx'
import { valueText } from './value-text.ts'

export interface InformationTabProps {
  profile: Profile
  editing: ReadonlySet<GroupName>
  onEdit: (group: GroupName) => void
  onClose: (group: GroupName) => void
}

/** Which groups are being edited: those with something unsaved are open again after a reload. */
export function useEditing(profile: Profile) {
  const [editing, setEditing] = useState<ReadonlySet<GroupName>>(
    () => new Set(groupNames.filter((name) => readDraft(draftOf({ name }, profile)) !== undefined)),
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

export function InformationTab({ profile, editing, onEdit, onClose }: InformationTabProps) {
  const shared = (name: GroupName) => ({
    profile,
    editing: editing.has(name),
    onEdit: () => onEdit(name),
    onClose: () => onClose(name),
  })
  return (
    <div className="grid gap-5">
      <GroupCard group={personalInformation} {...shared('personalInformation')} facts={personalFacts(profile)}>
        {(group, base) => <PersonalFields group={group} asksForPhone={base.phone === ''} />}
      </GroupCard>
      <GroupCard group={locationDetails} {...shared('locationDetails')} facts={locationFacts(profile)}>
        {(group) => <LocationFields group={group} />}
      </GroupCard>
      <GroupCard group={bankingInformation} {...shared('bankingInformation')} facts={bankingFacts(profile)}>
        {(group, base) => <BankingFields group={group} profile={base} country={bankCountry(base)} />}
      </GroupCard>
      <GroupCard
        group={professionalInformation}
        {...shared('professionalInformation')}
        facts={professionalFacts(profile)}
      >
        {(group) => <ProfessionalFields group={group} />}
      </GroupCard>
    </div>
  )
}

const fact = (label: ReactNode, field: string, value: unknown) => ({ label, value: valueText(field, value) })

const personalFacts = (profile: Profile) => [
  fact(t`Name`, 'name', `${profile.firstName} ${profile.lastName}`),
  fact(t`Date of birth`, 'dateOfBirth', profile.dateOfBirth),
  fact(t`Email`, 'email', profile.email),
  fact(t`Phone number`, 'phone', profile.phone),
  fact(t`Gender`, 'gender', profile.gender),
]

const locationFacts = (profile: Profile) => [
  fact(t`Street address`, 'address', profile.address),
  fact(t`City`, 'city', profile.city),
  fact(t`State`, 'state', profile.state),
  fact(t`Country`, 'country', profile.country),
]

const bankingFacts = (profile: Profile) => [
  fact(t`Bank`, 'bankName', profile.bankName),
  fact(t`Account number`, 'accountNumber', profile.accountNumberMasked),
  {
    label: <Trans>Account holder</Trans>,
    value: (
      <span className="flex flex-wrap items-center gap-2">
        {valueText('accountName', profile.accountName)}
        {profile.accountNameMatch === 'MISMATCH' && (
          <Chip tone="warning">
            <Trans>Not your name</Trans>
          </Chip>
        )}
      </span>
    ),
  },
]

const professionalFacts = (profile: Profile) => [
  fact(t`Main service`, 'serviceType', profile.serviceType),
  fact(t`Skill level`, 'skillLevel', profile.skillLevel),
  fact(t`Years of experience`, 'yearsOfExperience', profile.yearsOfExperience),
  fact(t`Services you provide`, 'servicesProvided', servicesOf(profile)),
]
