/** The languages of the product, the one everything else falls back to first. */
export const locales = ['en', 'fr', 'ar'] as const
export type Locale = (typeof locales)[number]

/** Where a browser keeps what somebody has chosen; the server reads it to send a page in that language. */
export const LOCALE_COOKIE = 'locale'

const rightToLeft: ReadonlySet<Locale> = new Set(['ar'])

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (rightToLeft.has(locale) ? 'rtl' : 'ltr')

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** The first of the wanted languages (`fr-CA`, `fr`) that is ours. */
export function pickLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]
    if (isLocale(language)) return language
  }
  return locales[0]
}

/** The language of a request: what was chosen in this browser, else what its `Accept-Language` likes best. */
export function localeOf({ cookie = '', accept = '' }: { cookie?: string; accept?: string }): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`).exec(cookie)?.[1]
  if (isLocale(chosen)) return chosen
  const wanted = accept.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return quality > 0 ? [{ tag, quality }] : []
  })
  return pickLocale(wanted.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag))
}
