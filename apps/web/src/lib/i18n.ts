import { i18n, type Messages } from '@lingui/core'

export const locales = ['en'] as const
export type Locale = (typeof locales)[number]
export type Catalog = () => Promise<{ messages: Messages }>
/** For each part of the app its sentences in each language; built by build/sentences.ts. */
export type CatalogsOfParts = Partial<Record<string, Record<Locale, Catalog>>>

/** The best language we have for this browser. */
export function pickLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = locales.find((locale) => tag.toLowerCase().split('-')[0] === locale)
    if (found) return found
  }
  return 'en'
}

export const ownLocale = (): Locale => pickLocale(typeof navigator === 'undefined' ? [] : navigator.languages)

/** Adds sentences to those that are there: a feature's may arrive before the frame's. */
export async function addCatalog(load: Catalog, locale: Locale): Promise<void> {
  const { messages } = await load()
  i18n.load(locale, messages)
}

/** Loads the first sentences of a language and switches to it. */
export async function activateLocale(load: Catalog | undefined, locale: Locale): Promise<void> {
  if (load) await addCatalog(load, locale)
  i18n.activate(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = 'ltr'
}
