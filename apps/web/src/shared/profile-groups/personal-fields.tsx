import { Trans } from '@lingui/react/macro'
import { BirthdayField } from '../../ui/dates/birthday-field.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { PhoneField } from '../../ui/forms/phone-input.tsx'
import { genderChoices } from './labels.ts'
import type { PersonalBody, PersonalForm } from './personal.model.ts'
import type { GroupForm } from './use-group-form.ts'

export interface PersonalFieldsProps {
  group: GroupForm<PersonalForm, PersonalBody>
  /** No phone number is known yet. */
  asksForPhone: boolean
}

/** Fields of name, date of birth, gender and phone. */
export function PersonalFields({ group, asksForPhone }: PersonalFieldsProps) {
  const { values, set, validate, field, errorAt } = group
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField {...field('firstName')} label={<Trans>First name</Trans>} autoComplete="given-name" maxLength={60} />
        <TextField {...field('lastName')} label={<Trans>Last name</Trans>} autoComplete="family-name" maxLength={60} />
      </div>
      <BirthdayField
        id="dateOfBirth"
        label={<Trans>Date of birth</Trans>}
        value={values.dateOfBirth}
        error={errorAt('dateOfBirth')}
        onChange={(day) => set('dateOfBirth', day)}
        // Three controls: validate once all are filled in.
        onBlur={() => /^\d{4}-\d{2}-\d{2}$/.test(values.dateOfBirth) && validate('dateOfBirth')}
      />
      <SelectField {...field('gender')} label={<Trans>Gender</Trans>} optional autoComplete="sex">
        <option value="">
          <Trans>Choose</Trans>
        </option>
        {genderChoices().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {asksForPhone && (
        <PhoneField
          id="phone"
          label={<Trans>Phone number</Trans>}
          value={values.phone}
          error={errorAt('phone')}
          onChange={(phone) => set('phone', phone)}
          onBlur={() => validate('phone')}
        />
      )}
    </>
  )
}
