import { errorCatalogue, errorMessage, type ErrorCode, type Failure, type Issue, type Success } from '@fettle/protocol'
import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import { holidayMessages } from '@fettle/protocol/availability/holidays.messages'
import { arabic } from '@fettle/protocol/i18n/ar'
import { french } from '@fettle/protocol/i18n/fr'
import { localizeNumber, interpolate, translate, translateIssue } from '@fettle/protocol/i18n/translate'
import type { MessageCatalogue } from '@fettle/protocol/i18n/catalogue'
import type { FastifyInstance } from 'fastify'
import { localeOfRequest } from './locale.ts'
import { addVary } from './vary.ts'

/**
 * Translates responses into the reader's language (decision 180). Everything is decided, stored and logged in English
 * and translated on its way out: errors by code and details, other sentences by their English. Untranslated sentences
 * stay English.
 */

type Other = Exclude<Locale, 'en'>
const catalogs: Readonly<Record<Other, MessageCatalogue>> = { fr: french, ar: arabic }

const holidayText = createMessages('holidays', holidayMessages)
const holidayCodes = Object.keys(holidayMessages) as (keyof typeof holidayMessages)[]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEnvelope = (body: unknown): body is Success<unknown> | Failure =>
  isObject(body) && typeof body['success'] === 'boolean' && typeof body['message'] === 'string'

// The marketplace API is for programs and their logs, so it stays English.
const isForPeople = (url: string) => url.startsWith('/v2/') && !/^\/v2\/marketplace(?=[/?]|$)/.test(url)

/** Translates the envelopes of the provider's API into the request's language. */
export function localizeResponses(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, body: unknown) => {
    if (!isEnvelope(body) || !isForPeople(request.url)) return body
    const locale = localeOfRequest(request)
    addVary(reply, 'accept-language', 'cookie')
    reply.header('content-language', locale)
    return localizeEnvelope(locale, body)
  })
}

/** Translates an envelope. English is returned unchanged. */
export function localizeEnvelope<Body extends Success<unknown> | Failure>(locale: Locale, body: Body): Body {
  if (locale === 'en') return body
  const speak = (translators[locale] ??= createTranslator(locale))
  if (body.success) return { ...body, message: speak.sentence(body.message), data: speak.inside(body.data) }
  return {
    ...body,
    message: speak.refusal(body.code, body.details, body.message),
    ...(body.issues && { issues: body.issues.map((issue) => ({ ...issue, message: speak.issue(issue) })) }),
    ...(body.details && { details: speak.inside(body.details) }),
  }
}

interface EnvelopeTranslator {
  sentence(english: string): string
  issue(issue: Issue): string
  refusal(code: ErrorCode, details: Readonly<Record<string, unknown>> | undefined, english: string): string
  /** Translates sentences within data: advice beside a `code`, and texts the product wrote. */
  inside<T>(value: T): T
}
const translators: Partial<Record<Other, EnvelopeTranslator>> = {}

/** A sentence with named values: `Le total est de {amount}.`, recognised by the pattern of its English. */
interface Pattern {
  looks: RegExp
  template: string
}

const isNamed = (key: string) => /\{[a-z]/.test(key)
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (key: string) =>
  new RegExp(
    `^${key
      .split(/(\{\w+\})/)
      .map((part) => {
        const name = /^\{(\w+)\}$/.exec(part)?.[1]
        return name === undefined
          ? escaped(part)
          : /\d/.test(name)
            ? String.raw`(?<n${name}>\d[\d,.]*)`
            : `(?<${name}>.+)`
      })
      .join('')}$`,
  )

function createTranslator(locale: Other): EnvelopeTranslator {
  const { errors: refusals, messages: sentences, resources: things, states, anyResource: anything } = catalogs[locale]
  const respell = createMomentTranslator(locale)
  const patterns = Object.entries(sentences).flatMap(([key, template]): Pattern[] =>
    isNamed(key) ? [{ looks: patternOf(key), template }] : [],
  )
  const lookup = (key: string) => (Object.hasOwn(sentences, key) ? sentences[key] : undefined)

  /** Translates a holiday by its English, keeping the note on the moon. Unknown holidays stay as they are. */
  function holidayOf(english: string): string {
    const [, name = english, note] = /^(.+?)( \(may be a day earlier or later\))?$/.exec(english) ?? []
    const code = holidayCodes.find((one) => holidayMessages[one] === name)
    const holiday = code ? { code } : { code: 'holiday.other' as const, params: { name } }
    return holidayText(locale, note ? { code: 'holiday.tentative', params: { holiday } } : holiday)
  }
  const valueIn = (name: string, text: string) => (name === 'holiday' ? holidayOf(text) : respell(name, text))

  function byPattern(english: string): string | undefined {
    for (const { looks, template } of patterns) {
      const found = looks.exec(english)?.groups
      if (!found) continue
      const values = Object.entries(found).map(([name, text]) => [name.replace(/^n(?=\d)/, ''), valueIn(name, text)])
      return interpolate(template, Object.fromEntries(values) as Record<string, string>)
    }
    return undefined
  }
  const known = (english: string) => translate(english, lookup, respell.number) ?? byPattern(english)
  const sentence = (english: string) => known(english) ?? english

  function valueOf(name: string, value: unknown, details: Readonly<Record<string, unknown>>): unknown {
    if (typeof value !== 'string') return typeof value === 'number' ? respell.number(String(value)) : value
    const [text = anything, gender = 'm'] = things[String(details['thing'])] ?? []
    if (name === 'thing') return text
    if (name === 'from' && states[value]) return states[value][gender === 'f' ? 1 : 0]
    // Not every conflict has a reference.
    if (name === 'reference') return sentence(value)
    if (name === 'list') return listOf(value, details)
    return respell(name, value)
  }

  /** Translates a list in an error: warnings, or names separated by commas. */
  function listOf(list: string, { warnings }: Readonly<Record<string, unknown>>): string {
    if (Array.isArray(warnings)) return warnings.map(({ message }: { message: string }) => sentence(message)).join(' ')
    return list
      .split(', ')
      .map(sentence)
      .join(locale === 'ar' ? '، ' : ', ')
  }

  function refusal(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}, english: string): string {
    // Some messages are more specific than their code's.
    if (english !== errorMessage(code, details)) return sentence(english)
    const values = Object.entries(details).map(([name, value]) => [name, valueOf(name, value, details)])
    return interpolate(refusals[code], Object.fromEntries(values) as Record<string, unknown>)
  }

  function inside<T>(value: T): T {
    if (Array.isArray(value)) return value.map(inside) as T
    if (!isObject(value)) return value
    const { code, message, author } = value
    const translated: [string, unknown][] = Object.entries(value).map(([name, part]) => {
      if (typeof part !== 'string') return [name, inside(part)]
      // Texts without a person as author: system messages of tickets.
      if (name === 'text' && author === 'SYSTEM') return [name, sentence(part)]
      if (name === 'voidReason') return [name, sentence(part)]
      if (name === 'fix') return [name, sentence(part)]
      if (name !== 'message' || typeof code !== 'string') return [name, part]
      return [name, code in errorCatalogue ? refusalSaid(code as ErrorCode, message as string) : sentence(part)]
    })
    return Object.fromEntries(translated) as T
  }

  /** Translates an error stored as its English sentence, by parsing its values. */
  function refusalSaid(code: ErrorCode, english: string): string {
    const found = patternOf(errorCatalogue[code].message).exec(english)
    return found ? refusal(code, { ...found.groups }, english) : sentence(english)
  }

  const issue = (each: Issue) => translateIssue(each, known)
  return { sentence, issue, refusal, inside }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/**
 * Dates and times as the server writes them in English: `Wed 25 Nov 08:00`, `25 November 2026`, `2026-11-25`, `08:00`.
 */
const MOMENT = new RegExp(
  String.raw`\b(?:(?:(?<weekday>${weekdays.join('|')})[a-z]*,? )?(?<day>\d{1,2}) (?<month>${months.join('|')})[a-z]*(?: (?<year>\d{4}))?(?:,?(?: at)? (?<time>\d\d:\d\d))?|(?<iso>\d{4}-\d\d-\d\d)|(?<hour>\d\d:\d\d))\b`,
  'g',
)

/** The date of a text. Without a year, any year in which the weekday fits, because only the weekday is shown. */
function inferDate({ weekday, day = '1', month = 'Jan', year }: Readonly<Record<string, string | undefined>>): number {
  const at = (some: number) => Date.UTC(some, months.indexOf(month), Number(day))
  if (year) return at(Number(year))
  const isMeant = (some: number) => {
    const date = new Date(at(some))
    return date.getUTCDate() === Number(day) && (!weekday || date.getUTCDay() === weekdays.indexOf(weekday))
  }
  return at(oneRound.find(isMeant) ?? 2024)
}

/** The calendar repeats after 28 years. */
const oneRound = Array.from({ length: 28 }, (_, more) => 2024 + more)

interface MomentTranslator {
  (name: string, text: string): string
  number(text: string): string
}

/** Formats dates, amounts and numbers for the language. Names and titles stay. */
function createMomentTranslator(locale: Other): MomentTranslator {
  const number = (text: string) => localizeNumber(locale, text)
  const write = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at)
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const sinceMidnight = (time: string) => Date.parse(`1970-01-01T${time}Z`)
  const moment = (text: string) =>
    text.replace(MOMENT, (...found) => {
      const { weekday, year, time, iso, hour, ...rest } = found.at(-1) as Record<string, string | undefined>
      if (hour) return write(sinceMidnight(hour), clock)
      if (iso) return write(Date.parse(iso), { dateStyle: 'long' })
      return write(inferDate({ weekday, year, ...rest }) + (time ? sinceMidnight(time) : 0), {
        ...(weekday && { weekday: 'long' }),
        day: 'numeric',
        month: 'long',
        ...(year && { year: 'numeric' }),
        ...(time && clock),
      })
    })
  const amount = (text: string) => {
    const [, minus = '', symbol = '', figures = ''] = /^(-?)(\D*)(\d[\d,]*(?:\.\d+)?)$/.exec(text) ?? []
    return figures ? `${minus}${number(figures)}\u00a0${symbol.trim()}` : text
  }
  const respell = (name: string, text: string): string => {
    if (['time', 'date', 'from', 'to', 'until'].includes(name)) return moment(text)
    if (['amount', 'x', 'y'].includes(name)) return amount(text)
    return /^n?\d+$/.test(name) ? number(text) : text
  }
  return Object.assign(respell, { number })
}
