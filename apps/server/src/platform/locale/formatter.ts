import type { Money } from '@fettle/protocol'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import { formatMoney } from './money.ts'

/** Plural forms a language distinguishes (CLDR). Other numbers use `other`. */
interface PluralForms {
  en: 'one' | 'other'
  fr: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** Formats facts for the sentences of a language. */
interface Formatter<L extends Locale = Locale> {
  /**
   * A sentence with user text. Text of the other direction is isolated by invisible marks, so that neither disturbs the
   * other.
   */
  text(words: TemplateStringsArray, ...values: (string | number)[]): string
  /** `“As I said.”` */
  quote(text: string): string
  /** Joins sentences, skipping falsy ones. */
  joinSentences(...values: (string | false | null | undefined)[]): string
  /** The plural form of a number, with `#` replaced by it. */
  plural(count: number, forms: Record<PluralForms[L], string>): string
  /** `One, two or three`. */
  formatList(choices: readonly string[]): string
  formatMoney(amount: Money | string): string
  /** `Mon 3 Aug at 14:00`: an instant in a time zone. */
  formatMoment(at: string, timeZone: string): string
  /** `Chrome on Android`, from the English name of a device. */
  formatDevice(name: string): string
  /** `3 August 2026`, of an instant in a zone or of a day. */
  formatDay(at: string, timeZone?: string): string
}

/** Conventions beyond what `Intl` knows. */
interface LocaleConventions {
  /** Language tag whose date format is used where the product is. */
  tag: string
  quotes: readonly [string, string]
  momentOf: (day: string, time: string) => string
  /** Words for `Chrome on Android`, and for an unknown device. */
  device: { on: string; unknown: string }
}

/** Name of a device that does not identify itself. */
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

/** First strong isolate and pop (UAX #9): the only way to separate two directions in plain text. */
const [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE] = ['\u2068', '\u2069']
const oppositeScript = {
  ltr: /\p{Script=Arabic}|\p{Script=Hebrew}/u,
  rtl: /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|[+@…]/u,
} as const

function buildFormatter<L extends Locale>(locale: L): Formatter<L> {
  const { tag, quotes, momentOf, device } = conventions[locale]
  const isOther = oppositeScript[directionOf(locale)]
  const dates = new Map<string, Intl.DateTimeFormat>()
  // Creating a formatter costs more than a hundred calls of it.
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
    // Older records store amounts as formatted text.
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

/** Creates the formatter of a language. */
export function createFormatter<L extends Locale>(locale: L): Formatter<L> {
  const known = formatters.get(locale)
  if (known) return known
  const formatter = buildFormatter(locale)
  formatters.set(locale, formatter)
  return formatter
}
