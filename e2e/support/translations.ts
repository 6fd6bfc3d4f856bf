import { readFileSync } from 'node:fs'
import type { Locale } from '@fettle/i18n/locales'
import PO from 'pofile'

const catalogues = new Map<Locale, Map<string, string>>()

/** Reads the web app's catalogues of one language: English messages with their translations. */
const readCatalogues = (locale: Locale): Map<string, string> =>
  new Map(
    ['web', 'sign-in', 'chat'].flatMap((area) => {
      const file = new URL(`../../packages/i18n/locales/${locale}/${area}.po`, import.meta.url)
      return PO.parse(readFileSync(file, 'utf8')).items.map(({ msgid, msgstr: [text = ''] }) => [msgid, text] as const)
    }),
  )

/** Translates a label of the web app, so that a story can press the same button in every language. */
export function translate(text: string, locale: Locale): string {
  if (locale === 'en') return text
  const catalogue = catalogues.get(locale) ?? readCatalogues(locale)
  catalogues.set(locale, catalogue)
  const translation = catalogue.get(text)
  if (!translation) throw new Error(`No ${locale} translation of "${text}". Is it still the label in the web app?`)
  return translation
}
