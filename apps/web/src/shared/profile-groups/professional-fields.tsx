import { serviceLength, serviceTypes } from '@fettle/protocol/common/constants'
import { Trans } from '@lingui/react/macro'
import { serviceTypeLabel } from '../bookings/service-types.ts'
import { ServiceTile } from '../bookings/service-tile.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { TagField } from '../../ui/forms/tag-field.tsx'
import { skillChoices } from './labels.ts'
import { addServices, type ProfessionalBody, type ProfessionalForm } from './professional.model.ts'
import { serviceSuggestions } from './suggestions.ts'
import type { GroupForm } from './use-group-form.ts'

/** Fields of trade, services and experience. */
export function ProfessionalFields({ group }: { group: GroupForm<ProfessionalForm, ProfessionalBody> }) {
  const { values, set, field, errorAt } = group
  const suggestions = serviceSuggestions(values.serviceType)
  const { value: tradeValue, ...trade } = field('serviceType')
  const { value: skillValue, ...skill } = field('skillLevel')
  return (
    <>
      <ChoiceCards
        {...trade}
        chosen={tradeValue}
        label={<Trans>Main service</Trans>}
        choices={serviceTypes.map((type) => ({
          value: type,
          label: serviceTypeLabel(type),
          picture: <ServiceTile type={type} />,
        }))}
      />
      <ChoiceCards {...skill} chosen={skillValue} label={<Trans>Skill level</Trans>} choices={skillChoices()} />
      <TextField
        {...field('yearsOfExperience')}
        label={<Trans>Years of experience</Trans>}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
      <TagField
        id="servicesProvided"
        label={<Trans>Services you provide</Trans>}
        hint={<Trans>Customers find you by these. Up to 20.</Trans>}
        items={values.servicesProvided}
        suggestions={suggestions}
        error={errorAt('servicesProvided')}
        maxLength={serviceLength.max}
        onAdd={(typed) => set('servicesProvided', addServices(values.servicesProvided, typed))}
        onRemove={(item) =>
          set(
            'servicesProvided',
            values.servicesProvided.filter((other) => other !== item),
          )
        }
      />
    </>
  )
}
