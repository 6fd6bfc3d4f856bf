/** Languages of the product. The first is the fallback. */
export const locales = ['en', 'fr', 'ar'] as const
export type Locale = (typeof locales)[number]

/**
 * Accented English, forty per cent longer: shows texts that are not translated and layouts without room. Only the
 * development server of the web app offers it.
 */
export const PSEUDO_LOCALE = 'en-XA'

/** Cookie with the chosen language. The server reads it to render pages in that language. */
export const LOCALE_COOKIE = 'locale'

const rightToLeft: ReadonlySet<string> = new Set<Locale>(['ar'])

/** The direction in which a language is written. Left to right for unknown ones. */
export const directionOf = (locale: string): 'ltr' | 'rtl' => (rightToLeft.has(locale) ? 'rtl' : 'ltr')

/** Whether a value is the code of a language of the product. */
export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** The first wanted language (`fr-CA`, `fr`) that is supported. */
function findLocale(preferredTags: readonly string[]): Locale | undefined {
  for (const tag of preferredTags) {
    const language = tag.toLowerCase().split('-')[0]
    if (isLocale(language)) return language
  }
  return undefined
}

interface LanguagePreference {
  cookie?: string
  accept?: string
}

/**
 * The language a request asks for: the cookie, otherwise the best supported match of `Accept-Language`. Undefined:
 * neither.
 */
export function requestedLocale({ cookie = '', accept = '' }: LanguagePreference): Locale | undefined {
  const chosen = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`).exec(cookie)?.[1]
  if (isLocale(chosen)) return chosen
  const preferences = accept.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return quality > 0 ? [{ tag, quality }] : []
  })
  return findLocale(preferences.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag))
}

/** The language to answer a request in. Defaults to English. */
export const localeOf = (preference: LanguagePreference): Locale => requestedLocale(preference) ?? locales[0]
