import { readFileSync } from 'node:fs'
import type { Locale } from '@fettle/i18n/locales'

const known = new Map<Locale, Map<string, string>>()

/** Reads the web app's catalogue of one language: English messages with their translations. */
function readCatalogue(locale: Locale): Map<string, string> {
  const file = new URL(`../../packages/i18n/locales/${locale}/web.po`, import.meta.url)
  const joined = (lines = '') =>
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string)
      .join('')
  const entries = readFileSync(file, 'utf8').matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm)
  return new Map([...entries].map(([, id, words]) => [joined(id), joined(words)]))
}

/** Translates a label of the web app, so that a story can press the same button in every language. */
export function translate(text: string, locale: Locale): string {
  if (locale === 'en') return text
  const words = known.get(locale) ?? readCatalogue(locale)
  known.set(locale, words)
  const translation = words.get(text)
  if (!translation) throw new Error(`No ${locale} translation of "${text}". Is it still the label in the web app?`)
  return translation
}
