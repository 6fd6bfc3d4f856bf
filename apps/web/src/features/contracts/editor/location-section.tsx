import type { Location } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '../../../lib/forms/form-drafts.ts'
import { countryTexts } from '../../../lib/i18n/countries.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import type { EditorSectionProps } from './section-props.ts'
import { isCompleteAddress } from './contract-form.ts'

type TypedAddress = Required<Pick<Location, 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>>

/** Location and dates of the work. */
export function LocationSection({ form, problems, set, contractId }: EditorSectionProps & { contractId: string }) {
  const profile = useProfile()
  const { siteAddress } = form
  const draft = `contract-address:${contractId}`
  // Raw input: an incomplete address is not saved, but must not be lost.
  const [typed, setTyped] = useState<TypedAddress>(() => ({
    line1: '',
    line2: '',
    city: '',
    state: '',
    postalCode: '',
    country: profile.country ?? 'NG',
    ...(siteAddress ?? readDraft(draft)),
  }))
  const change = (patch: Partial<TypedAddress>) => {
    const next = { ...typed, ...patch }
    const isComplete = isCompleteAddress(next)
    setTyped(next)
    if (isComplete) clearDraft(draft)
    else writeDraft(draft, next)
    set({ siteAddress: isComplete ? { ...siteAddress, ...next } : null })
  }
  const wrong = problems['siteAddress']
  const lacksStreet = typed.line1.trim().length < 3
  return (
    <Section title={<Trans>Place and time</Trans>}>
      <Card className="grid items-start gap-5 p-4 md:p-5 sm:grid-cols-2">
        <TextField
          label={t`Street address`}
          className="sm:col-span-2"
          maxLength={200}
          value={typed.line1}
          onChange={({ target }) => change({ line1: target.value })}
          error={wrong && lacksStreet ? wrong : undefined}
        />
        <TextField
          label={t`Flat, floor, landmark`}
          optional
          className="sm:col-span-2"
          maxLength={200}
          value={typed.line2}
          onChange={({ target }) => change({ line2: target.value })}
        />
        <TextField
          label={t`City`}
          maxLength={80}
          value={typed.city}
          onChange={({ target }) => change({ city: target.value })}
          error={wrong && !lacksStreet ? t`Enter the city.` : undefined}
        />
        <TextField
          label={t`State or region`}
          optional
          maxLength={80}
          value={typed.state}
          onChange={({ target }) => change({ state: target.value })}
        />
        <TextField
          label={t`Postal code`}
          optional
          maxLength={20}
          value={typed.postalCode}
          onChange={({ target }) => change({ postalCode: target.value })}
        />
        <SelectField
          label={t`Country`}
          value={typed.country}
          onChange={({ target }) => change({ country: target.value })}
        >
          {Array.from(countryTexts(), ([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <DateField
          label={t`Begins`}
          value={form.startDate ?? ''}
          onChange={(day) => set({ startDate: day || null })}
          error={problems['startDate']}
        />
        <DateField
          label={t`Ends`}
          optional
          value={form.endDate ?? ''}
          onChange={(day) => set({ endDate: day || null })}
          error={problems['endDate']}
        />
      </Card>
    </Section>
  )
}
