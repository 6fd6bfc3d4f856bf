import type { Issue } from '@fettle/protocol'
import type { Locale } from '@fettle/protocol/common/locales'
import { localizeNumber, translate, translateIssue } from '@fettle/protocol/i18n/translate'
import { ownLocale } from './i18n.ts'

type ValidationMessages = Readonly<Record<string, string>>

const catalogs: Partial<Record<Locale, () => Promise<ValidationMessages>>> = {
  fr: async () => (await import('@fettle/protocol/i18n/fr-fields')).frenchFields,
  ar: async () => (await import('@fettle/protocol/i18n/ar-fields')).arabicFields,
}

let known: ValidationMessages | undefined

/** Resolves once what schemas say of fields can be said in the language of the page; until then they say it in English. */
export const validationMessagesReady: Promise<void> = (async () => {
  try {
    known = await catalogs[ownLocale()]?.()
  } catch {
    // No connection now: what cannot be said in the page's language is said in English rather than not at all.
  }
})()

const say = (english: string): string | undefined =>
  known &&
  translate(
    english,
    (key) => known?.[key],
    (figure) => localizeNumber(ownLocale(), figure),
  )

/** A sentence of the protocol about a field in the language of the page. */
export const translateValidation = (english: string): string => say(english) ?? english

/** Issues found here, said as the server would say them. */
export const translateIssues = (issues: readonly Issue[]): Issue[] =>
  known ? issues.map((issue) => ({ ...issue, message: translateIssue(issue, say) })) : [...issues]
