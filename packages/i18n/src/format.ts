import { directionOf, isLocale, type Locale } from './locales.ts'
import type { InstantParam, ListParam, MoneyParam } from './message.ts'

/** Writes values in the form of a language. */
export interface Formatter {
  /** `1,200`, or as the options of `Intl` say. */
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** `₦15,000`, or as the options of `Intl` say; the fraction is shown only when it is not zero. */
  money(amount: MoneyParam, options?: Intl.NumberFormatOptions): string
  /** `Mon 3 Aug, 14:00`, or as the param asks for. */
  instant(instant: InstantParam): string
  /** `3 August 2026`, of a calendar day. */
  day(day: string): string
  /** An instant as the options of `Intl` say. */
  date(at: Date | string | number, options: Intl.DateTimeFormatOptions): string
  /** `5 minutes ago`, of a negative value. */
  relative(value: number, unit: Intl.RelativeTimeFormatUnit): string
  /** `One, two and three`, `One, two or three`, `One, two, three`, or whole sentences. */
  list(parts: readonly string[], join: ListParam['join']): string
  /** Wraps text of the other direction in invisible marks, so that it does not reorder the sentence around it. */
  isolate(text: string): string
}

/** First strong isolate and its end (UAX #9): the only way to separate two directions in plain text. */
const [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE] = ['\u2068', '\u2069']
const oppositeScript = {
  ltr: /\p{Script=Arabic}|\p{Script=Hebrew}/u,
  rtl: /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|[+@…]/u,
} as const

/** English is written as in most places the product is used: day before month, 24 hours. */
const tagOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

/** Currencies whose minor unit is not a hundredth, by fraction digits (ISO 4217; decision 446). */
const otherMinorUnits: readonly (readonly [digits: number, currencies: readonly string[]])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')],
  [3, 'BHD IQD JOD KWD LYD OMR TND'.split(' ')],
  [4, 'CLF UYW'.split(' ')],
]

/** Fraction digits of a currency: two for naira, none for yen. */
export const fractionDigitsOf = (currency: string): number =>
  otherMinorUnits.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2

const formatters = new Map<string, Formatter>()

/**
 * The formatter of a language (`fr`) or of a regional form of it (`fr-CA`). Built once, and each `Intl` object only for
 * what is written: on a phone one takes up to 15 ms.
 */
export function formatterOf(locale: string): Formatter {
  const formatter = formatters.get(locale) ?? createFormatter(locale)
  formatters.set(locale, formatter)
  return formatter
}

/** Makes a value at its first use. */
function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

function createFormatter(locale: string): Formatter {
  const tag = tagOf(locale)
  const language = tag.split('-')[0]
  const opposite = oppositeScript[directionOf(isLocale(language) ? language : ('en' satisfies Locale))]
  const numbers = new Map<string, Intl.NumberFormat>()
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => {
    const key = JSON.stringify(options)
    const format = numbers.get(key) ?? new Intl.NumberFormat(tag, options)
    numbers.set(key, format)
    return format.format(value)
  }
  const lists = {
    and: once(() => new Intl.ListFormat(tag, { type: 'conjunction' })),
    or: once(() => new Intl.ListFormat(tag, { type: 'disjunction' })),
    items: once(() => new Intl.ListFormat(tag, { type: 'unit' })),
  }
  const dateFormats = once(() => {
    const { hour12 } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
    const time = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
    const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
    // `Intl` joins a long date and a time by the language's word for "at".
    return {
      dateAndTime: { ...date, ...time },
      date,
      time,
      sentence: { ...date, month: 'long', ...time },
      document: { day: 'numeric', month: 'long', year: 'numeric', ...time, timeZoneName: 'short' },
      day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      month: { month: 'long', year: 'numeric' },
    } as const satisfies Record<string, Intl.DateTimeFormatOptions>
  })
  const dates = new Map<string, Intl.DateTimeFormat>()
  const write = (at: Date | string | number, options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const format = dates.get(key) ?? new Intl.DateTimeFormat(tag, options)
    dates.set(key, format)
    return format.format(new Date(at))
  }
  const relativeTimes = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  return {
    number,
    money: ({ amount, currency }, options) => {
      const digits = fractionDigitsOf(currency)
      return number(amount / 10 ** digits, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
        ...(options?.notation !== 'compact' && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
        ...options,
      })
    },
    instant: ({ at, timeZone, show }) => write(at, { timeZone, ...dateFormats()[show ?? 'dateAndTime'] }),
    day: (day) => write(`${day}T12:00:00Z`, { timeZone: 'UTC', dateStyle: 'long' }),
    date: write,
    relative: (value, unit) => relativeTimes().format(value, unit),
    list: (parts, join) => (join === 'sentences' ? parts.join(' ') : lists[join]().format(parts)),
    isolate: (text) =>
      opposite.test(text) && !text.includes(FIRST_STRONG_ISOLATE)
        ? `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
        : text,
  }
}
