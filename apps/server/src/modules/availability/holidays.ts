import { foldText } from '@fettle/protocol/common/countries'
import { addDays } from '../../platform/locale/zoned-time.ts'
import { byCountry } from './holidays.data.ts'
import { byState, otherNames } from './holidays.regions.ts'

/**
 * Public holidays on dates known long ahead or given by a lunar calendar. Dates settled by sighting the moon may be off
 * by one day. Proclaimed holidays are not included.
 */

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const DAY_MS = 86_400_000
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The first given weekday on or after a date. */
const from = (date: string, weekday: string): string =>
  addDays(date, (weekdays.indexOf(weekday) - weekdayOf(date) + 7) % 7)

const calendars = { I: 'islamic-umalqura', C: 'chinese', D: 'dangi' } as const
type Moon = keyof typeof calendars

// The new moon of 6 February 2027 occurs four minutes before midnight in Beijing; Intl assigns it to the next day.
const LATE_MOON = Date.UTC(2027, 1, 6)

const months = new Map<string, ReadonlyMap<string, string[]>>()

/** Dates of a Gregorian year by lunar month and day. `10-1` may occur twice in a year, or not at all. */
function moonYear(moon: Moon, year: number): ReadonlyMap<string, string[]> {
  const key = `${moon} ${year}`
  const known = months.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendars[moon]}`, {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  })
  const found = new Map<string, string[]>()
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) {
    const parts = format.formatToParts(
      moon === 'C' && at >= LATE_MOON && at < LATE_MOON + 29 * DAY_MS ? at + DAY_MS : at,
    )
    const part = (type: string) => parts.find((one) => one.type === type)?.value
    // A leap month is marked and has no holidays.
    const name = `${part('month')}-${part('day')}`
    found.set(name, [...(found.get(name) ?? []), new Date(at).toISOString().slice(0, 10)])
  }
  months.set(key, found)
  return found
}

/** The dates of a rule in a year: usually one, in lunar calendars two or none. */
function datesOf(rule: string, year: number): readonly string[] {
  const byMoon = /^([ICD])(\d{2})-(\d{2})([+-]\d)?$/.exec(rule)
  if (!byMoon) return [dateOf(rule, year)].filter((date) => date !== undefined)
  const [, moon = 'I', month, day, shift = '0'] = byMoon
  const found = moonYear(moon as Moon, year).get(`${Number(month)}-${Number(day)}`) ?? []
  return found.map((date) => addDays(date, Number(shift)))
}

/** The date of a rule of `holidays.data.ts` in a year. */
function dateOf(rule: string, year: number): string | undefined {
  if (/^\d{2}-\d{2}$/.test(rule)) return `${year}-${rule}`
  if (/^\d{4}-/.test(rule)) return rule
  const counted = /^([EO])([+-]\d+)$/.exec(rule)
  if (counted) return addDays(counted[1] === 'E' ? easterOf(year) : orthodoxEasterOf(year), Number(counted[2]))
  const onOrAfter = /^([A-Z]{3})>=(\d{2}-\d{2})$/.exec(rule)
  if (onOrAfter?.[1]) return from(`${year}-${onOrAfter[2]}`, onOrAfter[1])
  const nth = /^([1-5L])([A-Z]{3})\/(\d{2})$/.exec(rule)
  if (!nth?.[2]) return undefined
  const first = from(`${year}-${nth[3]}-01`, nth[2])
  if (nth[1] !== 'L') return addDays(first, (Number(nth[1]) - 1) * 7)
  const fifth = addDays(first, 28)
  return fifth.slice(5, 7) === nth[3] ? fifth : addDays(first, 21)
}

/** The substitute day, where a country moves holidays on weekends. */
function insteadOf(date: string, way: string): string | undefined {
  const weekday = weekdayOf(date)
  const [isSaturday, isSunday] = [weekday === 6, weekday === 0]
  if (way === 'S') return isSunday ? addDays(date, 1) : undefined
  if (!isSaturday && !isSunday) return undefined
  if (way === 'M') return addDays(date, isSaturday ? 2 : 1)
  // Two days in a row: each moves by two days.
  if (way === 'P') return addDays(date, 2)
  return addDays(date, isSaturday ? -1 : 1)
}

const listed = (names: string): string[] => names.split(', ').map(foldText)

/** The name of a state in `holidays.regions.ts`, for any spelling. Undefined: no additional holidays. */
function stateNamed(country: string, state: string): string {
  const called = foldText(state).replace(/^(canton|kanton|cantone)( (of|de|du|di))? /, '')
  const others = Object.entries(otherNames[country] ?? {})
  const name = foldText(others.find(([, names]) => listed(names).includes(called))?.[0] ?? called)
  return Object.values(byState[country] ?? {}).some((states) => listed(states).includes(name)) ? name : ''
}

/** The additional rules of a state. */
const rulesOfState = (country: string, state: string): string[] =>
  Object.entries(byState[country] ?? {}).flatMap(([rule, states]) => (listed(states).includes(state) ? [rule] : []))

/** Holidays of a country, and of a state in it, in a year: name by date. */
function holidaysOf(country: string, state: string, year: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const rules = [...(byCountry[country] ?? "01-01 New Year's Day").split('; '), ...rulesOfState(country, state)]
  for (const line of rules) {
    const [, rule = '', way, name = ''] = /^(\S+?)(?:~([MPSU]))? (.+)$/.exec(line) ?? []
    // Chinese and Korean dates are computed exactly; Islamic months start with a sighting.
    const label = rule.startsWith('I') ? `${name} (may be a day earlier or later)` : name
    for (const date of datesOf(rule, year)) {
      const instead = way && insteadOf(date, way)
      if (!found.has(date)) found.set(date, label)
      if (instead && !found.has(instead)) found.set(instead, label)
    }
  }
  return found
}

const remembered = new Map<string, ReadonlyMap<string, string>>()

/** The name of the holiday on a date in a country or state. For unknown countries only New Year. */
export function holidayOn(country: string, date: string, state = ''): string | undefined {
  const year = Number(date.slice(0, 4))
  const name = stateNamed(country, state)
  const key = `${country} ${name} ${year}`
  const known = remembered.get(key) ?? holidaysOf(country, name, year)
  remembered.set(key, known)
  // The next New Year may be observed on the last day of this year.
  return known.get(date) ?? (date.endsWith('12-31') ? holidaysOf(country, name, year + 1).get(date) : undefined)
}

/** Western Easter Sunday (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  const part = (value: number) => String(value).padStart(2, '0')
  return `${year}-${part(Math.floor(f / 31))}-${part((f % 31) + 1)}`
}

/** Orthodox Easter Sunday (Meeus), as a Gregorian date: the Julian calendar is thirteen days behind until 2099. */
export function orthodoxEasterOf(year: number): string {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const old = Date.UTC(year, Math.floor((d + e + 114) / 31) - 1, ((d + e + 114) % 31) + 1)
  return new Date(old + 13 * DAY_MS).toISOString().slice(0, 10)
}
