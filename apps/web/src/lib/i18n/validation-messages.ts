import type { Issue } from '@fettle/protocol'
import type { Locale } from '@fettle/i18n/locales'
import { localizeNumber, translate, translateIssue } from '@fettle/protocol/i18n/translate'
import { ownLocale } from './i18n.ts'

type ValidationMessages = Readonly<Record<string, string>>

const catalogs: Partial<Record<Locale, () => Promise<ValidationMessages>>> = {
  fr: async () => (await import('@fettle/protocol/i18n/fr-fields')).frenchFields,
  ar: async () => (await import('@fettle/protocol/i18n/ar-fields')).arabicFields,
}

let known: ValidationMessages | undefined

/** Resolves once validation messages are available in the page's language; until then they are English. */
export const validationMessagesReady: Promise<void> = (async () => {
  try {
    known = await catalogs[ownLocale()]?.()
  } catch {
    // Offline: fall back to English.
  }
})()

const say = (english: string): string | undefined =>
  known &&
  translate(
    english,
    (key) => known?.[key],
    (figure) => localizeNumber(ownLocale(), figure),
  )

/** Translates a validation message of the protocol. */
export const translateValidation = (english: string): string => say(english) ?? english

/** Translates issues found in the browser, as the server would. */
export const translateIssues = (issues: readonly Issue[]): Issue[] =>
  known ? issues.map((issue) => ({ ...issue, message: translateIssue(issue, say) })) : [...issues]
