import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import { isMessage, type MessageDescriptor } from '@fettle/i18n/message'
import { holidayMessages } from '@fettle/protocol/availability/holidays.messages'
import { detailedErrorMessages, errorMessages } from '@fettle/protocol/core/errors.messages'
import {
  errorPartMessages,
  genderMessages,
  resourceMessages,
  stateMessages,
} from '@fettle/protocol/core/resources.messages'
import { readIssueText, type Issue } from '@fettle/protocol'
import { issueMessages } from '@fettle/protocol/core/issues.messages'
import { resultMessages } from '@fettle/protocol/core/results.messages'
import { dataMessages } from '@fettle/protocol/core/data.messages'
import { creditReasonMessages } from '@fettle/protocol/workspace/chat.messages'

const english = {
  ...holidayMessages,
  ...resultMessages,
  ...issueMessages,
  ...dataMessages,
  ...creditReasonMessages,
  ...errorMessages,
  ...detailedErrorMessages,
  ...resourceMessages,
  ...genderMessages,
  ...stateMessages,
  ...errorPartMessages,
}

/** Code of a text of the API. Its English is in a table of the protocol (`core/*.messages.ts`). */
export type TextCode = keyof typeof english

/** A text of the API before its reader's language is known. */
export type Text = MessageDescriptor<TextCode>

/** Turns a text of the API into a language. */
export const textIn = createMessages<TextCode>(['server', 'fields', 'holidays', 'chat'], english)

/** Whether a code has a text in the API. */
export const isTextCode = (code: string): code is TextCode => Object.hasOwn(english, code)

/** A field issue with its message in a language. */
export function issueIn(locale: Locale, issue: Issue): Issue {
  const text = readIssueText(issue.message)
  return text ? { ...issue, message: textIn(locale, text) } : issue
}

/** Whether a value is a text of the API and nothing else. */
export const isText = (value: unknown): value is Text =>
  isMessage(value) && isTextCode(value.code) && Object.keys(value).every((key) => key === 'code' || key === 'params')

/** A text as the value of a `LocalizedText` field, typed as what readers get. */
export const localized = (text: Text): string => text as unknown as string

/** A `LocalizedText` value in a language. */
export const readText = (locale: Locale, value: string): string => (isText(value) ? textIn(locale, value) : value)

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A value with the `LocalizedText` values in it written in a language. Copies only the parts that have one. */
export function writeTexts<T>(locale: Locale, value: T): T {
  if (!Array.isArray(value) && !isPlainObject(value)) return value
  if (isText(value)) return textIn(locale, value) as T
  const parts = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(parts)) {
    const part = parts[name]
    if (typeof part !== 'object' || part === null) continue
    const translated = writeTexts(locale, part)
    if (translated === part) continue
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
    copy[name] = translated
  }
  return (copy ?? value) as T
}

/** A text for a column of the database. */
export const storeText = (text: Text): string => JSON.stringify(text)

/** The `LocalizedText` of a stored text. Anything else is English from before texts were stored by code, and stays. */
export function loadText(stored: string): string {
  if (!stored.startsWith('{"code":')) return stored
  const text: unknown = JSON.parse(stored)
  return isText(text) ? localized(text) : stored
}

/** The name of a resource within a text: `booking`. */
export const resourceParam = (thing: string): Text | string => {
  const code = `resource.${thing}`
  return isTextCode(code) ? { code } : thing
}

/** A state within a text, in the form that agrees with the resource in it: `confirmed`. */
export function stateParam(thing: string, state: string): Text | string {
  const code = `state.${state}`
  const gender = `gender.${thing}`
  return isTextCode(code) ? { code, params: { gender: isTextCode(gender) ? { code: gender } : 'other' } } : state
}
