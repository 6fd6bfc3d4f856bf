import type { Money } from './core/values.ts'

/**
 * A system message as facts: two people read it, each in their own language (decision 210). A sentence is named by its
 * English, with placeholders `{0}`, `{1}`; a fact may itself be a sentence, for a part that has several wordings.
 */
export interface ChatLine {
  sentence: string
  facts: readonly ChatFact[]
}

/** Words of people and names as text; amounts, instants (`DAY`: the day alone) and days as such. */
export type ChatFact = string | number | Money | ChatInstant | ChatDay | ChatLine
export interface ChatInstant {
  at: string
  timeZone: string
  only?: 'DAY'
}
export interface ChatDay {
  day: string
}

/** Where a message has its line: in `custom`, which the chat service carries and does not read. */
export const CHAT_LINE = 'line'

/** How one language says facts. */
export interface ChatVoice {
  /** The sentence of this English in the language; undefined where there is none. */
  sentence(english: string): string | undefined
  text(text: string): string
  number(figure: number): string
  money(amount: Money): string
  instant(instant: ChatInstant): string
  day(day: string): string
}

/** A line in a language; undefined where the language has no words for it. */
export function sayLine({ sentence, facts }: ChatLine, voice: ChatVoice): string | undefined {
  const template = voice.sentence(sentence)
  if (template === undefined) return undefined
  const said = facts.map((fact) => sayFact(fact, voice))
  if (said.includes(undefined)) return undefined
  return template.replace(/\{(\d+)\}/g, (whole, at: string) => said[Number(at)] ?? whole)
}

function sayFact(fact: ChatFact, voice: ChatVoice): string | undefined {
  if (typeof fact === 'string') return voice.text(fact)
  if (typeof fact === 'number') return voice.number(fact)
  if ('sentence' in fact) return sayLine(fact, voice)
  if ('amount' in fact) return voice.money(fact)
  return 'at' in fact ? voice.instant(fact) : voice.day(fact.day)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isFact(value: unknown): value is ChatFact {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (!isObject(value)) return false
  const { amount, currency, at, timeZone, day } = value
  return (
    isLine(value) ||
    (typeof amount === 'number' && typeof currency === 'string') ||
    (typeof at === 'string' && typeof timeZone === 'string') ||
    typeof day === 'string'
  )
}

const isLine = (value: unknown): value is ChatLine =>
  isObject(value) &&
  typeof value['sentence'] === 'string' &&
  Array.isArray(value['facts']) &&
  value['facts'].every(isFact)

/** The line of a message; undefined for one from before lines were kept as facts, or from a newer app. */
export function lineOf(custom: Readonly<Record<string, unknown>> | undefined): ChatLine | undefined {
  const line = custom?.[CHAT_LINE]
  return isLine(line) ? line : undefined
}
