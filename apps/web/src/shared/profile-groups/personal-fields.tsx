import { Trans } from '@lingui/react/macro'
import { Controller } from 'react-hook-form'
import { BirthdayField } from '../../ui/birthday-field.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { PhoneField } from '../../ui/phone-input.tsx'
import { genderChoices } from './labels.ts'
import type { PersonalBody, PersonalForm } from './personal.model.ts'
import type { GroupForm } from './use-group-form.ts'

export interface PersonalFieldsProps {
  group: GroupForm<PersonalForm, PersonalBody>
  /** Where no number is known yet. */
  asksForPhone: boolean
}

export function PersonalFields({ group, asksForPhone }: PersonalFieldsProps) {
  const { form, field, errorAt } = group
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField {...field('firstName')} label={<Trans>First name</Trans>} autoComplete="given-name" maxLength={60} />
        <TextField {...field('lastName')} label={<Trans>Last name</Trans>} autoComplete="family-name" maxLength={60} />
      </div>
      <Controller
        control={form.control}
        name="dateOfBirth"
        render={({ field: { value, onChange, ref } }) => (
          <BirthdayField
            id="dateOfBirth"
            ref={ref}
            label={<Trans>Date of birth</Trans>}
            value={value}
            error={errorAt('dateOfBirth')}
            onChange={onChange}
            onBlur={() => {
              if (/^\d{4}-\d{2}-\d{2}$/.test(form.getValues('dateOfBirth'))) void form.trigger('dateOfBirth')
            }}
          />
        )}
      />
      <SelectField {...field('gender')} label={<Trans>Gender</Trans>} optional autoComplete="sex">
        <option value="">–</option>
        {genderChoices().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {asksForPhone && (
        <Controller
          control={form.control}
          name="phone"
          render={({ field: { value, onChange, ref } }) => (
            <PhoneField
              id="phone"
              ref={ref}
              label={<Trans>Phone number</Trans>}
              value={value}
              error={errorAt('phone')}
              onChange={onChange}
            />
          )}
        />
      )}
    </>
  )
}
