import { unreachableStates, type CallInput } from '@fettle/protocol'
import { checkSlot, createTimeOff, listOwnSlots, putAvailability } from '@fettle/protocol/availability/availability'
import {
  addContactAttempt,
  cancelBooking,
  getCancellationPreview,
  proposeTimes,
} from '@fettle/protocol/bookings/actions'
import * as bookingSeries from '@fettle/protocol/bookings/series'
import * as marketplaceSeries from '@fettle/protocol/marketplace/series'
import * as answers from '@fettle/protocol/bookings/series-answers'
import { getBooking, listBookings } from '@fettle/protocol/bookings'
import { createCalendarLink, getCalendar } from '@fettle/protocol/availability/calendar'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { acceptMarketplaceProposal } from '@fettle/protocol/marketplace/bookings'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  actingCustomer,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { failWrites } from '../../../testing/fixtures/faults.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const series = { ...bookingSeries, ...marketplaceSeries, ...answers }

const testApp = setUpTestApp()
let customer: { id: string }

// Monday noon in Lagos.
beforeAll(async () => {
  customer = await createCustomer(testApp)
})

type Draft = CallInput<typeof series.createSeries>['body']

const draft = (change: Partial<Draft> = {}): Draft => ({
  customerId: customer.id,
  title: 'Clean the gutters',
  location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
  rule: { freq: 'WEEKLY', count: 10 },
  startsOn: '2026-03-04',
  localStart: '09:00',
  durationMinutes: 60,
  timeZone: 'Africa/Lagos',
  conflictPolicy: 'FAIL',
  ...change,
})

/** A provider who knows the customer. */
async function createProviderWithCustomer(startAt = '2026-03-28T09:00:00.000Z'): Promise<TestProvider> {
  const provider = await createProvider(testApp)
  await requestBooking(testApp, { provider, customer, startAt })
  return provider
}

/** A series the customer has accepted. */
async function agreed(provider: TestProvider, change: Partial<Draft> = {}) {
  const created = await testApp.call(series.createSeries, { body: draft(change) }, provider)
  return testApp.call(
    series.acceptMarketplaceSeries,
    { params: { id: created.id }, body: { onBehalf: actingCustomer } },
    marketplace,
  )
}

const get = (provider: TestProvider, id: string) => testApp.call(series.getSeries, { params: { id } }, provider)
const startsOf = (occurrences: { startAt: string }[]) => occurrences.map(({ startAt }) => startAt.slice(5, 16))

describe('the flow of a series', () => {
  it('reaches every state', () => {
    expect(unreachableStates(series.seriesFlow)).toEqual([])
  })
})

describe('the maximum of bookings a day', () => {
  it('counts agreed visits that are not booked yet, and no requested ones', async () => {
    const provider = await createProviderWithCustomer()
    const weekly = [{ day: 'WED' as const, intervals: [{ from: '08:00', to: '18:00' }] }]
    const body = { timeZone: 'Africa/Lagos', weekly, maxBookingsPerDay: 1, maxHorizonDays: 365 }
    await testApp.call(putAvailability, { body }, provider)
    const created = await testApp.call(series.createSeries, { body: draft() }, provider)
    // The tenth visit is booked eight weeks before it.
    const check = async () => {
      const query = { startAt: '2026-05-06T14:00:00.000Z', durationMinutes: 60 }
      const { warnings } = await testApp.call(checkSlot, { query }, provider)
      const day = { from: '2026-05-05T23:00:00.000Z', to: '2026-05-06T23:00:00.000Z' }
      const slots = await testApp.call(listOwnSlots, { query: day }, provider)
      return { warnings: warnings.map(({ code }) => code), isFull: slots.length === 0 }
    }
    expect(await check()).toEqual({ warnings: [], isFull: false })
    const params = { id: created.id }
    await testApp.call(series.acceptMarketplaceSeries, { params, body: { onBehalf: actingCustomer } }, marketplace)
    expect(await check()).toEqual({ warnings: ['DAILY_MAX'], isFull: true })
  })
})

describe('a series preview', () => {
  it('checks every visit, and suggests times for conflicts', async () => {
    const provider = await createProviderWithCustomer()
    await testApp.call(
      putAvailability,
      {
        body: {
          timeZone: 'Africa/Lagos',
          weekly: [
            { day: 'WED', intervals: [{ from: '08:00', to: '18:00' }] },
            { day: 'THU', intervals: [{ from: '08:00', to: '18:00' }] },
          ],
          overrides: [{ date: '2026-03-25', closed: true }],
        },
      },
      provider,
    )
    const off = { startAt: '2026-03-11T07:00:00.000Z', endAt: '2026-03-11T10:00:00.000Z' }
    await testApp.call(createTimeOff, { body: off }, provider)
    const { rule, startsOn, localStart, durationMinutes, timeZone } = draft({ rule: { freq: 'WEEKLY', count: 4 } })
    const body = { rule, startsOn, localStart, durationMinutes, timeZone }
    const preview = await testApp.call(series.previewSeries, { body }, provider)
    expect(preview.map(({ index, status }) => [index, status])).toEqual([
      [0, 'FREE'],
      [1, 'CONFLICT'],
      [2, 'FREE'],
      [3, 'OFF_HOURS'],
    ])
    expect(preview[0]?.suggestion).toBeNull()
    expect(preview[1]?.suggestion?.startAt).toBe('2026-03-11T10:30:00.000Z')
    expect(preview[3]?.suggestion?.startAt).toBe('2026-03-26T07:00:00.000Z')
  })

  it('is refused for an invalid rule', async () => {
    const provider = await createProviderWithCustomer()
    const fields = async (rule: Draft['rule']) => {
      const { startsOn, localStart, durationMinutes } = draft()
      const body = { rule, startsOn, localStart, durationMinutes }
      return (await testApp.refusal(series.previewSeries, { body }, provider)).issues?.map(({ path }) => path.join('.'))
    }
    expect(await fields({ freq: 'WEEKLY' })).toEqual(['rule.count'])
    expect(await fields({ freq: 'WEEKLY', count: 53 })).toEqual(['rule.count'])
    expect(await fields({ freq: 'WEEKLY', count: 5, until: '2026-06-01' })).toEqual(['rule.count'])
    expect(await fields({ freq: 'DAILY', count: 5, byDay: ['MON'] })).toEqual(['rule.byDay'])
    expect(await fields({ freq: 'WEEKLY', until: '2027-03-05' })).toEqual(['rule.until'])
    expect(await fields({ freq: 'WEEKLY', interval: 13, count: 5 })).toEqual(['rule.interval'])
  })
})

describe('a series without a time zone', () => {
  it('is previewed and proposed in that of the provider', async () => {
    const provider = await createProviderWithCustomer()
    await testApp.call(putAvailability, { body: { timeZone: 'America/New_York', weekly: [] } }, provider)
    const { timeZone: _, ...body } = draft({ rule: { freq: 'WEEKLY', count: 2 } })
    const { rule, startsOn, localStart, durationMinutes } = body
    const timing = { rule, startsOn, localStart, durationMinutes }
    const preview = await testApp.call(series.previewSeries, { body: timing }, provider)
    const proposed = await testApp.call(series.createSeries, { body }, provider)
    expect(startsOf(proposed.occurrences)).toEqual(startsOf(preview))
    expect(proposed.timeZone).toBe('America/New_York')
  })
})

describe('an accepted series', () => {
  it('books the next eight weeks, and further visits week by week', async () => {
    const provider = await createProviderWithCustomer()
    const created = await testApp.call(series.createSeries, { body: draft() }, provider)
    expect(created).toMatchObject({ status: 'PENDING', awaitingParty: 'CUSTOMER', allowedActions: ['withdraw'] })
    expect(created.occurrences.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'PLANNED'))
    const params = { id: created.id }
    const { series: active, changed } = await testApp.call(
      series.acceptMarketplaceSeries,
      { params, body: { onBehalf: actingCustomer } },
      marketplace,
    )
    expect(active.status).toBe('ACTIVE')
    expect(active.occurrences.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 8 }, () => 'BOOKED'),
      'PLANNED',
      'PLANNED',
    ])
    expect(changed.bookingIds).toHaveLength(8)
    const first = await testApp.call(getBooking, { params: { id: changed.bookingIds[0] ?? '' } }, provider)
    expect(first).toMatchObject({
      status: 'CONFIRMED',
      source: 'SERIES',
      seriesId: created.id,
      occurrenceIndex: 0,
      startAt: '2026-03-04T08:00:00.000Z',
    })
    const query = { from: '2026-04-20T00:00:00.000Z', to: '2026-05-20T00:00:00.000Z' }
    const shown = await testApp.call(getCalendar, { query }, provider)
    expect(shown.bookings.map(({ occurrenceIndex }) => occurrenceIndex)).toEqual([7])
    expect(shown.occurrences.map(({ index }) => index)).toEqual([8, 9])
    // Repetition changes nothing.
    await testApp.deps.jobs.runDue()
    expect((await get(provider, created.id)).occurrences).toEqual(active.occurrences)
    expect(
      (
        await testApp.refusal(
          series.acceptMarketplaceSeries,
          { params, body: { onBehalf: actingCustomer } },
          marketplace,
        )
      ).code,
    ).toBe('INVALID_TRANSITION')
  })

  it('is private, for known customers, and can be requested by a customer too', async () => {
    const provider = await createProviderWithCustomer()
    const stranger = await createProvider(testApp)
    const unknown = await createCustomer(testApp)
    expect((await testApp.refusal(series.createSeries, { body: draft() }, stranger)).status).toBe(404)
    expect(
      (await testApp.refusal(series.createSeries, { body: draft({ customerId: unknown.id }) }, provider)).status,
    ).toBe(404)
    const body = { ...draft(), providerId: provider.id }
    const requested = await testApp.call(series.createMarketplaceSeries, { body }, marketplace)
    expect(requested).toMatchObject({ status: 'PENDING', awaitingParty: 'PROVIDER', allowedActions: ['withdraw'] })
    const params = { id: requested.id }
    const asStranger = { ...marketplace, headers: { 'x-customer-id': unknown.id } }
    expect((await testApp.refusal(series.getMarketplaceSeries, { params }, asStranger)).status).toBe(404)
    const refusals = [
      await testApp.refusal(series.getSeries, { params }, stranger),
      await testApp.refusal(series.getSeriesTimeline, { params }, stranger),
      await testApp.refusal(series.previewSeriesAnswer, { params }, stranger),
      await testApp.refusal(series.acceptSeries, { params, body: {} }, stranger),
      await testApp.refusal(series.declineSeries, { params, body: { reasonCode: 'TOO_FAR' } }, stranger),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await get(provider, requested.id)).allowedActions).toEqual(['accept', 'decline'])
    expect((await testApp.call(series.listSeries, {}, provider)).map(({ id }) => id)).toEqual([requested.id])
  })

  it('without an answer is cancelled by a timer', async () => {
    const provider = await createProviderWithCustomer()
    const created = await testApp.call(series.createSeries, { body: draft() }, provider)
    const params = { id: created.id }
    testApp.clock.advance(DAY_MS)
    expect(
      (
        await testApp.refusal(
          series.acceptMarketplaceSeries,
          { params, body: { onBehalf: actingCustomer } },
          marketplace,
        )
      ).code,
    ).toBe('REQUEST_EXPIRED')
    await testApp.deps.jobs.runDue()
    expect(await get(provider, created.id)).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    testApp.clock.advance(-DAY_MS)
  })

  it('with a conflict is refused, created without the visit, or with it at another time', async () => {
    const off = { startAt: '2026-03-11T00:00:00.000Z', endAt: '2026-03-12T00:00:00.000Z' }
    const attempt = async (conflictPolicy: Draft['conflictPolicy']) => {
      const provider = await createProviderWithCustomer()
      await testApp.call(createTimeOff, { body: off }, provider)
      return testApp.send(
        series.createSeries,
        { body: draft({ conflictPolicy, rule: { freq: 'WEEKLY', count: 3 } }) },
        provider,
      )
    }
    const refused = await attempt('FAIL')
    expect(refused.body).toMatchObject({
      status: 409,
      code: 'SERIES_CONFLICT',
      message: '1 of 3 visits are not available. Choose what to do with them.',
      details: { n: 1, total: 3, occurrences: [{ status: 'FREE' }, { status: 'CONFLICT' }, { status: 'FREE' }] },
    })
    const skipped = await attempt('SKIP')
    expect(skipped.body).toMatchObject({ data: { exceptions: [1], occurrences: [{}, { status: 'SKIPPED' }, {}] } })
    const moved = await attempt('MOVE_TO_SUGGESTION')
    expect(moved.body).toMatchObject({
      data: { exceptions: [], occurrences: [{}, { status: 'PLANNED', detached: true }, {}] },
    })
    const { data } = moved.body as { data: { occurrences: { startAt: string }[] } }
    expect(data.occurrences[1]?.startAt.slice(0, 10)).not.toBe('2026-03-11')
  })
})

describe('changing a series', () => {
  const edit = (provider: TestProvider, id: string, body: CallInput<typeof series.editSeries>['body']) =>
    testApp.call(series.editSeries, { params: { id }, body }, provider)

  it('detaches a single visit, keeps earlier ones, and skips detached ones', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const one = await edit(provider, confirmedSeries.id, { scope: 'THIS', index: 1, localStart: '11:00' })
    expect(one.changed).toEqual({
      bookingIds: [confirmedSeries.occurrences[1]?.bookingId],
      occurrences: [1],
      keptOccurrences: [],
    })
    const after = await edit(provider, confirmedSeries.id, { scope: 'THIS_AND_FUTURE', index: 8, localStart: '14:00' })
    expect(after.changed).toEqual({ bookingIds: [], occurrences: [8, 9], keptOccurrences: [] })
    const all = await edit(provider, confirmedSeries.id, {
      scope: 'ALL',
      localStart: '10:00',
      title: 'Gutters and roof',
    })
    expect(all.changed.keptOccurrences).toEqual([1])
    expect(all.changed.occurrences).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(all.changed.bookingIds).toHaveLength(7)
    expect(startsOf(all.series.occurrences).map((start) => start.slice(6))).toEqual([
      '09:00',
      '10:00',
      ...Array.from({ length: 8 }, () => '09:00'),
    ])
    expect(all.series).toMatchObject({ title: 'Gutters and roof', localStart: '10:00' })
    const booking = await testApp.call(
      getBooking,
      { params: { id: confirmedSeries.occurrences[2]?.bookingId ?? '' } },
      provider,
    )
    expect(booking).toMatchObject({
      title: 'Gutters and roof',
      startAt: '2026-03-18T09:00:00.000Z',
      rescheduleCount: 0,
    })
  })

  it('shows the own title of a visit that is not booked yet in the calendar and in conflicts', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    await edit(provider, confirmedSeries.id, { scope: 'THIS', index: 8, title: 'Gutters and roof' })
    const query = { from: '2026-04-28T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z' }
    const { occurrences } = await testApp.call(getCalendar, { query }, provider)
    expect(occurrences.map(({ index, title }) => [index, title])).toEqual([
      [8, 'Gutters and roof'],
      [9, 'Clean the gutters'],
    ])
    const slot = { startAt: '2026-04-29T08:00:00.000Z', durationMinutes: 60 }
    const { conflicts } = await testApp.call(checkSlot, { query: slot }, provider)
    expect(conflicts).toMatchObject([{ kind: 'SERIES', title: 'Gutters and roof' }])
  })

  it('skips a rescheduled visit', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const bookingId = confirmedSeries.occurrences[3]?.bookingId ?? ''
    const slot = { startAt: '2026-03-26T12:00:00.000Z', endAt: '2026-03-26T13:00:00.000Z' }
    const body = { slots: [slot], reasonCode: 'WEATHER' as const }
    const { id: proposalId } = await testApp.call(proposeTimes, { params: { id: bookingId }, body }, provider)
    const params = { id: bookingId, proposalId }
    await testApp.call(
      acceptMarketplaceProposal,
      { params, body: { slotIndex: 0, onBehalf: actingCustomer } },
      marketplace,
    )
    expect((await get(provider, confirmedSeries.id)).occurrences[3]).toMatchObject({
      detached: true,
      startAt: slot.startAt,
    })
    const all = await edit(provider, confirmedSeries.id, { scope: 'ALL', localStart: '15:00' })
    expect(all.changed.keptOccurrences).toEqual([3])
    expect(all.series.occurrences[3]?.startAt).toBe(slot.startAt)
    // Addressed by itself, it stays on the day it was moved to.
    const one = await edit(provider, confirmedSeries.id, { scope: 'THIS', index: 3, localStart: '15:00' })
    expect(one.series.occurrences[3]?.startAt).toBe('2026-03-26T14:00:00.000Z')
  })

  it('to a taken time is refused as a whole', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const off = { startAt: '2026-04-01T12:00:00.000Z', endAt: '2026-04-01T14:00:00.000Z' }
    await testApp.call(createTimeOff, { body: off }, provider)
    const refused = await testApp.refusal(
      series.editSeries,
      { params: { id: confirmedSeries.id }, body: { scope: 'ALL', localStart: '13:30' } },
      provider,
    )
    expect(refused).toMatchObject({ code: 'SERIES_CONFLICT', details: { n: 1, total: 10 } })
    expect((await get(provider, confirmedSeries.id)).occurrences).toEqual(confirmedSeries.occurrences)
    const stale = { ...provider, headers: { 'if-match': '"1"' } }
    const body = { scope: 'ALL' as const, title: 'Other' }
    expect((await testApp.refusal(series.editSeries, { params: { id: confirmedSeries.id }, body }, stale)).code).toBe(
      'VERSION_CONFLICT',
    )
    const none = { scope: 'THIS' as const, index: 10, title: 'Other' }
    expect(
      (await testApp.refusal(series.editSeries, { params: { id: confirmedSeries.id }, body: none }, provider)).issues,
    ).toMatchObject([{ field: 'index' }])
  })

  it('does not conflict with another time that is proposed for the visit itself', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const visit = confirmedSeries.occurrences[1]
    const slots = [{ startAt: '2026-03-11T10:00:00.000Z', endAt: '2026-03-11T11:00:00.000Z' }]
    const body = { slots, reasonCode: 'OTHER' as const }
    await testApp.call(proposeTimes, { params: { id: visit?.bookingId ?? '' }, body }, provider)
    const edited = await edit(provider, confirmedSeries.id, { scope: 'THIS', index: 1, localStart: '11:00' })
    expect(edited.changed.occurrences).toEqual([1])
  })

  it('that moves no visit is possible although something else is at the time of one', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const off = { startAt: '2026-04-01T06:00:00.000Z', endAt: '2026-04-01T14:00:00.000Z', onAffected: 'KEEP' as const }
    await testApp.call(createTimeOff, { body: off }, provider)
    const named = await edit(provider, confirmedSeries.id, { scope: 'ALL', title: 'Gutters and roof' })
    expect(named.changed.occurrences).toHaveLength(10)
    const body = { scope: 'ALL' as const, durationMinutes: 90 }
    expect(
      (await testApp.refusal(series.editSeries, { params: { id: confirmedSeries.id }, body }, provider)).code,
    ).toBe('SERIES_CONFLICT')
  })

  it('is previewed with every visit and its conflicts', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    await edit(provider, confirmedSeries.id, { scope: 'THIS', index: 2, localStart: '11:00' })
    const off = { startAt: '2026-04-01T12:00:00.000Z', endAt: '2026-04-01T14:00:00.000Z' }
    await testApp.call(createTimeOff, { body: off }, provider)
    const before = await get(provider, confirmedSeries.id)
    const preview = (body: CallInput<typeof series.previewSeriesEdit>['body'], caller: TestProvider = provider) =>
      testApp.send(series.previewSeriesEdit, { params: { id: confirmedSeries.id }, body }, caller)
    const seen = async (body: CallInput<typeof series.previewSeriesEdit>['body']) => {
      const reply = await preview(body)
      if (!reply.body.success) throw new Error(reply.body.message)
      return reply.body.data
    }
    const all = await seen({ scope: 'ALL', localStart: '13:30' })
    expect(all.keptOccurrences).toEqual([2])
    expect(all.occurrences.map(({ index }) => index)).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9])
    expect(startsOf(all.occurrences).every((start) => start.endsWith('12:30'))).toBe(true)
    const taken = all.occurrences.filter(({ status }) => status === 'CONFLICT')
    expect(taken.map(({ startAt }) => startAt)).toEqual(['2026-04-01T12:30:00.000Z'])
    expect(taken[0]?.suggestion).not.toBeNull()
    // A single visit is addressed wherever it was moved; a longer duration keeps its start.
    const one = await seen({ scope: 'THIS', index: 2, durationMinutes: 120 })
    expect(one).toMatchObject({ keptOccurrences: [], occurrences: [{ index: 2, startAt: '2026-03-18T10:00:00.000Z' }] })
    expect((await seen({ scope: 'THIS_AND_FUTURE', index: 8 })).occurrences.map(({ index }) => index)).toEqual([8, 9])
    expect(await get(provider, confirmedSeries.id)).toEqual(before)
    expect((await preview({ scope: 'THIS', index: 10 })).body).toMatchObject({ issues: [{ field: 'index' }] })
    expect((await preview({ scope: 'THIS' })).status).toBe(422)
    expect((await preview({ scope: 'ALL' }, await createProvider(testApp))).status).toBe(404)
  })

  it('so that none remains cancels upcoming visits by the usual rules', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const params = { id: confirmedSeries.id }
    const reason = { reasonCode: 'PROVIDER_UNAVAILABLE' as const }
    const some = await testApp.call(
      series.cancelSeries,
      { params, body: { ...reason, scope: 'THIS_AND_FUTURE', index: 6 } },
      provider,
    )
    expect(some.changed).toMatchObject({ occurrences: [6, 7, 8, 9] })
    expect(some.series).toMatchObject({ status: 'ACTIVE', exceptions: [6, 7, 8, 9] })
    const all = await testApp.call(series.cancelSeries, { params, body: { ...reason, scope: 'ALL' } }, provider)
    expect(all.changed).toMatchObject({ occurrences: [0, 1, 2, 3, 4, 5] })
    expect(all.series).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    const cancelled = await testApp.call(listBookings, { query: { status: 'CANCELLED' } }, provider)
    expect(cancelled.map(({ id }) => id).sort()).toEqual([...some.changed.bookingIds, ...all.changed.bookingIds].sort())
    const booking = await testApp.call(getBooking, { params: { id: all.changed.bookingIds[0] ?? '' } }, provider)
    expect(booking.cancellation).toMatchObject({ attributedTo: 'PROVIDER', reasonCode: 'PROVIDER_UNAVAILABLE' })
  })

  it('as a whole cancels planned visits that were changed individually too', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const params = { id: confirmedSeries.id }
    for (const index of [1, 9])
      await testApp.call(series.editSeries, { params, body: { scope: 'THIS', index, localStart: '11:00' } }, provider)
    const body = { reasonCode: 'PROVIDER_UNAVAILABLE' as const, scope: 'ALL' as const }
    const all = await testApp.call(series.cancelSeries, { params, body }, provider)
    expect(all.changed).toMatchObject({ occurrences: [0, 2, 3, 4, 5, 6, 7, 8, 9], keptOccurrences: [1] })
    expect(all.series.occurrences.map(({ status }) => status)).toEqual([
      'CANCELLED',
      'BOOKED',
      ...Array.from({ length: 8 }, () => 'CANCELLED'),
    ])
  })

  it('because the customer cannot be reached counts the attempts recorded with each visit', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider)
    const body = { scope: 'THIS' as const, index: 0, reasonCode: 'CUSTOMER_UNRESPONSIVE' as const }
    const cancelling = { params: { id: confirmedSeries.id }, body }
    expect((await testApp.refusal(series.cancelSeries, cancelling, provider)).code).toBe('CONTACT_REQUIRED')
    const params = { id: confirmedSeries.occurrences[0]?.bookingId ?? '' }
    for (const method of ['CALL', 'SMS'] as const)
      await testApp.call(addContactAttempt, { params, body: { method } }, provider)
    expect((await testApp.call(series.cancelSeries, cancelling, provider)).changed.occurrences).toEqual([0])
  })

  it('changes exactly the visits it reports', async () => {
    const provider = await createProviderWithCustomer()
    const scope = fc.constantFrom<bookingSeries.SeriesScope>('THIS', 'THIS_AND_FUTURE', 'ALL')
    const index = fc.integer({ min: 0, max: 9 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), scope, index, hour: fc.integer({ min: 8, max: 16 }) }),
      fc.record({ kind: fc.constant('name' as const), scope, index, hour: fc.constant(0) }),
      fc.record({
        kind: fc.constant('cancel' as const),
        scope: fc.constant<bookingSeries.SeriesScope>('THIS'),
        index,
        hour: fc.constant(0),
      }),
    )
    const { series: confirmedSeries } = await agreed(provider)
    const params = { id: confirmedSeries.id }
    const snapshot = async () => {
      const { occurrences } = await get(provider, confirmedSeries.id)
      const bookings = await testApp.call(listBookings, { query: { limit: 100 } }, provider)
      return {
        visits: new Map(occurrences.map((visit) => [visit.index, JSON.stringify(visit)])),
        bookings: new Map(bookings.map((booking) => [booking.id, booking.version])),
      }
    }
    let names = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        for (const { kind, scope: which, index: at, hour } of steps) {
          const before = await snapshot()
          names += 1
          const scoped = { scope: which, index: at }
          const reply =
            kind === 'cancel'
              ? await testApp.send(
                  series.cancelSeries,
                  { params, body: { ...scoped, reasonCode: 'PROVIDER_UNAVAILABLE' } },
                  provider,
                )
              : await testApp.send(
                  series.editSeries,
                  {
                    params,
                    body:
                      kind === 'move'
                        ? { ...scoped, localStart: `${String(hour).padStart(2, '0')}:00` }
                        : { ...scoped, title: `Name ${names}` },
                  },
                  provider,
                )
          const after = await snapshot()
          const touched = [...after.bookings].filter(([id, version]) => before.bookings.get(id) !== version)
          const visits = [...after.visits].filter(([place, visit]) => before.visits.get(place) !== visit)
          const changed = reply.body.success
            ? reply.body.data.changed
            : { bookingIds: [], occurrences: [], keptOccurrences: [] }
          expect(touched.map(([id]) => id).sort()).toEqual([...changed.bookingIds].sort())
          // The title is not part of the visit.
          for (const [place] of visits) expect(changed.occurrences).toContain(place)
          for (const place of changed.keptOccurrences) expect(visits.map(([kept]) => kept)).not.toContain(place)
        }
      }),
      { numRuns: 6 },
    )
  })
})

describe('across daylight saving changes', () => {
  it.each([
    ['Europe/Berlin', '2026-03-22', ['08:00', '07:00', '07:00']],
    ['America/New_York', '2026-03-07', ['14:00', '13:00', '13:00']],
    ['Australia/Lord_Howe', '2026-03-29', ['22:00', '22:30', '22:30']],
    ['Africa/Lagos', '2026-03-22', ['08:00', '08:00', '08:00']],
  ])('visits in %s stay at nine in local time', async (timeZone, startsOn, inUtc) => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider, {
      timeZone,
      startsOn,
      rule: { freq: 'WEEKLY', count: 3 },
    })
    expect(confirmedSeries.occurrences.map(({ startAt }) => startAt.slice(11, 16))).toEqual(inUtc)
  })
})

describe('a series over time', () => {
  it('ends when the last of its visits is cancelled', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider, { rule: { freq: 'WEEKLY', count: 2 } })
    for (const { bookingId } of confirmedSeries.occurrences) {
      const params = { id: bookingId ?? '' }
      const query = { reasonCode: 'PROVIDER_UNAVAILABLE' as const }
      const { previewHash } = await testApp.call(getCancellationPreview, { params, query }, provider)
      await testApp.call(cancelBooking, { params, body: { ...query, acceptFee: true, previewHash } }, provider)
    }
    await testApp.advance(2 * DAY_MS)
    expect((await get(provider, confirmedSeries.id)).status).toBe('ENDED')
    testApp.clock.advance(-2 * DAY_MS)
  })

  it('moves a visit that conflicts to a time that no other visit of it has', async () => {
    const provider = await createProviderWithCustomer()
    const hours = [{ from: '09:00', to: '11:00' }]
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
    const weekly = days.map((day) => ({ day, intervals: hours }))
    await testApp.call(putAvailability, { body: { timeZone: 'Africa/Lagos', weekly } }, provider)
    const { series: confirmedSeries } = await agreed(provider, {
      rule: { freq: 'DAILY', count: 20 },
      startsOn: '2026-04-15',
      conflictPolicy: 'MOVE_TO_SUGGESTION',
    })
    const last = confirmedSeries.occurrences.filter(({ status }) => status === 'PLANNED')
    const off = { startAt: last[1]?.startAt ?? '', endAt: last[1]?.endAt ?? '' }
    await testApp.call(createTimeOff, { body: off }, provider)
    await testApp.advance(5 * DAY_MS)
    const { occurrences } = await get(provider, confirmedSeries.id)
    const moved = occurrences.filter(({ detached }) => detached).map(({ index }) => index)
    expect(moved).toEqual([last[1]?.index])
    testApp.clock.advance(-5 * DAY_MS)
  })

  it('books further visits, skips conflicts, and ends', async () => {
    const provider = await createProviderWithCustomer()
    const { series: confirmedSeries } = await agreed(provider, { conflictPolicy: 'SKIP' })
    const off = { startAt: '2026-05-06T00:00:00.000Z', endAt: '2026-05-07T00:00:00.000Z' }
    await testApp.call(createTimeOff, { body: off }, provider)
    await testApp.advance(14 * DAY_MS)
    const later = await testApp.call(series.getMarketplaceSeries, { params: { id: confirmedSeries.id } }, marketplace)
    expect(later.occurrences.slice(8).map(({ status }) => status)).toEqual(['BOOKED', 'SKIPPED'])
    await testApp.advance(60 * DAY_MS)
    const ended = await testApp.call(series.getMarketplaceSeries, { params: { id: confirmedSeries.id } }, marketplace)
    expect(ended.status).toBe('ENDED')
  })

  it('gives a visit in a linked calendar a higher sequence when it becomes a booking', async () => {
    const inDays = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString()
    const provider = await createProviderWithCustomer(inDays(1))
    const { series: active } = await agreed(provider, { startsOn: inDays(3).slice(0, 10) })
    const params = { id: active.id }
    for (const title of ['Clean the roof', 'Clean the gutters'])
      await testApp.call(series.editSeries, { params, body: { scope: 'ALL', title } }, provider)
    const { url } = await testApp.call(createCalendarLink, { body: {} }, provider)
    const sequenceOfVisit = async () => {
      const file = await (await fetch((url ?? '').replace(/^https?:\/\/[^/]+/, testApp.url))).text()
      return Number(new RegExp(`UID:${active.id}-8@fettle\\s+SEQUENCE:(\\d+)`).exec(file)?.[1])
    }
    const planned = await sequenceOfVisit()
    testApp.clock.advance(8 * DAY_MS)
    await testApp.deps.jobs.runDue()
    expect((await get(provider, active.id)).occurrences[8]?.status).toBe('BOOKED')
    expect(await sequenceOfVisit()).toBeGreaterThan(planned)
  })

  it('ends although another cannot be ended', async () => {
    const startAt = new Date(+testApp.clock.now() + DAY_MS).toISOString()
    const weekly = { startsOn: startAt.slice(0, 10), rule: { freq: 'WEEKLY' as const, count: 2 } }
    const short = async () =>
      (await agreed(await createProviderWithCustomer(startAt), { ...weekly, localStart: '20:00' })).series.id
    const [broken, other] = [await short(), await short()]
    await failWrites(testApp, { table: 'booking_series', column: 'id', id: broken })
    testApp.clock.advance(10 * DAY_MS)
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('booking_series_fault')
    const { status } = await testApp.call(series.getMarketplaceSeries, { params: { id: other } }, marketplace)
    expect(status).toBe('ENDED')
  })
})
