import type { CallInput } from '@fettle/protocol'
import { createTimeOff, putAvailability } from '@fettle/protocol/availability/availability'
import { acceptBooking, cancelBooking } from '@fettle/protocol/bookings/actions'
import {
  cancelSeries,
  createSeries,
  editSeries,
  getSeries,
  getSeriesTimeline,
  listSeries,
} from '@fettle/protocol/bookings/series'
import { getBooking, listBookings } from '@fettle/protocol/bookings'
import { listMarketplaceMessages, createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import {
  acceptMarketplaceSeries,
  cancelMarketplaceSeries,
  createMarketplaceSeries,
  declineMarketplaceSeries,
  getMarketplaceSeries,
} from '@fettle/protocol/marketplace/series'
import { acceptSeries, declineSeries, previewSeriesAnswer } from '@fettle/protocol/bookings/series-answers'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  actingCustomer,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let customer: { id: string }

// Monday noon in Lagos.
beforeAll(async () => {
  customer = await createCustomer(testApp, { name: 'Ngozi Eze' })
})

type Draft = CallInput<typeof createMarketplaceSeries>['body']

/** Ten Wednesdays from the day after tomorrow, at nine in Lagos. */
const draft = {
  title: 'Clean the gutters',
  location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
  rule: { freq: 'WEEKLY' as const, count: 10 },
  startsOn: '2026-03-04',
  localStart: '09:00',
  durationMinutes: 60,
  timeZone: 'Africa/Lagos',
  conflictPolicy: 'FAIL' as const,
}

const ask = async (provider: TestProvider, change: Partial<Draft> = {}) => {
  const body = { ...draft, customerId: customer.id, providerId: provider.id, ...change }
  return testApp.call(createMarketplaceSeries, { body }, marketplace)
}

const get = (provider: TestProvider, id: string) => testApp.call(getSeries, { params: { id } }, provider)
const notificationsOf = async (provider: TestProvider) =>
  (
    await testApp.db.query<{ notification: string }>(sql`
      select workflow || coalesce(' ' || (params ->> 'visits'), '') as notification from notifications
      where provider_id = ${provider.id} order by id`)
  ).map(({ notification }) => notification)
const eventsOf = async (provider: TestProvider, id: string) =>
  (await testApp.call(getSeriesTimeline, { params: { id } }, provider)).map(({ event, actor }) => [event, actor.type])

/** System messages of the conversation. */
async function linesOf(provider: TestProvider) {
  await testApp.deps.jobs.runDue()
  const body = { customerId: customer.id, providerId: provider.id }
  const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
  const messages = await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)
  return messages.map(({ text }) => text)
}

/** Time off on the second Wednesday. */
const away = (provider: TestProvider) =>
  testApp.call(
    createTimeOff,
    { body: { startAt: '2026-03-11T07:00:00.000Z', endAt: '2026-03-11T10:00:00.000Z' } },
    provider,
  )

describe('a series requested by a customer', () => {
  it('is one request with a preview of its visits', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider)
    expect(requested).toMatchObject({ status: 'PENDING', awaitingParty: 'PROVIDER', allowedActions: ['withdraw'] })
    const requests = await testApp.call(listBookings, { query: { status: 'REQUESTED' } }, provider)
    expect(requests.map(({ id, canAccept, answerableSeriesId }) => [id, canAccept, answerableSeriesId])).toEqual([
      [requested.headBookingId, false, requested.id],
    ])
    expect(await notificationsOf(provider)).toEqual(['booking-requested 10'])
    expect(await linesOf(provider)).toEqual(['Booking request for 10 visits: Clean the gutters, Wed 4 Mar, 09:00'])
    const { respondBy } = await testApp.call(getBooking, { params: { id: requested.headBookingId ?? '' } }, provider)
    const seen = await get(provider, requested.id)
    expect(seen).toMatchObject({ respondBy, allowedActions: ['accept', 'decline'] })

    await away(provider)
    const preview = await testApp.call(previewSeriesAnswer, { params: { id: requested.id } }, provider)
    expect(preview.map(({ status }) => status)).toEqual([
      'FREE',
      'CONFLICT',
      ...Array.from({ length: 8 }, () => 'FREE'),
    ])
    expect(preview[1]?.suggestion?.startAt).toBe('2026-03-11T10:30:00.000Z')
    expect((await get(provider, requested.id)).occurrences).toEqual(seen.occurrences)
  })

  it('stays as it was asked for when accepting a part of it is refused', async () => {
    const provider = await createProvider(testApp)
    const { id } = await ask(provider)
    await away(provider)
    // The first visit is outside the hours, which the provider has not acknowledged.
    const weekly = [{ day: 'TUE' as const, intervals: [{ from: '08:00', to: '18:00' }] }]
    await testApp.call(putAvailability, { body: { timeZone: 'Africa/Lagos', weekly } }, provider)
    const accepting = { params: { id }, body: { onConflict: 'SKIP' as const } }
    expect((await testApp.refusal(acceptSeries, accepting, provider)).code).toBe('ACKNOWLEDGE_REQUIRED')
    expect(await get(provider, id)).toMatchObject({ status: 'PENDING', conflictPolicy: 'FAIL' })
  })

  it('is accepted as a whole and reports the bookings', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider)
    const params = { id: requested.id }
    const { series, changed } = await testApp.call(
      acceptSeries,
      { params, body: { version: requested.version } },
      provider,
    )
    expect(series).toMatchObject({ status: 'ACTIVE', awaitingParty: null, allowedActions: ['edit', 'cancel'] })
    expect(series.occurrences.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 8 }, () => 'BOOKED'),
      'PLANNED',
      'PLANNED',
    ])
    // The first one existed before, as a request.
    expect(changed.occurrences).toEqual([1, 2, 3, 4, 5, 6, 7])
    const confirmed = await testApp.call(listBookings, { query: { status: 'CONFIRMED' } }, provider)
    expect(new Set(confirmed.map(({ answerableSeriesId }) => answerableSeriesId))).toEqual(new Set([null]))
    expect(confirmed.map(({ id }) => id).toSorted()).toEqual(
      [requested.headBookingId, ...changed.bookingIds].map(String).toSorted(),
    )
    expect(await linesOf(provider)).toContain('Visits agreed (10): Clean the gutters, Wed 4 Mar, 09:00')
    expect(await eventsOf(provider, requested.id)).toEqual([
      ['series.requested', 'CUSTOMER'],
      ['series.accepted', 'PROVIDER'],
    ])
    expect((await testApp.refusal(acceptSeries, { params, body: {} }, provider)).code).toBe('INVALID_TRANSITION')
    expect((await testApp.refusal(previewSeriesAnswer, { params }, provider)).code).toBe('INVALID_TRANSITION')
  })

  it('stays accepted when its first visit is cancelled at once', async () => {
    const provider = await createProvider(testApp)
    const { id, headBookingId } = await ask(provider)
    const params = { id: headBookingId ?? '' }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    // Before the job has passed the answer on.
    await testApp.call(cancelBooking, { params, body: { reasonCode: 'OVERBOOKED' } }, provider)
    await testApp.deps.jobs.runDue()
    const { status, occurrences } = await get(provider, id)
    expect(status).toBe('ACTIVE')
    expect(occurrences.slice(0, 2)).toMatchObject([{ status: 'CANCELLED' }, { status: 'BOOKED' }])
  })

  it('is refused while a visit conflicts, and accepted without it on request', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider)
    await away(provider)
    const params = { id: requested.id }
    expect(await testApp.refusal(acceptSeries, { params, body: {} }, provider)).toMatchObject({
      code: 'SERIES_CONFLICT',
      details: { n: 1, total: 9 },
    })
    expect(await get(provider, requested.id)).toEqual({
      ...requested,
      customer: { ...requested.customer, phone: '+234••••••••22' },
      allowedActions: ['accept', 'decline'],
    })
    const { series } = await testApp.call(acceptSeries, { params, body: { onConflict: 'SKIP' } }, provider)
    expect(series.exceptions).toEqual([1])
    expect(await linesOf(provider)).toContain('Visits agreed (9 of 10): Clean the gutters, Wed 4 Mar, 09:00')
  })

  it('skips conflicts when accepted so, also those beyond eight weeks, whatever was asked for', async () => {
    for (const conflictPolicy of ['FAIL', 'MOVE_TO_SUGGESTION'] as const) {
      const provider = await createProvider(testApp)
      const requested = await ask(provider, { conflictPolicy })
      await away(provider)
      const params = { id: requested.id }
      const { series } = await testApp.call(acceptSeries, { params, body: { onConflict: 'SKIP' } }, provider)
      expect(series).toMatchObject({ exceptions: [1], conflictPolicy: 'SKIP' })
    }
  })

  it('is declined with a reason the customer reads', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider)
    const params = { id: requested.id }
    expect(await testApp.refusal(declineSeries, { params, body: {} }, provider)).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ field: 'reasonCode', code: 'REQUIRED' }],
    })
    const other = { reasonCode: 'OTHER' as const }
    expect(await testApp.refusal(declineSeries, { params, body: other }, provider)).toMatchObject({
      issues: [{ field: 'note' }],
    })
    const body = { reasonCode: 'TOO_FAR' as const, note: 'Too far for every week.' }
    const { series, changed } = await testApp.call(declineSeries, { params, body }, provider)
    expect(series).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    expect(changed).toEqual({ bookingIds: [], occurrences: [], keptOccurrences: [] })
    const head = await testApp.call(getBooking, { params: { id: requested.headBookingId ?? '' } }, provider)
    expect(head).toMatchObject({ status: 'DECLINED', declined: { reasonCode: 'TOO_FAR', note: body.note } })
    expect(await linesOf(provider)).toContain('Request declined: Clean the gutters, Wed 4 Mar, 09:00')
    expect(await eventsOf(provider, requested.id)).toEqual([
      ['series.requested', 'CUSTOMER'],
      ['series.declined', 'PROVIDER'],
    ])
  })

  it('is refused for an outdated version', async () => {
    const provider = await createProvider(testApp)
    const { id } = await ask(provider)
    const stale = { ...provider, headers: { 'if-match': '"7"' } }
    expect((await testApp.refusal(acceptSeries, { params: { id }, body: {} }, stale)).code).toBe('VERSION_CONFLICT')
    const body = { reasonCode: 'TOO_FAR' as const }
    expect((await testApp.refusal(declineSeries, { params: { id }, body }, stale)).code).toBe('VERSION_CONFLICT')
  })

  it('is withdrawn by its customer, or expires', async () => {
    const provider = await createProvider(testApp)
    const taken = await ask(provider)
    const params = { id: taken.id }
    const back = await testApp.call(declineMarketplaceSeries, { params, body: {} }, marketplace)
    expect(back.series).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    expect(await eventsOf(provider, taken.id)).toContainEqual(['series.withdrawn', 'CUSTOMER'])

    const left = await ask(provider)
    testApp.clock.advance(DAY_MS)
    const late = { params: { id: left.id }, body: {} }
    expect((await testApp.refusal(acceptSeries, late, provider)).code).toBe('REQUEST_EXPIRED')
    await testApp.deps.jobs.runDue()
    expect(await get(provider, left.id)).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    expect(await eventsOf(provider, left.id)).toContainEqual(['series.expired', 'SYSTEM'])
    testApp.clock.advance(-DAY_MS)
  })

  it('is created once per idempotency key', async () => {
    const provider = await createProvider(testApp)
    const body = { ...draft, customerId: customer.id, providerId: provider.id }
    const keyed = { ...marketplace, headers: { 'idempotency-key': `series ${provider.id}` } }
    const [first, second] = [
      await testApp.call(createMarketplaceSeries, { body }, keyed),
      await testApp.call(createMarketplaceSeries, { body }, keyed),
    ]
    expect(second).toEqual(first)
    expect(await testApp.call(listSeries, {}, provider)).toHaveLength(1)
  })

  it('is answered once in concurrent calls', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider)
    const params = { id: requested.id }
    const replies = await Promise.all([
      testApp.send(acceptSeries, { params, body: {} }, provider),
      testApp.send(acceptSeries, { params, body: {} }, provider),
      testApp.send(acceptBooking, { params: { id: requested.headBookingId ?? '' }, body: {} }, provider),
    ])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    await testApp.deps.jobs.runDue()
    expect((await eventsOf(provider, requested.id)).filter(([event]) => event === 'series.accepted')).toHaveLength(1)
    expect(await testApp.call(listBookings, { query: { status: 'CONFIRMED' } }, provider)).toHaveLength(8)
  })
})

describe('a series proposed by a provider', () => {
  /** A provider who knows the customer, and a series they proposed. */
  async function proposed() {
    const provider = await createProvider(testApp)
    await requestBooking(testApp, { provider, customer, startAt: '2026-03-28T09:00:00.000Z' })
    const series = await testApp.call(createSeries, { body: { ...draft, customerId: customer.id } }, provider)
    return { provider, params: { id: series.id } }
  }

  it('sends a system message, and a notification when accepted', async () => {
    const { provider, params } = await proposed()
    expect(await linesOf(provider)).toContain('Proposed visits (10): Clean the gutters, Wed 4 Mar, 09:00')
    await testApp.call(acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
    expect(await notificationsOf(provider)).toEqual(['booking-requested 1', 'series-accepted 10'])
    expect(await linesOf(provider)).toContain('Visits agreed (10): Clean the gutters, Wed 4 Mar, 09:00')
  })

  it('notifies when the customer declines or does not answer', async () => {
    const declined = await proposed()
    await testApp.call(declineMarketplaceSeries, { params: declined.params, body: {} }, marketplace)
    expect(await notificationsOf(declined.provider)).toContain('series-declined 10')

    const left = await proposed()
    await testApp.advance(DAY_MS)
    expect(await notificationsOf(left.provider)).toContain('series-expired 10')
    expect(await testApp.call(getMarketplaceSeries, { params: left.params }, marketplace)).toMatchObject({
      status: 'CANCELLED',
    })
    testApp.clock.advance(-DAY_MS)
  })

  it('is withdrawn without a reason or notification', async () => {
    const { provider, params } = await proposed()
    const { series } = await testApp.call(declineSeries, { params, body: {} }, provider)
    expect(series.status).toBe('CANCELLED')
    expect(await notificationsOf(provider)).toEqual(['booking-requested 1'])
    expect(await linesOf(provider)).toContain('Visits withdrawn (10): Clean the gutters, Wed 4 Mar, 09:00')
  })
})

describe('moving visits of a series that are not booked yet', () => {
  it('sends a system message; renaming them sends none', async () => {
    const provider = await createProvider(testApp)
    const { id } = await ask(provider)
    const params = { id }
    await testApp.call(acceptSeries, { params, body: {} }, provider)
    const lines = await linesOf(provider)
    await testApp.call(editSeries, { params, body: { scope: 'THIS', index: 8, title: 'Clean the roof' } }, provider)
    expect(await linesOf(provider)).toEqual(lines)
    await testApp.call(editSeries, { params, body: { scope: 'THIS', index: 8, localStart: '11:00' } }, provider)
    expect(await linesOf(provider)).toContain('Visits rescheduled (1): Clean the gutters, Wed 29 Apr, 11:00')
  })
})

describe('visits that cannot be booked at their time', () => {
  it('are named in a system message when the series is accepted or they become due', async () => {
    const provider = await createProvider(testApp)
    const requested = await ask(provider, { conflictPolicy: 'MOVE_TO_SUGGESTION' })
    await away(provider)
    await testApp.call(acceptSeries, { params: { id: requested.id }, body: {} }, provider)
    expect(await linesOf(provider)).toContain('Visits rescheduled (1): Clean the gutters, Wed 11 Mar, 11:30')

    const skipping = await createProvider(testApp)
    const { id } = await ask(skipping, { conflictPolicy: 'SKIP' })
    await testApp.call(acceptSeries, { params: { id }, body: {} }, skipping)
    for (const other of [provider, skipping]) {
      const body = { startAt: '2026-04-29T00:00:00.000Z', endAt: '2026-04-30T00:00:00.000Z' }
      await testApp.call(createTimeOff, { body }, other)
    }
    await testApp.advance(14 * DAY_MS)
    expect(await linesOf(provider)).toContain('Visits rescheduled (1): Clean the gutters, Tue 28 Apr, 17:00')
    expect(await linesOf(skipping)).toContain('Visits cancelled (1): Clean the gutters, Wed 29 Apr, 09:00')
    testApp.clock.advance(-14 * DAY_MS)
  })
})

describe('cancelling visits of a series that are not booked yet', () => {
  it('sends a system message, and a notification when the customer cancels', async () => {
    const provider = await createProvider(testApp)
    const { id } = await ask(provider)
    const params = { id }
    await testApp.call(acceptSeries, { params, body: {} }, provider)
    const reason = { scope: 'THIS', reasonCode: 'OTHER' } as const
    await testApp.call(cancelSeries, { params, body: { ...reason, index: 8 } }, provider)
    await testApp.call(cancelMarketplaceSeries, { params, body: { ...reason, index: 9 } }, marketplace)
    const lines = await linesOf(provider)
    expect(lines).toContain('Visits cancelled (1): Clean the gutters, Wed 29 Apr, 09:00')
    expect(lines).toContain('Visits cancelled (1): Clean the gutters, Wed 6 May, 09:00')
    expect(await notificationsOf(provider)).toEqual(['booking-requested 10', 'series-cancelled 1'])
  })
})
