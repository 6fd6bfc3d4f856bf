import type { Issue } from '../core/envelope.ts'
import { defaultMessages } from '../core/issues.ts'
import type { Locale } from '../common/locales.ts'

/**
 * Sentences of the API in another language, found by their English. A catalogue has a sentence as it is, or with its
 * numbers named in their order: `Use at most {0} characters.` stands for all that differ in the number alone.
 */

/** What a catalogue has for a sentence, or nothing. */
export type MessageLookup = (sentence: string) => string | undefined

const NUMBER = /\d(?:[\d,.:]*\d)?/g

/** A sentence with its numbers named: what differs in numbers alone has one key. */
export function messageKeyOf(sentence: string): { key: string; numbers: string[] } {
  const numbers: string[] = []
  const key = sentence.replace(NUMBER, (number) => `{${numbers.push(number) - 1}}`)
  return { key, numbers }
}

/** Fills `{names}`; what is not known stays as it is. */
export const interpolate = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : String(values[name])))

/** A figure as a language writes it, from how English does: `20,000` is `20 000` in French. */
export const localizeNumber = (locale: Locale, english: string): string =>
  locale === 'fr' ? english.replace(/,(?=\d{3})/g, '\u202f').replace(/(?<=\d)\.(?=\d)/, ',') : english

/** A sentence in the language of the catalogue; undefined where the catalogue does not have it. */
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

/** The sentences for fields without words of their own: a catalogue has all of them. */
export const defaultIssueMessages: readonly string[] = Object.values(defaultMessages)

/** The message of an issue in another language: its own sentence, or what can be said by its code. English if nothing. */
export function translateIssue({ code, message, minimum, maximum }: Issue, say: MessageLookup): string {
  const limit = minimum ?? maximum
  const needsLimit = defaultMessages[code].includes('{0}')
  const plain = say(defaultMessages[needsLimit && limit === undefined ? 'INVALID_FORMAT' : code])
  return say(message) ?? (plain && interpolate(plain, { 0: limit })) ?? message
}
