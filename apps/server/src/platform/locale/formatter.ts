import type { Money } from '@fettle/protocol'
import { directionOf, type Locale } from '@fettle/protocol/common/locales'
import { formatMoney } from './money.ts'

/** How many of something a language tells apart (CLDR); what has no form of its own takes `other`. */
interface PluralForms {
  en: 'one' | 'other'
  fr: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** What a language needs to put facts into its sentences. */
interface Formatter<L extends Locale = Locale> {
  /**
   * A sentence with what people wrote in it. What is of the other direction is set apart by invisible marks, so that it
   * neither turns the sentence round nor is torn apart by it.
   */
  text(words: TemplateStringsArray, ...values: (string | number)[]): string
  /** `“As I said.”` */
  quote(text: string): string
  /** Sentences one after another, without those there is no reason for. */
  joinSentences(...values: (string | false | null | undefined)[]): string
  /** The form of this number, with the number itself in place of `#`. */
  plural(count: number, forms: Record<PluralForms[L], string>): string
  /** `One, two or three`. */
  formatList(choices: readonly string[]): string
  formatMoney(amount: Money | string): string
  /** `Mon 3 Aug at 14:00`: an instant on the clock of a zone. */
  formatMoment(at: string, timeZone: string): string
  /** `Chrome on Android`, of a device whose name is known in English. */
  formatDevice(name: string): string
  /** `3 August 2026`, of an instant in a zone or of a day. */
  formatDay(at: string, timeZone?: string): string
}

/** What differs beyond what `Intl` knows. */
interface LocaleConventions {
  /** The tag that writes dates as they are written where the product is used. */
  tag: string
  quotes: readonly [string, string]
  momentOf: (day: string, time: string) => string
  /** As in `Chrome on Android`, and what nobody knows. */
  device: { on: string; unknown: string }
}

/** What a device is called that says nothing of itself. */
export const UNKNOWN_DEVICE_NAME = 'Unknown device'

const conventions: Readonly<Record<Locale, LocaleConventions>> = {
  en: {
    tag: 'en-GB',
    quotes: ['“', '”'],
    momentOf: (day, time) => `${day.replace(',', '')} at ${time}`,
    device: { on: 'on', unknown: UNKNOWN_DEVICE_NAME },
  },
  fr: {
    tag: 'fr',
    quotes: ['«\u00A0', '\u00A0»'],
    momentOf: (day, time) => `${day} à ${time}`,
    device: { on: 'sur', unknown: 'appareil inconnu' },
  },
  ar: {
    tag: 'ar',
    quotes: ['«', '»'],
    momentOf: (day, time) => `${day}، الساعة ${time}`,
    device: { on: 'على', unknown: 'جهاز غير معروف' },
  },
}

/** First strong isolate and its end (UAX #9): plain text has no other way to keep two directions apart. */
const [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE] = ['\u2068', '\u2069']
const oppositeScript = {
  ltr: /\p{Script=Arabic}|\p{Script=Hebrew}/u,
  rtl: /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|[+@…]/u,
} as const

function buildFormatter<L extends Locale>(locale: L): Formatter<L> {
  const { tag, quotes, momentOf, device } = conventions[locale]
  const isOther = oppositeScript[directionOf(locale)]
  const dates = new Map<string, Intl.DateTimeFormat>()
  // Making a format costs more than using it a hundred times.
  const date = (at: string, options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const format = dates.get(key) ?? new Intl.DateTimeFormat(tag, options)
    dates.set(key, format)
    return format.format(new Date(at))
  }
  const numbers = new Intl.NumberFormat(tag)
  const rules = new Intl.PluralRules(tag)
  const lists = new Intl.ListFormat(tag, { type: 'disjunction' })
  const isolate = (text: string) =>
    isOther.test(text) && !text.includes(FIRST_STRONG_ISOLATE)
      ? `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
      : text
  return {
    text: (words, ...values) =>
      String.raw(
        { raw: words },
        ...values.map((value) => isolate(typeof value === 'number' ? numbers.format(value) : value)),
      ),
    quote: (text) => quotes.join(isolate(text)),
    joinSentences: (...values) => values.filter(Boolean).join(' '),
    plural(count, forms) {
      const known: Partial<Record<string, string>> = forms
      return (known[rules.select(count)] ?? known['other'] ?? '').replaceAll('#', numbers.format(count))
    },
    formatList: (choices) => lists.format(choices),
    // Until amounts were kept as such, they were kept as they were read.
    formatMoney: (amount) => (typeof amount === 'string' ? amount : formatMoney(amount, locale)),
    formatMoment: (at, timeZone) =>
      momentOf(
        date(at, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
        date(at, { timeZone, timeStyle: 'short' }),
      ),
    formatDevice(name) {
      if (name === UNKNOWN_DEVICE_NAME) return device.unknown
      return name.split(' on ').map(isolate).join(` ${device.on} `)
    },
    formatDay: (at, timeZone = 'UTC') => date(at, { timeZone, dateStyle: 'long' }),
  }
}

const formatters = new Map<Locale, Formatter>()

/** How one says things in a language. */
export function createFormatter<L extends Locale>(locale: L): Formatter<L> {
  const known = formatters.get(locale)
  if (known) return known
  const formatter = buildFormatter(locale)
  formatters.set(locale, formatter)
  return formatter
}
