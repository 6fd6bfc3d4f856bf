import { countryCodes, countryName } from '@fettle/protocol/common/countries'
import { i18n } from '@lingui/core'

/** Name of a country in the app's language, or its code if it has none. */
export const countryText = (code: string): string => countryTexts().get(code) ?? code

const byLocale = new Map<string, ReadonlyMap<string, string>>()

/** Every country with its name in the app's language, in the order of the names. */
export function countryTexts(): ReadonlyMap<string, string> {
  const locale = i18n.locale || 'en'
  const cached = byLocale.get(locale)
  if (cached) return cached
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  // In English the names of the protocol, which the server also accepts and shows.
  const nameOf = (code: string) => (locale === 'en' ? countryName(code) : (names.of(code) ?? code))
  const texts = new Map(
    countryCodes
      .map((code) => [code, nameOf(code)] as const)
      .sort(([, one], [, other]) => one.localeCompare(other, locale)),
  )
  byLocale.set(locale, texts)
  return texts
}
