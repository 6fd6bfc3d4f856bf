import { errorCatalogue, errorMessage, type ErrorCode, type Failure, type Issue, type Success } from '@fettle/protocol'
import type { Locale } from '@fettle/protocol/common/locales'
import { arabic } from '@fettle/protocol/i18n/ar'
import { french } from '@fettle/protocol/i18n/fr'
import { localizeNumber, interpolate, translate, translateIssue } from '@fettle/protocol/i18n/translate'
import type { MessageCatalogue } from '@fettle/protocol/i18n/catalogue'
import type { FastifyInstance } from 'fastify'
import { localeOfRequest } from './locale.ts'
import { addVary } from './vary.ts'

/**
 * Answers in the reader's language (decision 180). Everything is decided, kept and logged in English; what a person
 * will read is translated on its way out: an error by its code and details, every other sentence by its English. What
 * has no translation in a language stays English.
 */

type Other = Exclude<Locale, 'en'>
const catalogs: Readonly<Record<Other, MessageCatalogue>> = { fr: french, ar: arabic }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEnvelope = (body: unknown): body is Success<unknown> | Failure =>
  isObject(body) && typeof body['success'] === 'boolean' && typeof body['message'] === 'string'

// The marketplace's side is for programs and its log files: it stays English.
const isForPeople = (url: string) => url.startsWith('/v2/') && !/^\/v2\/marketplace(?=[/?]|$)/.test(url)

/** Says the envelopes of the provider's API in the language their request is answered in. */
export function localizeResponses(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, body: unknown) => {
    if (!isEnvelope(body) || !isForPeople(request.url)) return body
    const locale = localeOfRequest(request)
    addVary(reply, 'accept-language', 'cookie')
    reply.header('content-language', locale)
    return localizeEnvelope(locale, body)
  })
}

/** An envelope in a language. English is given back as it is. */
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
  /** Sentences within data: beside a `code`, what to do about it, and what the product itself wrote down. */
  inside<T>(value: T): T
}
const translators: Partial<Record<Other, EnvelopeTranslator>> = {}

/** A sentence whose values are named: `Le total est de {amount}.` by what it looks like in English. */
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
  const {
    errors: refusals,
    messages: sentences,
    resources: things,
    states,
    anyResource: anything,
    holidays,
  } = catalogs[locale]
  const respell = createMomentTranslator(locale)
  const patterns = Object.entries(sentences).flatMap(([key, template]): Pattern[] =>
    isNamed(key) ? [{ looks: patternOf(key), template }] : [],
  )
  const lookup = (key: string) => (Object.hasOwn(sentences, key) ? sentences[key] : undefined)

  /** A holiday by its name, and what stands in brackets behind it. */
  const holidayOf = (english: string) =>
    english.replace(/[^()]*[^() ]/g, (part) => (Object.hasOwn(holidays, part) ? String(holidays[part]) : part))
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
    // Not every overlap is with something that has a number.
    if (name === 'reference') return sentence(value)
    if (name === 'list') return listOf(value, details)
    return respell(name, value)
  }

  /** What a refusal lists: warnings, or names between commas. */
  function listOf(list: string, { warnings }: Readonly<Record<string, unknown>>): string {
    if (Array.isArray(warnings)) return warnings.map(({ message }: { message: string }) => sentence(message)).join(' ')
    return list
      .split(', ')
      .map(sentence)
      .join(locale === 'ar' ? '، ' : ', ')
  }

  function refusal(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}, english: string): string {
    // Some say more exactly what is wrong than their code does.
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
      // What nobody wrote: a ticket's timers speak for themselves.
      if (name === 'text' && author === 'SYSTEM') return [name, sentence(part)]
      if (name === 'voidReason') return [name, sentence(part)]
      if (name === 'fix') return [name, sentence(part)]
      if (name !== 'message' || typeof code !== 'string') return [name, part]
      return [name, code in errorCatalogue ? refusalSaid(code as ErrorCode, message as string) : sentence(part)]
    })
    return Object.fromEntries(translated) as T
  }

  /** A refusal that was kept as its sentence: its values are read from it again. */
  function refusalSaid(code: ErrorCode, english: string): string {
    const found = patternOf(errorCatalogue[code].message).exec(english)
    return found ? refusal(code, { ...found.groups }, english) : sentence(english)
  }

  const issue = (each: Issue) => translateIssue(each, known)
  return { sentence, issue, refusal, inside }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** As the server writes moments in English: `Wed 25 Nov 08:00`, `25 November 2026`, `2026-11-25`, `08:00`. */
const MOMENT = new RegExp(
  String.raw`\b(?:(?:(?<weekday>${weekdays.join('|')})[a-z]*,? )?(?<day>\d{1,2}) (?<month>${months.join('|')})[a-z]*(?: (?<year>\d{4}))?(?:,?(?: at)? (?<time>\d\d:\d\d))?|(?<iso>\d{4}-\d\d-\d\d)|(?<hour>\d\d:\d\d))\b`,
  'g',
)

/** The day that is meant; without its year one that has this weekday, as only that is said. */
function inferDate({ weekday, day = '1', month = 'Jan', year }: Readonly<Record<string, string | undefined>>): number {
  const at = (some: number) => Date.UTC(some, months.indexOf(month), Number(day))
  if (year) return at(Number(year))
  const isMeant = (some: number) => {
    const date = new Date(at(some))
    return date.getUTCDate() === Number(day) && (!weekday || date.getUTCDay() === weekdays.indexOf(weekday))
  }
  return at(oneRound.find(isMeant) ?? 2024)
}

/** The calendar repeats itself after 28 years. */
const oneRound = Array.from({ length: 28 }, (_, more) => 2024 + more)

interface MomentTranslator {
  (name: string, text: string): string
  number(text: string): string
}

/** Dates, amounts and figures as the language writes them. Names and titles are left alone. */
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
