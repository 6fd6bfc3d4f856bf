import { i18n, type Messages } from '@lingui/core'

export const locales = ['en'] as const
export type Locale = (typeof locales)[number]
export type CatalogLoaders = Record<Locale, () => Promise<{ messages: Messages }>>

/** The best language we have for this browser. */
export function pickLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = locales.find((locale) => tag.toLowerCase().split('-')[0] === locale)
    if (found) return found
  }
  return 'en'
}

/** Loads a language's sentences and switches to it. */
export async function activateLocale(loaders: CatalogLoaders, locale: Locale): Promise<void> {
  const { messages } = await loaders[locale]()
  i18n.loadAndActivate({ locale, messages })
  if (typeof document !== 'undefined') {
    document.documentElement.lang = locale
    document.documentElement.dir = 'ltr'
  }
}
