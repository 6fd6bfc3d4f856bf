import {
  systemMessageOf,
  formatSystemMessage,
  type InstantParam,
  type SystemMessageFormatter,
} from '@fettle/protocol/workspace/system-messages'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import { localizeNumber, translate } from '@fettle/protocol/i18n/translate'
import { regionalLocale } from '../../lib/format/dates.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'
import { moneyText } from '../../lib/format/money.ts'

/** Chat texts in the page's language: system messages by their facts, errors and poll rules by their English text. */

type Catalogue = Readonly<Record<string, string>>
interface ChatTranslations {
  lines: Catalogue
  sentences: Catalogue
}

const load: Partial<Record<Locale, () => Promise<ChatTranslations>>> = {
  async fr() {
    const [{ frenchLines: lines }, { frenchChat: sentences }] = await Promise.all([
      import('@fettle/protocol/i18n/fr-system-messages'),
      import('@fettle/protocol/i18n/fr-chat'),
    ])
    return { lines, sentences }
  },
  async ar() {
    const [{ arabicLines: lines }, { arabicChat: sentences }] = await Promise.all([
      import('@fettle/protocol/i18n/ar-system-messages'),
      import('@fettle/protocol/i18n/ar-chat'),
    ])
    return { lines, sentences }
  },
}

let known: ChatTranslations | undefined

/** Resolves once the translations have loaded; until then texts are English. */
export async function loadChatTranslations(): Promise<void> {
  try {
    known ??= await load[ownLocale()]?.()
  } catch {
    // Offline: fall back to English.
  }
}

/** Translates an error or poll rule. Unknown texts stay unchanged. */
export const translateChatText = (english: string): string =>
  (known &&
    translate(
      english,
      (key) => known?.sentences[key],
      (figure) => localizeNumber(ownLocale(), figure),
    )) ??
  english

const formats = new Map<string, Intl.DateTimeFormat>()

// Constructing a formatter is expensive, so formatters are cached.
function write(at: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(regionalLocale(), options)
  formats.set(key, format)
  return format.format(new Date(at))
}

const dayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const
const timeParts = { hour: '2-digit', minute: '2-digit' } as const

/** First strong isolate and its end (UAX #9), so that text of the other direction does not reorder the line. */
const isolate = (text: string): string => `\u2068${text}\u2069`
const otherWay = {
  ltr: /\p{Script=Arabic}|\p{Script=Hebrew}/u,
  rtl: /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|[+@…]/u,
} as const

const formatter: SystemMessageFormatter = {
  sentence: (english) => known?.lines[english],
  text: (text) => (otherWay[directionOf(ownLocale())].test(text) ? isolate(text) : text),
  number: (figure) => new Intl.NumberFormat(regionalLocale()).format(figure),
  money: moneyText,
  instant: ({ at, timeZone, only }: InstantParam) =>
    write(at, { timeZone, ...dayParts, ...(only !== 'DAY' && timeParts) }),
  day: (day) => write(`${day}T12:00:00Z`, { timeZone: 'UTC', dateStyle: 'long' }),
}

/** Text of a message: system messages in the page's language, others as they were written. */
export function messageText({ text, custom }: Pick<Message, 'text' | 'custom'>): string {
  const line = known && systemMessageOf(custom)
  return (line && formatSystemMessage(line, formatter)) ?? text
}
