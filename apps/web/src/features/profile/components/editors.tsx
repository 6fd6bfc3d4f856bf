import type { Profile } from '@fettle/protocol/accounts/profile'
import { BankingFields } from '../../../shared/profile-groups/banking-fields.tsx'
import { LocationFields } from '../../../shared/profile-groups/location-fields.tsx'
import { PersonalFields } from '../../../shared/profile-groups/personal-fields.tsx'
import { ProfessionalFields } from '../../../shared/profile-groups/professional-fields.tsx'
import {
  bankCountry,
  bankingInformation,
  locationDetails,
  personalInformation,
  professionalInformation,
} from '../group-forms.ts'
import type { GroupName } from '../groups.ts'
import { GroupEditor } from './group-editor.tsx'

export interface GroupEditorsProps {
  name: GroupName
  profile: Profile
  onClose: () => void
}

/** Renders the editor of a group. */
export default function Editor({ name, ...shared }: GroupEditorsProps) {
  switch (name) {
    case 'personalInformation':
      return (
        <GroupEditor group={personalInformation} {...shared}>
          {(form, base) => <PersonalFields group={form} asksForPhone={base.phone === ''} />}
        </GroupEditor>
      )
    case 'locationDetails':
      return (
        <GroupEditor group={locationDetails} {...shared}>
          {(form) => <LocationFields group={form} />}
        </GroupEditor>
      )
    case 'bankingInformation':
      return (
        <GroupEditor group={bankingInformation} {...shared}>
          {(form, base) => <BankingFields group={form} profile={base} country={bankCountry(base)} />}
        </GroupEditor>
      )
    case 'professionalInformation':
      return (
        <GroupEditor group={professionalInformation} {...shared}>
          {(form) => <ProfessionalFields group={form} />}
        </GroupEditor>
      )
  }
}
