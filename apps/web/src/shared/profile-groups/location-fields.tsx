import { statesOf } from '@fettle/protocol/common/country-states'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { countryTexts } from '../../lib/i18n/countries.ts'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import type { LocationBody, LocationForm } from './location.model.ts'
import type { GroupForm } from './use-group-form.ts'

/** Fields of the provider's address. */
export function LocationFields({ group }: { group: GroupForm<LocationForm, LocationBody> }) {
  const { set, field } = group
  const { country } = group.values
  const states = useMemo(() => statesOf(country), [country])
  const { onChange, ...countryField } = field('country')
  return (
    <>
      <SelectField
        {...countryField}
        label={<Trans>Country</Trans>}
        autoComplete="country"
        onChange={(event) => {
          onChange(event)
          // The old state does not belong to the new country.
          if (states.length > 0 || statesOf(event.target.value).length > 0) set('state', '')
        }}
      >
        <option value="" disabled>
          {t`Choose a country`}
        </option>
        {Array.from(countryTexts(), ([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {states.length > 0 ? (
        // The key remounts the select, so that the browser drops the old choice.
        <SelectField key={country} {...field('state')} label={<Trans>State</Trans>} autoComplete="address-level1">
          <option value="" disabled>
            {t`Choose a state`}
          </option>
          {states.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      ) : (
        <TextField
          {...field('state')}
          label={<Trans>State or region</Trans>}
          autoComplete="address-level1"
          maxLength={90}
        />
      )}
      <TextField {...field('city')} label={<Trans>City</Trans>} autoComplete="address-level2" maxLength={90} />
      <TextField
        {...field('address')}
        label={<Trans>Street address</Trans>}
        hint={<Trans>Only you and the marketplace can see it. Customers see your city.</Trans>}
        autoComplete="street-address"
        maxLength={220}
      />
    </>
  )
}
