import { addDays } from '../../platform/wall-time.ts'

/** Public holidays that fall on a date known long ahead: fixed days, and days counted from Easter. */

type Rule = [day: string | number, name: string]

const NEW_YEAR: Rule = ['01-01', "New Year's Day"]
const LABOUR_DAY: Rule = ['05-01', 'Labour Day']
const CHRISTMAS: Rule = ['12-25', 'Christmas Day']
const BOXING_DAY: Rule = ['12-26', 'Boxing Day']
const GOOD_FRIDAY: Rule = [-2, 'Good Friday']
const EASTER_MONDAY: Rule = [1, 'Easter Monday']
const ASCENSION: Rule = [39, 'Ascension Day']
const WHIT_MONDAY: Rule = [50, 'Whit Monday']
const COMMON = [NEW_YEAR, LABOUR_DAY, CHRISTMAS]
const COMMONWEALTH = [...COMMON, BOXING_DAY, GOOD_FRIDAY, EASTER_MONDAY]

const byCountry: Readonly<Record<string, readonly Rule[]>> = {
  NG: [...COMMONWEALTH, ['06-12', 'Democracy Day'], ['10-01', 'Independence Day']],
  GH: [...COMMONWEALTH, ['03-06', 'Independence Day'], ['07-01', 'Republic Day']],
  KE: [...COMMONWEALTH, ['06-01', 'Madaraka Day'], ['10-20', 'Mashujaa Day'], ['12-12', 'Jamhuri Day']],
  ZA: [
    ...COMMON,
    GOOD_FRIDAY,
    [1, 'Family Day'],
    ['03-21', 'Human Rights Day'],
    ['04-27', 'Freedom Day'],
    ['06-16', 'Youth Day'],
    ['08-09', "Women's Day"],
    ['09-24', 'Heritage Day'],
    ['12-16', 'Day of Reconciliation'],
    ['12-26', 'Day of Goodwill'],
  ],
  GB: [NEW_YEAR, CHRISTMAS, BOXING_DAY, GOOD_FRIDAY, EASTER_MONDAY],
  IE: [NEW_YEAR, ['03-17', "Saint Patrick's Day"], CHRISTMAS, ['12-26', "Saint Stephen's Day"], EASTER_MONDAY],
  AU: [NEW_YEAR, ['01-26', 'Australia Day'], ['04-25', 'Anzac Day'], CHRISTMAS, BOXING_DAY, GOOD_FRIDAY, EASTER_MONDAY],
  US: [NEW_YEAR, ['06-19', 'Juneteenth'], ['07-04', 'Independence Day'], ['11-11', 'Veterans Day'], CHRISTMAS],
  CA: [NEW_YEAR, ['07-01', 'Canada Day'], GOOD_FRIDAY, CHRISTMAS],
  DE: [
    ...COMMON,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    ASCENSION,
    WHIT_MONDAY,
    ['10-03', 'German Unity Day'],
    ['12-26', 'Second Day of Christmas'],
  ],
  FR: [
    ...COMMON,
    EASTER_MONDAY,
    ASCENSION,
    WHIT_MONDAY,
    ['05-08', 'Victory Day'],
    ['07-14', 'Bastille Day'],
    ['08-15', 'Assumption'],
    ['11-01', "All Saints' Day"],
    ['11-11', 'Armistice Day'],
  ],
}

/** The name of the holiday a country keeps on a date, if it does everywhere. Where we know of none, only New Year. */
export function holidayOn(country: string, date: string): string | undefined {
  const easter = easterOf(Number(date.slice(0, 4)))
  const rules = byCountry[country] ?? [NEW_YEAR]
  return rules.find(([day]) => (typeof day === 'string' ? date.endsWith(day) : addDays(easter, day) === date))?.[1]
}

/** Easter Sunday of the western churches (Meeus, Jones and Butcher). */
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
