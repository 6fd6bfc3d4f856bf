import { createTimeOff, listOwnSlots, putAvailability } from '@fettle/protocol/availability/availability'
import {
  addExternalCalendar,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
} from '@fettle/protocol/availability/calendars'
import { getBooking } from '@fettle/protocol/bookings'
import { acceptBooking, proposeTimes } from '@fettle/protocol/bookings/actions'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createCalendarLink,
  getCalendar,
  getCalendarLink,
  revokeCalendarLink,
} from '@fettle/protocol/availability/calendar'
import ICAL from 'ical.js'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { encrypt } from '../../platform/crypto/encryption.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let customer: { id: string }
const photo = 'https://photos.example.com/chidi.webp'

// Monday noon in Lagos.
beforeAll(async () => {
  customer = await createCustomer(testApp, { avatar: photo })
})

async function confirmed(provider: TestProvider, startAt: string, durationMinutes = 60) {
  const booking = await requestBooking(testApp, { provider, customer, startAt, durationMinutes })
  await testApp.call(acceptBooking, { params: { id: booking.id }, body: {} }, provider)
  return booking
}

describe('the calendar', () => {
  it('has no closed day until working hours are saved', async () => {
    const provider = await createProvider(testApp)
    const query = { from: '2026-03-07T23:00:00.000Z', to: '2026-03-08T23:00:00.000Z' }
    expect((await testApp.call(getCalendar, { query }, provider)).days).toEqual([
      {
        date: '2026-03-08',
        loadMinutes: 0,
        workingMinutes: 24 * 60,
        hours: [{ startAt: query.from, endAt: query.to }],
      },
    ])
  })

  it('shows the entries of a range and the load of each day', async () => {
    const provider = await createProvider(testApp)
    await testApp.call(
      putAvailability,
      {
        body: {
          timeZone: 'Africa/Lagos',
          weekly: [{ day: 'WED', intervals: [{ from: '08:00', to: '18:00' }] }],
        },
      },
      provider,
    )
    const job = await confirmed(provider, '2026-03-04T09:00:00.000Z', 90)
    // Across midnight in Lagos.
    const request = await requestBooking(testApp, { provider, customer, startAt: '2026-03-04T15:00:00.000Z' })
    const off = { startAt: '2026-03-05T00:00:00.000Z', endAt: '2026-03-06T00:00:00.000Z', reason: 'Wedding' }
    await testApp.call(createTimeOff, { body: off }, provider)
    const query = { from: '2026-03-03T23:00:00.000Z', to: '2026-03-05T23:00:00.000Z' }
    const shown = await testApp.call(getCalendar, { query }, provider)
    expect(shown).toMatchObject({
      timeZone: 'Africa/Lagos',
      bookings: [
        { id: job.id, status: 'CONFIRMED', customerName: 'Chidi Okafor', customerAvatar: photo, seriesId: null },
        { id: request.id, status: 'REQUESTED', canAccept: true, travelMinutes: null },
      ],
      unscheduled: [],
      timeOff: [{ title: 'Wedding', startAt: off.startAt }],
      days: [
        {
          date: '2026-03-04',
          loadMinutes: 90,
          workingMinutes: 600,
          hours: [{ startAt: '2026-03-04T07:00:00.000Z', endAt: '2026-03-04T17:00:00.000Z' }],
        },
        { date: '2026-03-05', loadMinutes: 0, workingMinutes: 0, hours: [] },
      ],
    })
    const stranger = await createProvider(testApp)
    expect((await testApp.call(getCalendar, { query }, stranger)).bookings).toEqual([])
  })

  it('counts the visits of a series as work once it is agreed', async () => {
    const provider = await createProvider(testApp)
    const recurrence = { rule: { freq: 'WEEKLY' as const, count: 2 } }
    const startAt = '2026-03-04T09:00:00.000Z'
    const first = await requestBooking(testApp, { provider, customer, startAt, durationMinutes: 60, recurrence })
    const query = { from: '2026-03-10T23:00:00.000Z', to: '2026-03-11T23:00:00.000Z' }
    const requested = await testApp.call(getCalendar, { query }, provider)
    expect(requested).toMatchObject({ occurrences: [{ index: 1 }], days: [{ loadMinutes: 0 }] })
    await testApp.call(acceptBooking, { params: { id: first.id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    expect(await testApp.call(getCalendar, { query }, provider)).toMatchObject({ days: [{ loadMinutes: 60 }] })
  })

  it('says which bookings may be moved: not one whose other time waits, or that was moved three times', async () => {
    const provider = await createProvider(testApp)
    const request = await requestBooking(testApp, { provider, customer, startAt: '2026-03-04T15:00:00.000Z' })
    const waiting = await confirmed(provider, '2026-03-04T09:00:00.000Z')
    const moved = await confirmed(provider, '2026-03-04T12:00:00.000Z')
    const slots = [{ startAt: '2026-03-05T09:00:00.000Z', endAt: '2026-03-05T10:00:00.000Z' }]
    const body = { slots, reasonCode: 'OTHER' as const }
    await testApp.call(proposeTimes, { params: { id: waiting.id }, body }, provider)
    await testApp.db.execute(sql`update bookings set reschedule_count = 3 where id = ${moved.id}`)
    const query = { from: '2026-03-03T23:00:00.000Z', to: '2026-03-05T23:00:00.000Z' }
    for (const { id, canMove } of (await testApp.call(getCalendar, { query }, provider)).bookings) {
      const { allowedActions } = await testApp.call(getBooking, { params: { id } }, provider)
      expect([id, canMove]).toEqual([id, allowedActions.includes('reschedule')])
      expect(canMove).toBe(id === request.id)
    }
  })

  it('gives the address of a request only after it is accepted', async () => {
    const provider = await createProvider(testApp)
    const base = { lat: 6.45, lng: 3.35 }
    const body = {
      timeZone: 'Africa/Lagos',
      weekly: [{ day: 'WED' as const, intervals: [{ from: '08:00', to: '18:00' }] }],
      base,
    }
    await testApp.call(putAvailability, { body }, provider)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG', lat: 6.49876, lng: 3.35432 }
    const startAt = '2026-03-04T09:00:00.000Z'
    const { id } = await requestBooking(testApp, { provider, customer, location, startAt })
    const query = { from: '2026-03-03T23:00:00.000Z', to: '2026-03-04T23:00:00.000Z' }
    expect(await testApp.call(getCalendar, { query }, provider)).toMatchObject({
      base,
      bookings: [{ address: 'Surulere', lat: 6.5, lng: 3.35, leaveBy: null }],
    })
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    expect((await testApp.call(getCalendar, { query }, provider)).bookings).toMatchObject([
      { address: '5 Adeniran Ogunsanya, Surulere', lat: 6.49876, lng: 3.35432, leaveBy: '2026-03-04T08:41:00.000Z' },
    ])
  })

  it('shows the travel to each job, and unscheduled jobs beside the range', async () => {
    const provider = await createProvider(testApp)
    const site = (lat: number) => ({ line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG', lat, lng: 3.35 })
    const accept = async (startAt: string, lat: number) => {
      const { id } = await requestBooking(testApp, { provider, customer, location: site(lat), startAt })
      await testApp.call(
        acceptBooking,
        { params: { id }, body: { acknowledge: ['TRAVEL_TOO_TIGHT', 'SHORT_NOTICE'] } },
        provider,
      )
    }
    await accept('2026-03-04T08:00:00.000Z', 6.5)
    // About 11 km, in the half hour after a job of two hours.
    await accept('2026-03-04T10:30:00.000Z', 6.6)
    const query = { from: '2026-03-03T23:00:00.000Z', to: '2026-03-05T23:00:00.000Z' }
    const { bookings, unscheduled } = await testApp.call(getCalendar, { query }, provider)
    expect(bookings.map(({ travelMinutes, isTight }) => [travelMinutes, isTight])).toEqual([
      [null, false],
      [32, true],
    ])
    expect(unscheduled).toEqual([])
    // 32 minutes before 10:30.
    expect(bookings.map(({ leaveBy }) => leaveBy)).toEqual([null, '2026-03-04T09:58:00.000Z'])
    const job = { customerId: customer.id, providerId: provider.id, title: 'Paint the gate', description: 'Black.' }
    const { id } = await testApp.call(
      createMarketplaceBooking,
      { body: { ...job, schedulingMode: 'UNSCHEDULED', durationMinutes: 60, location: site(6.5) } },
      marketplace,
    )
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    expect((await testApp.call(getCalendar, { query }, provider)).unscheduled).toMatchObject([
      { id, title: 'Paint the gate', customerName: 'Chidi Okafor', customerAvatar: photo, durationMinutes: 60 },
    ])
  })

  it('opens in a time zone that was stored by three letters before an update', async () => {
    const provider = await createProvider(testApp)
    const body = {
      timeZone: 'Africa/Lagos',
      weekly: [{ day: 'MON' as const, intervals: [{ from: '08:00', to: '12:00' }] }],
    }
    await testApp.call(putAvailability, { body }, provider)
    await testApp.db.execute(sql`update availability set time_zone = 'VST' where provider_id = ${provider.id}`)
    const file = new URL('../../../migrations/0060_time_zones_with_a_place.sql', import.meta.url)
    await testApp.db.execute(sql([readFileSync(file, 'utf8')]))
    const query = { from: '2026-03-08T17:00:00.000Z', to: '2026-03-09T17:00:00.000Z' }
    expect(await testApp.call(getCalendar, { query }, provider)).toMatchObject({
      timeZone: 'Asia/Ho_Chi_Minh',
      days: [{ date: '2026-03-09', workingMinutes: 240 }],
    })
  })

  it('returns at most 62 days', async () => {
    const provider = await createProvider(testApp)
    const query = { from: '2026-03-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' }
    await testApp.call(getCalendar, { query }, provider)
    const refused = await testApp.refusal(
      getCalendar,
      { query: { ...query, to: '2026-05-02T00:00:01.000Z' } },
      provider,
    )
    expect(refused.issues).toMatchObject([{ field: 'to', message: 'Request at most 62 days at a time.' }])
  })
})

describe('the calendar link', () => {
  const read = async (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, testApp.url))

  it('is a valid calendar, with the street from a day before only', async () => {
    const provider = await createProvider(testApp)
    const soon = await confirmed(provider, '2026-03-03T09:00:00.000Z')
    const later = await confirmed(provider, '2026-03-06T09:00:00.000Z', 90)
    await requestBooking(testApp, { provider, customer, startAt: '2026-03-07T09:00:00.000Z' })
    const { url } = await testApp.call(createCalendarLink, { body: {} }, provider)
    const answer = await read(url ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await answer.text()
    // Lines end and fold as RFC 5545 requires.
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('prodid')).toContain('Fettle')
    const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
    expect(events.map(({ uid, summary }) => [uid, summary])).toEqual([
      [`${soon.id}@fettle`, 'Fix the kitchen tap · Chidi Okafor'],
      [`${later.id}@fettle`, 'Fix the kitchen tap · Chidi Okafor'],
    ])
    expect(
      events.map(({ startDate, endDate }) => [startDate, endDate].map((time) => time.toUnixTime() * 1000)),
    ).toEqual([
      [Date.parse(soon.startAt), Date.parse(soon.endAt)],
      [Date.parse(later.startAt), Date.parse(later.endAt)],
    ])
    expect(events.map(({ location }) => location)).toEqual(['5 Adeniran Ogunsanya, Surulere', 'Surulere'])
    for (const { component } of events) expect(component.getFirstProperty('dtstamp')).toBeTruthy()
  })

  it('works with its latest token until that is revoked', async () => {
    const provider = await createProvider(testApp)
    expect(await testApp.call(getCalendarLink, {}, provider)).toEqual({ isActive: false, createdAt: null, url: null })
    const first = await testApp.call(createCalendarLink, { body: {} }, provider)
    const second = await testApp.call(createCalendarLink, { body: {} }, provider)
    expect((await read(first.url ?? '')).status).toBe(404)
    expect((await read(second.url ?? '')).status).toBe(200)
    expect(await testApp.call(getCalendarLink, {}, provider)).toMatchObject({ isActive: true, url: null })
    await testApp.call(revokeCalendarLink, {}, provider)
    expect((await read(second.url ?? '')).status).toBe(404)
    expect((await fetch(`${testApp.url}/v2/calendar/feed.ics`)).status).toBe(404)
  })
})

describe('an external calendar', () => {
  let server: Server
  let address = ''
  let file: string | undefined
  let requestCount = 0
  let whileRead: (() => Promise<unknown>) | undefined

  beforeAll(async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      requestCount += 1
      await whileRead?.()
      if (file === undefined) response.writeHead(503).end()
      else if (request.headers['if-none-match'] === `"${file.length}"`) response.writeHead(304).end()
      else response.setHeader('etag', `"${file.length}"`).end(file)
    }
    server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-abc123/basic.ics`
  })
  afterAll(() => server.close())

  const calendarOf = (...events: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
  const dentist = event(
    'UID:1',
    'DTSTAMP:20260301T000000Z',
    'DTSTART:20260304T090000Z',
    'DTEND:20260304T100000Z',
    'SUMMARY:Dentist',
  )
  const free = event(
    'UID:2',
    'DTSTAMP:20260301T000000Z',
    'DTSTART:20260304T120000Z',
    'DTEND:20260304T130000Z',
    'TRANSP:TRANSPARENT',
  )

  it('blocks its busy times, and is refreshed every quarter of an hour', async () => {
    const provider = await createProvider(testApp)
    const weekly = [{ day: 'WED' as const, intervals: [{ from: '09:00', to: '12:00' }] }]
    const rules = { timeZone: 'Africa/Lagos', bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
    await testApp.call(putAvailability, { body: { weekly, ...rules } }, provider)
    file = calendarOf(dentist, free)
    const added = await testApp.call(addExternalCalendar, { body: { name: 'Mine', url: address } }, provider)
    expect(added).toMatchObject({ name: 'Mine', busyCount: 1, lastError: null })
    expect(added.address).toMatch(/^127\.0\.0\.1:\d+\/…\/basic\.ics$/)
    const query = { from: '2026-03-04T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' }
    const starts = async () =>
      (await testApp.call(listOwnSlots, { query }, provider)).map(({ startAt }) => startAt.slice(11, 16))
    expect(await starts()).toEqual(['08:00', '10:00'])
    expect((await testApp.call(getCalendar, { query }, provider)).external).toMatchObject([{ title: 'Dentist' }])

    file = calendarOf(free)
    const before = requestCount
    await testApp.advance(15 * 60_000)
    expect(requestCount).toBe(before + 1)
    expect(await starts()).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00'])
    // Unchanged, failing, and not a calendar: known events stay and the problem is reported.
    expect(await testApp.call(refreshExternalCalendar, { params: { id: added.id }, body: {} }, provider)).toMatchObject(
      {
        lastError: null,
      },
    )
    file = undefined
    await testApp.advance(15 * 60_000)
    const [failed] = await testApp.call(listExternalCalendars, {}, provider)
    expect(failed?.lastError).toBe("The calendar's server returned error 503.")
    expect(failed?.lastSyncedAt).not.toBe(failed?.lastPolledAt)
    file = '<html>'
    expect(await testApp.call(refreshExternalCalendar, { params: { id: added.id }, body: {} }, provider)).toMatchObject(
      {
        lastError: "This isn't a calendar we can read.",
      },
    )
    const stranger = await createProvider(testApp)
    expect((await testApp.refusal(removeExternalCalendar, { params: { id: added.id } }, stranger)).status).toBe(404)
    await testApp.call(removeExternalCalendar, { params: { id: added.id } }, provider)
    expect(await testApp.call(listExternalCalendars, {}, provider)).toEqual([])
  })

  it('is read in the time zone of the hours, also after that has changed', async () => {
    const provider = await createProvider(testApp)
    const weekly = [{ day: 'WED' as const, intervals: [{ from: '09:00', to: '12:00' }] }]
    const save = (timeZone: string) => testApp.call(putAvailability, { body: { timeZone, weekly } }, provider)
    await save('Africa/Lagos')
    file = calendarOf(event('UID:1', 'DTSTAMP:20260301T000000Z', 'DTSTART;VALUE=DATE:20260304', 'SUMMARY:Wedding'))
    const { id } = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const query = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }
    const starts = async () =>
      (await testApp.call(getCalendar, { query }, provider)).external.map(({ startAt }) => startAt)
    expect(await starts()).toEqual(['2026-03-03T23:00:00.000Z'])
    await save('America/New_York')
    await testApp.advance(15 * 60_000)
    expect(await starts()).toEqual(['2026-03-04T05:00:00.000Z'])
    // While it is being read, which takes a second.
    file = calendarOf(event('UID:1', 'DTSTAMP:20260301T000000Z', 'DTSTART;VALUE=DATE:20260304', 'SUMMARY:A wedding'))
    whileRead = async () => {
      whileRead = undefined
      await save('Africa/Lagos')
      testApp.clock.advance(1_000)
    }
    await testApp.call(refreshExternalCalendar, { params: { id }, body: {} }, provider)
    await testApp.advance(15 * 60_000)
    expect(await starts()).toEqual(['2026-03-03T23:00:00.000Z'])
  })

  it('blocks the time of an event whose title contains a null byte', async () => {
    const provider = await createProvider(testApp)
    const [from, to] = ['2026-03-04T09:00:00.000Z', '2026-03-04T10:00:00.000Z']
    file = calendarOf(dentist.replace('SUMMARY:Dentist', 'SUMMARY:The\0dentist\u0007'))
    await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const query = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }
    expect((await testApp.call(getCalendar, { query }, provider)).external).toMatchObject([
      { startAt: from, endAt: to, title: 'The dentist' },
    ])
  })

  it('reports one that cannot be read in time', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(event('UID:1', 'DTSTART:20200101T090000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))
    const added = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    expect(added.lastError).toBe("This isn't a calendar we can read.")
  })

  it('disappears from other open screens when it is removed', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(dentist)
    const { id } = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    using signal = vi.spyOn(testApp.deps, 'signal')
    await testApp.call(removeExternalCalendar, { params: { id } }, provider)
    expect(signal).toHaveBeenCalledWith(provider.id, {
      type: 'resource.updated',
      resource: { type: 'calendar', id },
    })
  })

  it('is refreshed 20 times in a quarter of an hour at most', async () => {
    const provider = await createProvider(testApp)
    file = undefined
    const { id } = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const input = { params: { id }, body: {} }
    for (let reads = 1; reads < 20; reads += 1) await testApp.call(refreshExternalCalendar, input, provider)
    const before = requestCount
    expect(await testApp.refusal(refreshExternalCalendar, input, provider)).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    })
    expect(requestCount).toBe(before)
    testApp.clock.advance(15 * 60_000)
    await testApp.call(refreshExternalCalendar, input, provider)
  })

  it('keeps its address unreadable in the database, also one stored before addresses were encrypted', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(dentist)
    const { id } = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const stored = () =>
      testApp.db.one<{ row: string; bytes: string }>(sql`
        select c::text as row, encode(coalesce(encrypted_url, ''), 'escape') as bytes
        from external_calendars c where id = ${id}`)
    expect(JSON.stringify(await stored())).not.toContain('private-abc123')
    await testApp.db.execute(
      sql`update external_calendars set url = ${address}, encrypted_url = null, last_error = 'x' where id = ${id}`,
    )
    expect(await testApp.call(listExternalCalendars, {}, provider)).toMatchObject([
      { id, address: expect.stringMatching(/basic\.ics$/) },
    ])
    await testApp.advance(15 * 60_000)
    expect(JSON.stringify(await stored())).not.toContain('private-abc123')
    expect(await testApp.call(listExternalCalendars, {}, provider)).toMatchObject([
      { id, lastError: null, busyCount: 1 },
    ])
  })

  it('is listed as unreachable where the key of its address was lost, and can be connected again', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(dentist)
    const { id } = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const lost = encrypt(Buffer.alloc(32, 1), id, address)
    await testApp.db.execute(sql`update external_calendars set encrypted_url = ${lost} where id = ${id}`)
    await testApp.advance(15 * 60_000)
    const addedCalendar = await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    expect(await testApp.call(listExternalCalendars, {}, provider)).toMatchObject([
      { id, address: '…', lastError: expect.any(String), busyCount: 1 },
      { id: addedCalendar.id, lastError: null, busyCount: 1 },
    ])
  })

  it('is one of at most five, at a public address', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(dentist)
    const add = (url: string) => ({ body: { url } })
    const inside = await testApp.call(addExternalCalendar, add('http://169.254.169.254/latest'), provider)
    expect(inside).toMatchObject({
      lastError: "We can't connect to 169.254.169.254. Use a public web address.",
      busyCount: 0,
    })
    for (const n of [2, 3, 4, 5]) await testApp.call(addExternalCalendar, add(`${address}?n=${n}`), provider)
    expect((await testApp.refusal(addExternalCalendar, add(`${address}?n=5`), provider)).issues).toMatchObject([
      { field: 'url', code: 'DUPLICATE' },
    ])
    expect(await testApp.refusal(addExternalCalendar, add(`${address}?n=6`), provider)).toMatchObject({
      code: 'CALENDAR_LIMIT',
      message: 'You can add 5 calendars. Remove one first.',
    })
    expect((await testApp.refusal(addExternalCalendar, add('file:///etc/passwd'), provider)).issues).toMatchObject([
      { field: 'url' },
    ])
  })

  it('is read a year ahead of each day, also if it never changes', async () => {
    const provider = await createProvider(testApp)
    file = calendarOf(event('UID:1', 'DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'RRULE:FREQ=DAILY'))
    await testApp.call(addExternalCalendar, { body: { url: address } }, provider)
    const day = 86_400_000
    const from = testApp.clock.now().getTime() + 367 * day
    const query = { from: new Date(from).toISOString(), to: new Date(from + 2 * day).toISOString() }
    const count = async () => (await testApp.call(getCalendar, { query }, provider)).external.length
    expect(await count()).toBe(0)
    await testApp.advance(3 * day)
    expect(await count()).toBe(2)
  })
})

describe('calendars whose servers are silent', () => {
  it('leave time for other jobs, however many they are', async () => {
    await testApp.db.execute(sql`delete from external_calendars`)
    let silent = false
    const waiting: ServerResponse[] = []
    const server = createServer((_request, response) => {
      if (silent) waiting.push(response)
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/basic.ics`
    for (let count = 0; count < 5; count += 1)
      await testApp.call(addExternalCalendar, { body: { url } }, await createProvider(testApp))
    silent = true
    testApp.clock.advance(15 * 60_000)
    // Several at a time, as a worker does.
    let ended = 0
    const run = () => testApp.deps.jobs.runDue().finally(() => (ended += 1))
    const runs = Array.from({ length: 5 }, run)
    // They have failed before.
    await expect.poll(() => [waiting.length, ended]).toEqual([2, 3])
    silent = false
    for (const response of waiting) response.writeHead(404).end()
    await Promise.all(runs)
    await testApp.advance(10_000)
    server.close()
  })
})
