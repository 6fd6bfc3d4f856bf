import { directionOf, isLocale, type Locale } from './locales.ts'
import type { InstantParam, MoneyParam } from './message.ts'

/** Writes values in the form of a language. */
export interface Formatter {
  number(value: number): string
  /** `₦15,000`; the fraction is shown only when it is not zero. */
  money(amount: MoneyParam): string
  /** `Mon 3 Aug, 14:00`, or as the param asks for. */
  instant(instant: InstantParam): string
  /** `3 August 2026`, of a calendar day. */
  day(day: string): string
  /** `One, two and three`, or `One, two or three`. */
  list(parts: readonly string[], join: 'and' | 'or'): string
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

const formatters = new Map<string, Formatter>()

/** The formatter of a language (`fr`) or of a regional form of it (`fr-CA`). Built once: `Intl` objects are slow to build. */
export function formatterOf(locale: string): Formatter {
  const known = formatters.get(locale) ?? createFormatter(locale)
  formatters.set(locale, known)
  return known
}

function createFormatter(locale: string): Formatter {
  const tag = tagOf(locale)
  const language = tag.split('-')[0]
  const opposite = oppositeScript[directionOf(isLocale(language) ? language : ('en' satisfies Locale))]
  const numbers = new Intl.NumberFormat(tag)
  const lists = {
    and: new Intl.ListFormat(tag, { type: 'conjunction' }),
    or: new Intl.ListFormat(tag, { type: 'disjunction' }),
  }
  const { hour12 } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
  const time = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  // `Intl` joins a long date and a time by the language's word for "at".
  const shown = {
    dateAndTime: { ...date, ...time },
    date,
    time,
    sentence: { ...date, month: 'long', ...time },
    document: { day: 'numeric', month: 'long', year: 'numeric', ...time, timeZoneName: 'short' },
  } as const satisfies Record<string, Intl.DateTimeFormatOptions>
  const dates = new Map<string, Intl.DateTimeFormat>()
  const write = (at: string, options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const format = dates.get(key) ?? new Intl.DateTimeFormat(tag, options)
    dates.set(key, format)
    return format.format(new Date(at))
  }
  const amounts = new Map<string, (amount: number) => string>()
  const amountsIn = (currency: string) => {
    const format = new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    })
    const minorUnits = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
    return (amount: number) => format.format(amount / minorUnits)
  }
  return {
    number: (value) => numbers.format(value),
    money({ amount, currency }) {
      const format = amounts.get(currency) ?? amountsIn(currency)
      amounts.set(currency, format)
      return format(amount)
    },
    instant: ({ at, timeZone, show }) => write(at, { timeZone, ...shown[show ?? 'dateAndTime'] }),
    day: (day) => write(`${day}T12:00:00Z`, { timeZone: 'UTC', dateStyle: 'long' }),
    list: (parts, join) => lists[join].format(parts),
    isolate: (text) =>
      opposite.test(text) && !text.includes(FIRST_STRONG_ISOLATE)
        ? `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
        : text,
  }
}
