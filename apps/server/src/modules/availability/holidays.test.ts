import { describe, expect, it } from 'vitest'
import { statesOf } from '@fettle/protocol/common/states'
import { arabicHolidays } from '@fettle/protocol/i18n/ar-holidays'
import { frenchHolidays } from '@fettle/protocol/i18n/fr-holidays'
import { byCountry } from './holidays.data.ts'
import { byState } from './holidays.regions.ts'
import { easterOf, holidayOn, orthodoxEasterOf } from './holidays.ts'

describe('a holiday', () => {
  it('is computed from Easter, western and eastern', () => {
    const years = [2024, 2025, 2026, 2027, 2028, 2038]
    expect(years.map(easterOf)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2028-04-16',
      '2038-04-25',
    ])
    expect(years.map(orthodoxEasterOf)).toEqual([
      '2024-05-05',
      '2025-04-20',
      '2026-04-12',
      '2027-05-02',
      '2028-04-16',
      '2038-04-25',
    ])
  })

  it.each([
    ['NG', '2026-10-01', 'Independence Day'],
    ['NG', '2026-04-03', 'Good Friday'],
    ['GH', '2026-12-04', "Farmer's Day"],
    ['KE', '2027-10-11', 'Mazingira Day'],
    ['ZA', '2026-08-10', "Women's Day"],
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
    ['CN', '2026-02-16', "Chinese New Year's Eve"],
    ['CN', '2027-02-06', 'Chinese New Year'],
    ['CN', '2026-06-19', 'Dragon Boat Festival'],
    ['SG', '2025-01-29', 'Chinese New Year'],
    ['KR', '2026-09-25', 'Chuseok'],
    ['KR', '2026-05-24', "Buddha's Birthday"],
    ['VN', '2026-04-26', "Hùng Kings' Day"],
    ['XX', '2026-01-01', "New Year's Day"],
  ])('in %s on %s is %s', (country, date, name) => {
    expect(holidayOn(country, date)).toBe(name)
  })

  // Announced dates may differ by one day from the computed ones; the warning says so.
  it.each([
    ['NG', '2026-03-20', 'Eid al-Fitr'],
    ['NG', '2026-05-27', 'Eid al-Adha'],
    ['NG', '2026-08-25', "The Prophet's Birthday"],
    ['KE', '2025-03-30', 'Eid al-Fitr'],
    ['MA', '2026-06-16', 'Islamic New Year'],
    ['TR', '2025-06-06', 'Eid al-Adha'],
  ])('by the moon in %s on %s is %s, give or take a day', (country, date, name) => {
    expect(holidayOn(country, date)).toBe(`${name} (may be a day earlier or later)`)
  })

  it('by the lunar calendar may occur twice in a year, and is not repeated in a leap month', () => {
    const days = (year: number, country: string, name: string) =>
      Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10)).filter(
        (date) => date.startsWith(String(year)) && holidayOn(country, date)?.startsWith(name),
      )
    expect(days(2033, 'GH', 'Eid al-Fitr').map((date) => date.slice(0, 7))).toEqual(['2033-01', '2033-12'])
    // 2025 had a leap sixth month; the festivals of the fifth and eighth months occur once.
    expect(days(2025, 'CN', 'Dragon Boat')).toEqual(['2025-05-31'])
    expect(days(2025, 'CN', 'Mid-Autumn')).toEqual(['2025-10-06'])
  })

  it('of the Chinese calendar matches known dates', () => {
    const known = [
      ['2024-02-10', '2024-09-17'],
      ['2026-02-17', '2026-09-25'],
      ['2027-02-06', '2027-09-15'],
      ['2028-01-26', '2028-10-03'],
      ['2029-02-13', '2029-09-22'],
      ['2030-02-03', '2030-09-12'],
      ['2031-01-23', '2031-10-01'],
      ['2033-01-31', '2033-09-08'],
    ]
    for (const [first = '', middle = ''] of known)
      expect([first, holidayOn('CN', first), middle, holidayOn('CN', middle)]).toEqual([
        first,
        'Chinese New Year',
        middle,
        'Mid-Autumn Festival',
      ])
  })

  it.each([
    ['US', '2026-04-06'],
    ['DK', '2026-05-01'],
    ['GB', '2026-05-11'],
    ['ZA', '2026-08-08'],
    ['AU', '2026-04-27'],
    ['XX', '2026-12-25'],
  ])('is not kept in %s on %s', (country, date) => {
    expect(holidayOn(country, date)).toBeUndefined()
  })

  it.each([
    ['DE', 'Bavaria', '2027-01-06', 'Epiphany'],
    ['DE', 'Berlin', '2027-01-06', undefined],
    ['DE', 'Berlin', '2027-03-08', "Women's Day"],
    ['DE', 'Saxony', '2026-11-18', 'Repentance Day'],
    ['DE', 'Hesse', '2027-05-27', 'Corpus Christi'],
    ['DE', 'Hamburg', '2026-10-31', 'Reformation Day'],
    ['DE', 'Saarland', '2026-10-03', 'German Unity Day'],
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
    ['BR', 'Rio de Janeiro', '2027-02-09', 'Carnival'],
    ['BR', 'Espírito Santo', '2026-04-13', 'Our Lady of Penha'],
    ['IN', 'Maharashtra', '2027-05-01', 'Maharashtra Day'],
    ['NG', 'Lagos', '2026-10-01', 'Independence Day'],
    ['US', 'Texas', '2026-03-02', undefined],
  ])('in %s, %s, on %s is %s', (country, state, date, name) => {
    expect(holidayOn(country, date, state)).toBe(name)
  })

  it('of a state belongs to a selectable state', () => {
    for (const [country, rules] of Object.entries(byState)) {
      const states = statesOf(country)
      const unknown = Object.values(rules)
        .flatMap((names) => names.split(', '))
        .filter((name) => states.length > 0 && !states.includes(name))
      expect([country, unknown]).toEqual([country, []])
    }
  })

  it('has a name in every language', () => {
    const rules = [
      ...Object.values(byCountry).flatMap((all) => all.split('; ')),
      ...Object.values(byState).flatMap(Object.keys),
    ]
    const names = rules.map((rule) => rule.slice(rule.indexOf(' ') + 1))
    const called = [...new Set([...names, 'may be a day earlier or later'])].toSorted()
    expect(Object.keys(frenchHolidays).toSorted()).toEqual(called)
    expect(Object.keys(arabicHolidays).toSorted()).toEqual(called)
  })

  it('has a name and a date in every year', () => {
    for (const country of Object.keys(byCountry)) {
      for (const year of [2026, 2027, 2028, 2029]) {
        const days = Array.from({ length: 366 }, (_, day) =>
          new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10),
        )
        const kept = days.filter((date) => date.startsWith(String(year)) && holidayOn(country, date))
        // Few rules name the same day in some year.
        const rules = (byCountry[country] ?? '').split('; ').filter((rule) => !/^\d{4}-/.test(rule))
        expect([country, year, kept.length >= rules.length - 2]).toEqual([country, year, true])
      }
    }
  })
})
