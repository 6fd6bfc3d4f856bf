import { holidayMessages } from '@fettle/protocol/availability/holidays.messages'
import { foldText } from '@fettle/protocol/common/countries'
import { stateCodeOf } from '@fettle/protocol/common/country-states'
import type { MessageDescriptor } from '@fettle/i18n/message'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type Holidays from 'date-holidays'
import { corrections, preferredNames, stateCodes, usualStates } from './holidays.data.ts'

/** The name of the public holiday on a calendar day, if any. */
export type HolidayLookup = (day: string) => HolidayMessage | undefined
type HolidayMessage = MessageDescriptor<keyof typeof holidayMessages>

type Library = typeof Holidays
let library: Promise<Library> | undefined

/**
 * Loads the public holidays of a country and of a state in it, from date-holidays and our corrections. The library
 * takes about 25 MB and a quarter of a second, so it is loaded when a schedule first needs it.
 */
export async function loadHolidays(country: string, state = ''): Promise<HolidayLookup> {
  library ??= import('date-holidays').then((module) => module.default)
  const Calendar = await library
  return (day) => daysOf(Calendar, country, state, Number(day.slice(0, 4))).get(day)
}

const years = new Map<string, ReadonlyMap<string, HolidayMessage>>()
/** The state is free text, so their number has no limit of its own. */
const MAX_CACHED_YEARS = 1_000

function daysOf(Calendar: Library, country: string, state: string, year: number): ReadonlyMap<string, HolidayMessage> {
  const key = `${country} ${state} ${year}`
  const cached = years.get(key)
  if (cached) return cached
  if (years.size >= MAX_CACHED_YEARS) years.clear()
  const days = listDays(Calendar, country, state, year)
  years.set(key, days)
  return days
}

function listDays(Calendar: Library, country: string, state: string, year: number): Map<string, HolidayMessage> {
  const code = findState(Calendar, country, state) ?? usualStates[country]
  const calendar = new Calendar(country, code ?? '', { types: ['public'] })
  for (const place of [country, `${country}-${code}`]) {
    for (const [rule, name] of Object.entries(corrections[place] ?? {})) {
      if (name === false) calendar.unsetRule(rule)
      else calendar.setHoliday(rule, { name: { en: name }, type: 'public' })
    }
  }
  const days = new Map<string, HolidayMessage>()
  for (const { date, start, end, name, rule, substitute } of calendar.getHolidays(year, 'en')) {
    // A substitute day has its note in brackets: "Boxing Day (substitute day)".
    const message = messageOf(substitute ? name.replace(/ \([^()]*\)$/, '') : name, rule)
    const first = Date.parse(date.slice(0, 10))
    const length = Math.max(1, Math.round((+end - +start) / DAY_MS))
    for (let index = 0; index < length; index += 1) {
      const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
      if (!days.has(day)) days.set(day, message)
    }
  }
  // Countries that the library does not know.
  if (days.size === 0) days.set(`${year}-01-01`, { code: 'holiday.new-year-s-day' })
  return days
}

const ISLAMIC_MONTH = /Muharram|Rabi al|Rajab|Shaban|Ramadan|Shawwal|Dhu al/

/** A holiday's name as a message. Islamic months start with a sighting of the moon, so their dates may shift. */
function messageOf(name: string, rule: string): HolidayMessage {
  const code = `holiday.${foldText(preferredNames[name] ?? name).replaceAll(' ', '-')}`
  const holiday: HolidayMessage = isKnown(code) ? { code } : { code: 'holiday.other', params: { name } }
  return ISLAMIC_MONTH.test(rule) ? { code: 'holiday.tentative', params: { holiday } } : holiday
}

const isKnown = (code: string): code is keyof typeof holidayMessages => Object.hasOwn(holidayMessages, code)

/** The library's code of a state given by code or name, in English or a language of the country. */
function findState(Calendar: Library, country: string, text: string): string | undefined {
  if (text === '') return undefined
  const stateCode = stateCodeOf(country, text)
  if (stateCode) return stateCodes[`${country}-${stateCode}`] ?? stateCode
  const calendar = new Calendar(country)
  const foldedName = foldState(text)
  for (const language of ['en', ...calendar.getLanguages()]) {
    for (const [code, name] of Object.entries(calendar.getStates(country, language) ?? {})) {
      if (code.toLowerCase() === foldedName || foldState(name) === foldedName) return code
    }
  }
  return undefined
}

const foldState = (name: string) => foldText(name).replace(/^(canton|kanton|cantone)( (of|de|du|di|d))? /, '')
