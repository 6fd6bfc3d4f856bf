import { Trans } from '@lingui/react/macro'
import { controlClass, Field, requiredUnless } from '../../../ui/forms/field.tsx'
import { DownGlyph } from '../../../ui/icons/glyphs.tsx'
import { useLazy } from '../use-lazy.ts'
import type { CountryChoiceProps } from './country-choice.tsx'

export interface AuthPhoneFieldProps extends CountryChoiceProps {
  id: string
  name: string
  error: string | undefined
}

/** Phone number field with a country selector. Accepts national numbers; a number with + selects its country. */
export function PhoneField({ error, country, onCountry, id, name }: AuthPhoneFieldProps) {
  // The list of countries loads after the page; the server completes the number either way.
  const choice = useLazy(() => import('./country-choice.tsx'))
  return (
    <Field id={id} label={<Trans>Phone number</Trans>} error={error}>
      {(aria) => (
        <div className="flex gap-2" dir="ltr">
          <div className={controlClass('relative flex w-31 shrink-0 items-center gap-2 tabular-nums')}>
            <span aria-hidden="true" className="font-semibold">
              {country}
            </span>
            {choice && <choice.CountryChoice country={country} onCountry={onCountry} />}
            <DownGlyph className="pointer-events-none absolute end-2.5 text-text-muted" />
          </div>
          <input
            {...requiredUnless()}
            {...aria}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            onInput={({ currentTarget: { value } }) => {
              const found = value.trim().startsWith('+') && choice?.countryOf(value.replace(/[^+\d]/g, ''), country)
              if (found) onCountry(found)
            }}
            className={controlClass('min-w-0')}
          />
        </div>
      )}
    </Field>
  )
}
