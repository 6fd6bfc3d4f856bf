import type { Money } from '../core/values.ts'

/**
 * A system message as facts: each of the two readers sees it in their own language. A sentence is identified by its
 * English, with placeholders `{0}`, `{1}`. A fact may itself be a sentence, for a part with several wordings.
 */
export interface SystemMessageContent {
  sentence: string
  facts: readonly SystemMessageParam[]
}

/** People's own texts and names as strings; amounts, instants (`DAY`: the date alone) and days as such. */
export type SystemMessageParam = string | number | Money | InstantParam | DayParam | SystemMessageContent
export interface InstantParam {
  at: string
  timeZone: string
  only?: 'DAY'
}
export interface DayParam {
  day: string
}

/** Key in a message's `custom` data, which the chat service carries without reading. */
export const SYSTEM_MESSAGE_KEY = 'line'

/** Formats facts in one language. */
export interface SystemMessageFormatter {
  /** The translation of an English sentence. Undefined: none. */
  sentence(english: string): string | undefined
  text(text: string): string
  number(figure: number): string
  money(amount: Money): string
  instant(instant: InstantParam): string
  day(day: string): string
}

/** Renders a system message in a language. Undefined where a translation is missing. */
export function formatSystemMessage(
  { sentence, facts }: SystemMessageContent,
  voice: SystemMessageFormatter,
): string | undefined {
  const template = voice.sentence(sentence)
  if (template === undefined) return undefined
  const said = facts.map((fact) => formatParam(fact, voice))
  if (said.includes(undefined)) return undefined
  return template.replace(/\{(\d+)\}/g, (whole, at: string) => said[Number(at)] ?? whole)
}

function formatParam(fact: SystemMessageParam, voice: SystemMessageFormatter): string | undefined {
  if (typeof fact === 'string') return voice.text(fact)
  if (typeof fact === 'number') return voice.number(fact)
  if ('sentence' in fact) return formatSystemMessage(fact, voice)
  if ('amount' in fact) return voice.money(fact)
  return 'at' in fact ? voice.instant(fact) : voice.day(fact.day)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isParam(value: unknown): value is SystemMessageParam {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (!isObject(value)) return false
  const { amount, currency, at, timeZone, day } = value
  return (
    isSystemMessage(value) ||
    (typeof amount === 'number' && typeof currency === 'string') ||
    (typeof at === 'string' && typeof timeZone === 'string') ||
    typeof day === 'string'
  )
}

const isSystemMessage = (value: unknown): value is SystemMessageContent =>
  isObject(value) &&
  typeof value['sentence'] === 'string' &&
  Array.isArray(value['facts']) &&
  value['facts'].every(isParam)

/** The system message of a chat message. Undefined for other messages, and for formats of older or newer versions. */
export function systemMessageOf(
  custom: Readonly<Record<string, unknown>> | undefined,
): SystemMessageContent | undefined {
  const line = custom?.[SYSTEM_MESSAGE_KEY]
  return isSystemMessage(line) ? line : undefined
}
