import { describe, expect, it } from 'vitest'
import { holidayMessages } from '@fettle/protocol/availability/holidays.messages'
import { corrections, preferredNames } from './holidays.data.ts'
import { textIn } from '../../platform/locale/messages.ts'
import { loadHolidays } from './holidays.ts'

const nameOn = async (country: string, day: string, state = '', locale: 'en' | 'fr' | 'ar' = 'en') => {
  const holiday = (await loadHolidays(country, state))(day)
  return holiday && textIn(locale, holiday)
}

describe('a holiday', () => {
  it.each([
    ['NG', '2026-10-01', 'Independence Day'],
    ['NG', '2026-04-03', 'Good Friday'],
    ['NG', '2026-05-27', 'Id el Kabir (may be a day earlier or later)'],
    ['GH', '2026-12-04', "Farmer's Day"],
    ['KE', '2027-10-11', 'Mazingira Day'],
    ['ZA', '2026-08-10', 'Substitute day'],
    ['ZA', '2026-04-06', 'Family Day'],
    ['ZM', '2026-07-06', "Heroes' Day"],
    ['GB', '2026-05-04', 'Early May bank holiday'],
    ['GB', '2026-05-25', 'Spring bank holiday'],
    ['GB', '2026-08-31', 'Summer bank holiday'],
    ['GB', '2026-12-28', 'Boxing Day'],
    ['GB', '2027-12-27', 'Christmas Day'],
    ['GB', '2027-12-28', 'Boxing Day'],
    ['IE', '2026-10-26', 'October holiday'],
    ['DE', '2026-05-14', 'Ascension Day'],
    ['AT', '2026-06-04', 'Corpus Christi'],
    ['NL', '2026-04-27', "King's Day"],
    ['SE', '2026-06-20', 'Midsummer Day'],
    ['FI', '2026-10-31', "All Saints' Day"],
    ['IS', '2026-04-23', 'First Day of Summer'],
    ['DK', '2026-04-02', 'Maundy Thursday'],
    ['GR', '2026-02-23', 'Clean Monday'],
    ['RO', '2026-06-01', "Children's Day"],
    ['BG', '2026-04-10', 'Good Friday'],
    ['PT', '2026-06-10', 'Portugal Day'],
    ['IT', '2026-06-02', 'Republic Day'],
    ['US', '2026-01-19', 'Martin Luther King Jr. Day'],
    ['US', '2026-05-25', 'Memorial Day'],
    ['US', '2026-11-26', 'Thanksgiving'],
    ['US', '2026-07-03', 'Independence Day'],
    ['US', '2027-12-31', "New Year's Day"],
    ['CA', '2026-09-07', 'Labour Day'],
    ['MX', '2026-11-16', 'Revolution Day'],
    ['BR', '2026-11-20', 'Black Awareness Day'],
    ['AU', '2027-01-26', 'Australia Day'],
    ['AU', '2026-12-28', 'Boxing Day'],
    ['NZ', '2026-07-10', 'Matariki'],
    ['NZ', '2026-10-26', 'Labour Day'],
    ['NZ', '2027-04-26', 'Anzac Day'],
    ['IN', '2026-01-26', 'Republic Day'],
    ['JP', '2026-07-20', 'Marine Day'],
    ['PH', '2026-08-31', "National Heroes' Day"],
    ['CN', '2026-02-16', 'Chinese New Year'],
    ['CN', '2027-02-06', 'Chinese New Year'],
    ['CN', '2026-06-19', 'Dragon Boat Festival'],
    ['SG', '2025-01-29', 'Chinese New Year'],
    ['KR', '2026-02-16', 'Seollal'],
    ['KR', '2026-09-25', 'Chuseok'],
    ['KR', '2026-05-24', "Buddha's Birthday"],
    ['VN', '2026-04-26', "Hùng Kings' Day"],
    ['XX', '2026-01-01', "New Year's Day"],
  ])('in %s on %s is %s', async (country, day, name) => {
    expect(await nameOn(country, day)).toBe(name)
  })

  it.each([
    ['US', '2026-04-06'],
    ['DK', '2026-05-01'],
    ['GB', '2026-05-11'],
    ['ZA', '2026-08-08'],
    ['AU', '2026-04-27'],
    ['NG', '2026-05-26'],
    ['DE', '2026-12-24'],
    ['XX', '2026-12-25'],
  ])('is not kept in %s on %s', async (country, day) => {
    expect(await nameOn(country, day)).toBeUndefined()
  })

  it.each([
    ['DE', 'Bavaria', '2027-01-06', 'Epiphany'],
    ['DE', 'Berlin', '2027-01-06', undefined],
    ['DE', 'Berlin', '2027-03-08', "Women's Day"],
    ['DE', 'Saxony', '2026-11-18', 'Repentance Day'],
    ['DE', 'Hesse', '2027-05-27', 'Corpus Christi'],
    ['DE', 'Hamburg', '2026-10-31', 'Reformation Day'],
    ['AU', 'Victoria', '2026-11-03', 'Melbourne Cup Day'],
    ['AU', 'Queensland', '2026-10-05', "King's Birthday"],
    ['AU', 'Tasmania', '2026-10-05', undefined],
    ['CA', 'Quebec', '2027-05-24', "National Patriots' Day"],
    ['CA', 'Ontario', '2026-10-12', 'Thanksgiving'],
    ['CA', 'Nova Scotia', '2026-10-12', undefined],
    ['CH', 'Zürich', '2026-04-06', 'Easter Monday'],
    ['CH', 'zh', '2026-04-06', 'Easter Monday'],
    ['CH', 'Canton de Genève', '2026-09-10', 'Genevan Fast'],
    ['CH', 'Geneva', '2027-09-09', 'Genevan Fast'],
    ['CH', 'Valais', '2026-04-03', undefined],
    ['CH', 'Vaud', '2027-09-20', 'Federal Fast Monday'],
    ['GB', 'Scotland', '2026-01-02', '2 January'],
    ['BR', 'Rio de Janeiro', '2027-02-09', 'Carnival'],
    ['BR', 'São Paulo', '2026-11-20', 'Black Awareness Day'],
    ['IN', 'Maharashtra', '2027-05-01', 'Maharashtra Day'],
    ['IN', 'Odisha', '2027-04-01', 'Odisha Day'],
    ['NG', 'Lagos', '2026-10-01', 'Independence Day'],
    ['US', 'Texas', '2026-03-03', undefined],
  ])('in %s, %s, on %s is %s', async (country, state, day, name) => {
    expect(await nameOn(country, day, state)).toBe(name)
  })

  it('is named in the language of the reader', async () => {
    expect(await nameOn('NG', '2026-04-03', '', 'fr')).toBe('Vendredi saint')
    expect(await nameOn('KE', '2026-03-20', '', 'ar')).toBe('عيد الفطر (قد يكون قبل ذلك بيوم أو بعده)')
    // Without a translation, the name that the calendar has, kept apart from the direction of the sentence.
    expect(await nameOn('BM', '2026-05-29', '', 'ar')).toBe('\u2068Bermuda Day\u2069')
  })
})

describe('a correction of the calendar', () => {
  it.each(Object.entries(corrections))('in %s names a day of each year', async (place, rules) => {
    const [country = '', code = ''] = place.split('-')
    const holidayOn = await loadHolidays(country, code)
    const days = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    )
    const names = days.map((day) => holidayOn(day)).map((holiday) => holiday && textIn('en', holiday))
    const missing = Object.values(rules).filter(
      (rule) => rule !== false && !names.some((name) => name?.startsWith(rule)),
    )
    expect(missing).toEqual([])
  })

  it('uses names that are translated', () => {
    const named = new Set<string>(Object.values(holidayMessages))
    const names = [
      ...Object.values(preferredNames),
      ...Object.values(corrections).flatMap((rules) => Object.values(rules)),
    ]
    expect(names.filter((name) => name !== false && !named.has(name))).toEqual([])
  })
})
