import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useEffect, useMemo, useState, type ComponentProps } from 'react'
import { controlClass, Field, requiredUnless, type FieldProps } from './field.tsx'
import { DownGlyph } from '../icons/glyphs.tsx'
import { countryOf, phoneCountries, toInternational, toNational } from './phone.ts'

export interface PhoneFieldProps
  extends FieldProps, Pick<ComponentProps<'input'>, 'name' | 'autoFocus' | 'disabled' | 'onBlur' | 'ref'> {
  /** International format `+2348031234567`, or empty. */
  value: string
  onChange: (international: string) => void
  /** Default country, ISO 3166-1 alpha-2. */
  country?: string
}

/** Phone number field with a country selector. A number with + selects its country. */
export function PhoneField(props: PhoneFieldProps) {
  const { value, onChange, country: initial = 'NG', name = 'phone', autoFocus, disabled, onBlur, ref, ...field } = props
  const { i18n } = useLingui()
  const [country, setCountry] = useState(() => (value ? (countryOf(value, initial) ?? initial) : initial))
  const [typed, setTyped] = useState(() => (value ? toNational(value, country) : ''))
  // Prerendered pages contain only the selected country; the others are added after hydration.
  const [hasAllCountries, setHasAllCountries] = useState(false)
  useEffect(() => setHasAllCountries(true), [])
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.locale || 'en'], { type: 'region' })
    return phoneCountries
      .filter(({ code }) => hasAllCountries || code === country)
      .map(({ code, calling }) => ({ code, calling, name: names.of(code) ?? code }))
      .sort((one, other) => one.name.localeCompare(other.name, i18n.locale))
  }, [i18n.locale, hasAllCountries, country])
  const calling = phoneCountries.find(({ code }) => code === country)?.calling ?? ''

  const type = (text: string) => {
    const international = toInternational(text, country)
    const found = text.trim().startsWith('+') ? countryOf(international, country) : undefined
    if (found) setCountry(found)
    setTyped(text)
    onChange(international)
  }
  const choose = (code: string) => {
    const national = typed.trim().startsWith('+') ? toNational(toInternational(typed, country), country) : typed
    setCountry(code)
    setTyped(national)
    onChange(toInternational(national, code))
  }

  return (
    <Field {...field}>
      {(aria) => (
        <div className="flex gap-2" dir="ltr">
          <div className="relative shrink-0">
            <span aria-hidden="true" className={controlClass('flex items-center gap-2 pe-9 tabular-nums')}>
              <span className="font-semibold">{country}</span> +{calling}
            </span>
            <DownGlyph className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-text-muted" />
            <select
              aria-label={t`Country code`}
              autoComplete="tel-country-code"
              value={country}
              disabled={disabled}
              onChange={(event) => choose(event.target.value)}
              className="absolute inset-0 w-full cursor-pointer appearance-none rounded-control bg-transparent text-base text-transparent focus-visible:outline-2 focus-visible:outline-offset-0 [&>option]:text-text [&>option]:bg-surface-raised"
            >
              {countries.map(({ code, calling, name }) => (
                <option key={code} value={code}>
                  {name} (+{calling})
                </option>
              ))}
            </select>
          </div>
          <input
            {...requiredUnless(field.optional)}
            {...aria}
            ref={ref}
            name={name}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- set by the page
            autoFocus={autoFocus}
            disabled={disabled}
            value={typed}
            onBlur={onBlur}
            onChange={(event) => type(event.target.value)}
            className={controlClass('min-w-0')}
          />
        </div>
      )}
    </Field>
  )
}
