import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PO from 'pofile'
import type { Locale } from './locales.ts'
import type { MessageDescriptor } from './message.ts'
import { createTranslator } from './translator.ts'

/** One file of translations per language: `locales/<locale>/<area>.po`. */
type Area = 'server' | 'fields' | 'mail' | 'chat' | 'holidays'

/** Finds the files of this package from the server's bundle too. */
const require = createRequire(import.meta.url)

/** The translations of an area by code; untranslated messages are left out. */
function readCatalogue(locale: string, area: Area): ReadonlyMap<string, string> {
  const file = require.resolve(`@fettle/i18n/locales/${locale}/${area}.po`)
  const translated = PO.parse(readFileSync(file, 'utf8')).items.flatMap(({ msgid, msgstr: [text] }) =>
    text ? [[msgid, text] as const] : [],
  )
  return new Map(translated)
}

/** Turns messages of a table into text in a language. */
type TranslateTo<Code extends string> = (locale: Locale, message: MessageDescriptor<Code>) => string

/**
 * Creates a translator for a table of English messages (a `*.messages.ts` file), whose translations are in an area's
 * files; a table that nests messages of another area names both. For Node: the files are read when a language is first
 * used.
 */
export function createMessages<Code extends string>(
  areas: Area | readonly Area[],
  english: Readonly<Record<Code, string>>,
): TranslateTo<Code> {
  return createTranslator((locale) => {
    const translations =
      locale === 'en' ? undefined : new Map([areas].flat().flatMap((area) => [...readCatalogue(locale, area)]))
    return (code) => translations?.get(code) ?? (english as Readonly<Record<string, string>>)[code]
  })
}
