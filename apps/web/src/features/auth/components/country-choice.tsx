import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { phoneCountries } from '../../../ui/forms/phone.ts'

export { countryOf } from '../../../ui/forms/phone.ts'

export interface CountryChoiceProps {
  country: string
  onCountry: (country: string) => void
}

/** Lists every country with its calling code, as an invisible select over the chosen one. */
export function CountryChoice({ country, onCountry }: CountryChoiceProps) {
  const names = new Intl.DisplayNames([i18n.locale || 'en'], { type: 'region' })
  const countries = phoneCountries
    .map(({ code, calling }) => ({ code, calling, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, i18n.locale))
  return (
    <>
      <span aria-hidden="true">+{countries.find(({ code }) => code === country)?.calling}</span>
      <select
        aria-label={t`Country code`}
        autoComplete="tel-country-code"
        value={country}
        onChange={(event) => onCountry(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer appearance-none rounded-control bg-transparent text-base text-transparent focus-visible:outline-2 focus-visible:outline-offset-0 [&>option]:bg-surface-raised [&>option]:text-text"
      >
        {countries.map(({ code, calling, name }) => (
          <option key={code} value={code}>
            {name} (+{calling})
          </option>
        ))}
      </select>
    </>
  )
}
