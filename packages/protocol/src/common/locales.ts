/** The languages of the product, the one everything else falls back to first. */
export const locales = ['en', 'fr', 'ar'] as const
export type Locale = (typeof locales)[number]

/** Where a browser keeps what somebody has chosen; the server reads it to send a page in that language. */
export const LOCALE_COOKIE = 'locale'

const rightToLeft: ReadonlySet<Locale> = new Set(['ar'])

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (rightToLeft.has(locale) ? 'rtl' : 'ltr')

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** The first of the wanted languages (`fr-CA`, `fr`) that is ours. */
function findLocale(wanted: readonly string[]): Locale | undefined {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]
    if (isLocale(language)) return language
  }
  return undefined
}

/** The first of the wanted languages that is ours, else English. */
export const pickLocale = (wanted: readonly string[]): Locale => findLocale(wanted) ?? locales[0]

interface LanguagePreference {
  cookie?: string
  accept?: string
}

/** The language a request asks for: what was chosen in this browser, else what its `Accept-Language` likes best of ours. */
export function requestedLocale({ cookie = '', accept = '' }: LanguagePreference): Locale | undefined {
  const chosen = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`).exec(cookie)?.[1]
  if (isLocale(chosen)) return chosen
  const wanted = accept.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return quality > 0 ? [{ tag, quality }] : []
  })
  return findLocale(wanted.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag))
}

/** The language a request is answered in: the one it asks for, else English. */
export const localeOf = (wish: LanguagePreference): Locale => requestedLocale(wish) ?? locales[0]
