import type { Issue } from '../core/envelope.ts'
import { defaultMessages } from '../core/issues.ts'
import type { Locale } from '@fettle/i18n/locales'

/**
 * Finds a sentence of the API in a catalogue by its English, as it is or with numbers as placeholders: `Use at most {0}
 * characters.` covers every number. Undefined: not in the catalogue.
 */
export type MessageLookup = (sentence: string) => string | undefined

const NUMBER = /\d(?:[\d,.:]*\d)?/g

/** Replaces the numbers of a sentence by placeholders, so that sentences differing only in numbers share a key. */
export function messageKeyOf(sentence: string): { key: string; numbers: string[] } {
  const numbers: string[] = []
  const key = sentence.replace(NUMBER, (number) => `{${numbers.push(number) - 1}}`)
  return { key, numbers }
}

/** Fills `{names}`. Unknown names stay. */
export const interpolate = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : String(values[name])))

/** Formats an English number for a locale: `20,000` is `20 000` in French. */
export const localizeNumber = (locale: Locale, english: string): string =>
  locale === 'fr' ? english.replace(/,(?=\d{3})/g, '\u202f').replace(/(?<=\d)\.(?=\d)/, ',') : english

/** Translates a sentence with a catalogue. Undefined: not in the catalogue. */
export function translate(
  sentence: string,
  lookup: MessageLookup,
  number: (text: string) => string = String,
): string | undefined {
  const whole = lookup(sentence)
  if (whole !== undefined) return whole
  const { key, numbers } = messageKeyOf(sentence)
  const template = numbers.length > 0 ? lookup(key) : undefined
  return template && interpolate(template, Object.fromEntries(numbers.map((text, at) => [at, number(text)])))
}

/** Messages of fields without their own. Every catalogue has all of them. */
export const defaultIssueMessages: readonly string[] = Object.values(defaultMessages)

/** Translates an issue: its own sentence, otherwise the default for its code, otherwise English. */
export function translateIssue({ code, message, minimum, maximum }: Issue, say: MessageLookup): string {
  const limit = minimum ?? maximum
  const needsLimit = defaultMessages[code].includes('{0}')
  const plain = say(defaultMessages[needsLimit && limit === undefined ? 'INVALID_FORMAT' : code])
  return say(message) ?? (plain && interpolate(plain, { 0: limit })) ?? message
}
