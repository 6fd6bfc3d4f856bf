import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import { readBusyTimes } from './ical.reader.ts'
import parseBusyTimes from './ical.reader.worker.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260301T000000Z', ...lines, 'END:VEVENT']

const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
]

async function read(text: string, from = '2026-03-01', to = '2026-05-01') {
  const busy = await readBusyTimes({ text, from: new Date(from), to: new Date(to), timeZone: 'Africa/Lagos' })
  return busy.map(({ startAt, endAt, title }) => [
    startAt.toISOString().slice(0, 16),
    endAt.toISOString().slice(0, 16),
    title,
  ])
}

describe('parsing a calendar file', () => {
  it('uses the time zone it defines, whatever its name, across daylight saving changes', async () => {
    const weekly = event(
      'DTSTART;TZID=W. Europe Standard Time:20260322T090000',
      'DTEND;TZID=W. Europe Standard Time:20260322T100000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'SUMMARY:Choir',
    )
    expect(await read(calendar(...berlin, ...weekly))).toEqual([
      ['2026-03-22T08:00', '2026-03-22T09:00', 'Choir'],
      ['2026-03-29T07:00', '2026-03-29T08:00', 'Choir'],
      ['2026-04-05T07:00', '2026-04-05T08:00', 'Choir'],
    ])
  })

  it("uses a named time zone, or the owner's", async () => {
    const named = event('DTSTART;TZID=America/New_York:20260310T090000', 'DTEND;TZID=America/New_York:20260310T100000')
    const placeless = event('DTSTART;TZID=IST:20260310T090000', 'DTEND;TZID=IST:20260310T100000')
    const floating = event('DTSTART:20260311T090000', 'DTEND:20260311T100000')
    const allDay = event('DTSTART;VALUE=DATE:20260312')
    expect(await read(calendar(...named))).toEqual([['2026-03-10T13:00', '2026-03-10T14:00', '']])
    expect(await read(calendar(...placeless))).toEqual([['2026-03-10T03:30', '2026-03-10T04:30', '']])
    expect(await read(calendar(...floating))).toEqual([['2026-03-11T08:00', '2026-03-11T09:00', '']])
    expect(await read(calendar(...allDay))).toEqual([['2026-03-11T23:00', '2026-03-12T23:00', '']])
  })

  it('compares exceptions and ends in UTC with a time zone the file only names', async () => {
    const daily = event(
      'DTSTART;TZID=Europe/Berlin:20260327T090000',
      'DTEND;TZID=Europe/Berlin:20260327T100000',
      'RRULE:FREQ=DAILY;UNTIL=20260331T070000Z',
      'EXDATE:20260328T080000Z',
    )
    const moved = event('RECURRENCE-ID:20260330T070000Z', 'DTSTART:20260330T150000Z', 'DTEND:20260330T160000Z')
    expect((await read(calendar(...daily, ...moved))).map(([start]) => start)).toEqual([
      '2026-03-27T08:00',
      '2026-03-29T07:00',
      '2026-03-30T15:00',
      '2026-03-31T07:00',
    ])
  })

  it('excludes a date after excluded dates on which nothing occurs', async () => {
    const weekly = event(
      'DTSTART:20260302T090000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE:20260303T090000Z,20260304T090000Z,20260309T090000Z',
    )
    const floating = event(
      'DTSTART:20260410T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE:20260411T080000Z',
    )
    expect((await read(calendar(...weekly))).map(([start]) => start)).toEqual(['2026-03-02T09:00', '2026-03-16T09:00'])
    expect((await read(calendar(...floating))).map(([start]) => start)).toEqual(['2026-04-10T08:00'])
  })

  it('ends an event in the time zone of its end', async () => {
    const flight = event('DTSTART;TZID=Africa/Lagos:20260310T090000', 'DTEND;TZID=America/New_York:20260310T160000')
    const call = event('DTSTART;TZID=Europe/London:20260311T090000', 'DTEND:20260311T093000Z')
    expect(await read(calendar(...flight))).toEqual([['2026-03-10T08:00', '2026-03-10T20:00', '']])
    expect(await read(calendar(...call))).toEqual([['2026-03-11T09:00', '2026-03-11T09:30', '']])
  })

  it('excludes cancelled and follows moved occurrences of a series', async () => {
    const daily = event(
      'DTSTART:20260302T090000Z',
      'DTEND:20260302T100000Z',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20260303T090000Z',
    )
    const moved = event('RECURRENCE-ID:20260304T090000Z', 'DTSTART:20260304T150000Z', 'DTEND:20260304T160000Z')
    const cancelled = event(
      'RECURRENCE-ID:20260305T090000Z',
      'DTSTART:20260305T090000Z',
      'DTEND:20260305T100000Z',
      'STATUS:CANCELLED',
    )
    expect((await read(calendar(...daily, ...moved, ...cancelled))).map(([start]) => start)).toEqual([
      '2026-03-02T09:00',
      '2026-03-04T15:00',
    ])
  })

  it('follows occurrences that were moved into the needed range from before and after it', async () => {
    const monthly = event('DTSTART:20260102T090000Z', 'DTEND:20260102T100000Z', 'RRULE:FREQ=MONTHLY')
    const move = (from: string, to: string, ...more: string[]) =>
      event(`RECURRENCE-ID:${from}T090000Z`, `DTSTART:${to}T090000Z`, `DTEND:${to}T100000Z`, ...more)
    const moved = [
      ...move('20260202', '20260320'),
      ...move('20260602', '20260410'),
      ...move('20260702', '20260411', 'STATUS:CANCELLED'),
      ...move('20260802', '20260803'),
      ...move('20260402', '20260502'),
    ]
    expect((await read(calendar(...monthly, ...moved))).map(([start]) => start)).toEqual([
      '2026-03-02T09:00',
      '2026-03-20T09:00',
      '2026-04-10T09:00',
    ])
  })

  it('expands endless recurrences within the needed range', async () => {
    const forever = event('DTSTART:20200101T090000Z', 'DTEND:20200101T100000Z', 'RRULE:FREQ=DAILY')
    const found = await read(calendar(...forever), '2026-03-01', '2026-03-04')
    expect(found.map(([start]) => start)).toEqual(['2026-03-01T09:00', '2026-03-02T09:00', '2026-03-03T09:00'])
  })

  it('reads additional dates with periods of their own', async () => {
    const extra = event(
      'DTSTART:20260302T090000Z',
      'DTEND:20260302T100000Z',
      'RDATE;VALUE=PERIOD:20260304T090000Z/PT2H,20260305T090000Z/20260305T093000Z',
    )
    expect(await read(calendar(...extra))).toEqual([
      ['2026-03-02T09:00', '2026-03-02T10:00', ''],
      ['2026-03-04T09:00', '2026-03-04T11:00', ''],
      ['2026-03-05T09:00', '2026-03-05T09:30', ''],
    ])
  })

  it('reads such periods in their time zone, without those that are excluded or moved', async () => {
    const extra = event(
      'DTSTART;TZID=America/New_York:20260302T090000',
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD;TZID=America/New_York:20260305T090000/PT2H,20260306T090000/PT2H,20260307T090000/PT2H',
      'EXDATE:20260306T140000Z',
    )
    const moved = event('RECURRENCE-ID:20260307T140000Z', 'DTSTART:20260308T090000Z', 'DURATION:PT1H')
    expect((await read(calendar(...extra, ...moved))).map(([start]) => start)).toEqual([
      '2026-03-02T14:00',
      '2026-03-05T14:00',
      '2026-03-08T09:00',
    ])
  })

  it('excludes an occurrence that is cancelled without a time', async () => {
    const daily = event('DTSTART:20260302T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3')
    const cancelled = event('RECURRENCE-ID:20260303T090000Z', 'STATUS:CANCELLED')
    const timeless = event('RECURRENCE-ID:20260304T090000Z')
    expect((await read(calendar(...daily, ...cancelled, ...timeless))).map(([start]) => start)).toEqual([
      '2026-03-02T09:00',
      '2026-03-04T09:00',
    ])
  })

  it('reads titles with line separators of Unicode, and no to-dos', async () => {
    const todo = ['BEGIN:VTODO', 'UID:2', 'DTSTART:tomorrow', 'RRULE:FREQ=FORTNIGHTLY', 'END:VTODO']
    const team = event('SUMMARY:Team\u2028meeting', 'DTSTART:20260304T090000Z', 'DURATION:PT1H')
    expect((await read(calendar(...todo, ...team))).map(([start]) => start)).toEqual(['2026-03-04T09:00'])
  })

  it('reads a file that begins with a byte order mark', async () => {
    const dentist = event('DTSTART:20260304T090000Z', 'DTEND:20260304T100000Z', 'SUMMARY:Dentist')
    expect(await read(`\uFEFF${calendar(...dentist)}`)).toEqual([['2026-03-04T09:00', '2026-03-04T10:00', 'Dentist']])
  })

  it('skips events it cannot read, and reads the others', async () => {
    const dentist = event('DTSTART:20260304T090000Z', 'DTEND:20260304T100000Z', 'SUMMARY:Dentist')
    const broken = [
      event('DTSTART:tomorrow'),
      event('DTSTART:20260305T090000Z', 'DTEND:later'),
      event('DTSTART:20260305T090000Z', 'DURATION:one hour'),
      event('DTSTART:20260305T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=FORTNIGHTLY'),
      event('DTSTART:20260305T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=never'),
      event('DTSTART:20260305T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY', 'EXDATE:never'),
      event('DTSTART;TZID="Europe/London:20260305T090000'),
      event('RECURRENCE-ID:never', 'DTSTART:20260305T090000Z', 'DURATION:PT1H'),
    ]
    for (const lines of broken) {
      expect(await read(calendar(...lines, ...dentist))).toEqual([['2026-03-04T09:00', '2026-03-04T10:00', 'Dentist']])
    }
  })

  it('does not mind malformed lines it does not need', async () => {
    const dentist = event(
      'DTSTART:20260304T090000Z',
      'DTEND:20260304T100000Z',
      'SUMMARY:Check',
      ' -up',
      'DESCRIPTION:Bring your insurance card.',
      'Second floor',
      'END: about ten',
      'ATTENDEE;CN="Ada:mailto:ada@example.com',
      'BEGIN:VALARM',
      'TRIGGER:soon',
      'DURATION:PT5M',
      'END:VALARM',
    )
    expect(await read(calendar('X-WR-CALNAME', ...dentist))).toEqual([
      ['2026-03-04T09:00', '2026-03-04T10:00', 'Check-up'],
    ])
  })

  it('refuses invalid files', async () => {
    await expect(read('<html>')).rejects.toThrow('no calendar')
    await expect(read('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n')).rejects.toThrow('cut off')
    await expect(read(calendar(...event('DTSTART:tomorrow')))).rejects.toThrow('invalid')
    await expect(read('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n')).rejects.toThrow('no calendar')
  })

  it('gives up a recurrence that never occurs, and reads the next file', async () => {
    const never = event('DTSTART:20200101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
    await expect(read(calendar(...never))).rejects.toThrow('aborted')
    expect(await read(calendar(...event('DTSTART;VALUE=DATE:20260312')))).toHaveLength(1)
  })

  it('does not search all events for each of them, and refuses more than 10,000', () => {
    const readHere = (count: number) => {
      const events = Array.from({ length: count }, () => event('DTSTART:20260302T090000Z', 'DURATION:PT1H')).flat()
      const [from, to] = [new Date('2026-03-01'), new Date('2026-05-01')]
      const job = { text: calendar(...events), from, to, timeZone: 'Africa/Lagos', started: new Int32Array(1) }
      return parseBusyTimes(job)
    }
    const listing = vi.spyOn(ICAL.Component.prototype, 'getAllSubcomponents')
    expect(readHere(100)).toHaveLength(100)
    expect(listing).not.toHaveBeenCalled()
    expect(() => readHere(10_001)).toThrow('too many events')
    listing.mockRestore()
  })
})
