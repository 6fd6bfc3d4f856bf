import type { Money } from '@fettle/protocol'
import {
  formatSystemMessage,
  type DayParam,
  type SystemMessageParam,
  type InstantParam,
  type SystemMessageContent,
  type SystemMessageFormatter,
} from '@fettle/protocol/workspace/system-messages'
import { formatMoney } from './money.ts'

/** System message: systemText`Booking confirmed: ${title}`. The English text is the key of its translations. */
export const systemText = (words: TemplateStringsArray, ...facts: SystemMessageParam[]): SystemMessageContent => ({
  sentence: words.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join(''),
  facts,
})

/** An instant in a time zone. */
export const instant = (at: Date, timeZone: string): InstantParam => ({ at: at.toISOString(), timeZone })

/** The date of an instant. */
export const dayOf = (at: Date, timeZone: string): InstantParam => ({ ...instant(at, timeZone), only: 'DAY' })

/** A calendar day: `2026-11-25`. */
export const day = (text: string): DayParam => ({ day: text })

export const money = ({ amount, currency }: Money): Money => ({ amount, currency })

/** Creating one takes as long as a hundred calls of it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function write(at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${Object.keys(options).join(' ')}`
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })))
  return format.format(new Date(at)).replace(',', '')
}

const english: SystemMessageFormatter = {
  sentence: String,
  text: String,
  number: String,
  money: (amount) => formatMoney(amount),
  instant({ at, timeZone, only }) {
    const date = write(at, timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
    if (only) return date
    return `${date} ${write(at, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
  },
  day: (text) => write(`${text}T12:00:00Z`, 'UTC', { day: 'numeric', month: 'long', year: 'numeric' }),
}

/** A system message in English, as stored beside its facts, and as marketplaces read it. */
export const toPlainText = (line: SystemMessageContent): string => formatSystemMessage(line, english) ?? line.sentence
