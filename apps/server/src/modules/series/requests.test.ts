import { createTimeOff, putAvailability } from '@fettle/protocol/availability/availability'
import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { ConflictPolicy, getSeries, listSeries } from '@fettle/protocol/bookings/series'
import { listBookings } from '@fettle/protocol/bookings'
import { createMarketplaceBooking, cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let customer: { id: string }

// Monday noon in Lagos.
beforeAll(async () => {
  customer = await createCustomer(testApp)
})

describe('a request for a series', () => {
  const recurrence = { rule: { freq: 'WEEKLY' as const, count: 10 } }
  const request = (provider: TestProvider, startAt = '2026-03-04T08:00:00.000Z') =>
    requestBooking(testApp, { provider, customer, startAt, durationMinutes: 60, recurrence })
  const open = async (provider: TestProvider, seriesId: string | null) =>
    testApp.call(getSeries, { params: { id: seriesId ?? '' } }, provider)

  it('is answered once for all visits', async () => {
    const provider = await createProvider(testApp)
    const head = await request(provider)
    expect(head).toMatchObject({ status: 'REQUESTED', source: 'SERIES', occurrenceIndex: 0 })
    const pending = await open(provider, head.seriesId)
    expect(pending).toMatchObject({
      status: 'PENDING',
      localStart: '09:00',
      startsOn: '2026-03-04',
      headBookingId: head.id,
    })
    expect(pending.customer.phone).toBe('+234••••••••22')
    expect(pending.occurrences[0]).toMatchObject({ status: 'BOOKED', bookingId: head.id })
    await testApp.call(acceptBooking, { params: { id: head.id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    const active = await open(provider, head.seriesId)
    expect(active.status).toBe('ACTIVE')
    expect(active.occurrences.filter(({ status }) => status === 'BOOKED')).toHaveLength(8)
  })

  it('is kept by its first visit when others conflict', async () => {
    const provider = await createProvider(testApp)
    const head = await request(provider)
    const body = { startAt: '2026-03-05T00:00:00.000Z', endAt: '2026-08-01T00:00:00.000Z' }
    await testApp.call(createTimeOff, { body }, provider)
    await testApp.call(acceptBooking, { params: { id: head.id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    expect(await open(provider, head.seriesId)).toMatchObject({
      status: 'ACTIVE',
      exceptions: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    })
  })

  it('without its first visit is requested with the next one', async () => {
    const provider = await createProvider(testApp)
    const off = { startAt: '2026-03-04T00:00:00.000Z', endAt: '2026-03-05T00:00:00.000Z' }
    await testApp.call(createTimeOff, { body: off }, provider)
    const startAt = '2026-03-04T08:00:00.000Z'
    const skipping = { ...recurrence, conflictPolicy: 'SKIP' as const }
    const head = await requestBooking(testApp, { provider, customer, startAt, recurrence: skipping })
    expect(head).toMatchObject({ startAt: '2026-03-11T08:00:00.000Z', occurrenceIndex: 1 })
    const { occurrences } = await open(provider, head.seriesId)
    expect(occurrences.find(({ bookingId }) => bookingId === head.id)?.index).toBe(1)
  })

  it('is closed with its first visit', async () => {
    const provider = await createProvider(testApp)
    const head = await request(provider)
    const body = { reasonCode: 'TOO_FAR' as const }
    await testApp.call(declineBooking, { params: { id: head.id }, body }, provider)
    await testApp.deps.jobs.runDue()
    expect(await open(provider, head.seriesId)).toMatchObject({ status: 'CANCELLED' })
    expect((await testApp.call(listBookings, {}, provider)).map(({ id }) => id)).toEqual([head.id])

    const withdrawn = await request(provider, '2026-03-05T08:00:00.000Z')
    const cancelling = { params: { id: withdrawn.id }, body: { reasonCode: 'CHANGED_MIND' as const } }
    await testApp.call(cancelMarketplaceBooking, cancelling, marketplace)
    await testApp.deps.jobs.runDue()
    expect(await open(provider, withdrawn.seriesId)).toMatchObject({ status: 'CANCELLED' })
  })

  it.each(ConflictPolicy.options)(
    'is refused when no visit is free and no alternative is found: %s',
    async (policy) => {
      const provider = await createProvider(testApp)
      const weekly = [{ day: 'TUE' as const, intervals: [{ from: '09:00', to: '12:00' }] }]
      await testApp.call(putAvailability, { body: { timeZone: 'Africa/Lagos', weekly } }, provider)
      const input = {
        customerId: customer.id,
        providerId: provider.id,
        title: 'Clean the gutters',
        location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
        durationMinutes: 1000,
        timeZone: 'Africa/Lagos',
      }
      const rule = { freq: 'DAILY' as const, count: 5 }
      const proposal = { startsOn: '2026-03-04', localStart: '09:00', rule, conflictPolicy: policy }
      const series = await testApp.refusal(createMarketplaceSeries, { body: { ...input, ...proposal } }, marketplace)
      expect(series).toMatchObject({ status: 409, code: 'SERIES_CONFLICT', details: { n: 5, total: 5 } })
      const first = { startAt: '2026-03-04T08:00:00.000Z', recurrence: { rule, conflictPolicy: policy } }
      const booking = await testApp.refusal(createMarketplaceBooking, { body: { ...input, ...first } }, marketplace)
      expect(booking).toMatchObject({ status: 409, code: 'SERIES_CONFLICT' })
      expect(await testApp.call(listSeries, {}, provider)).toEqual([])
    },
  )

  it('leaves nothing behind when refused', async () => {
    const provider = await createProvider(testApp)
    const late = { provider, customer, startAt: '2026-06-20T08:00:00.000Z', durationMinutes: 60, recurrence }
    await expect(requestBooking(testApp, late)).rejects.toThrow('within the next 60 days')
    expect(await testApp.call(listSeries, {}, provider)).toEqual([])
    const events = await testApp.db.query(sql`select type from events where provider_id = ${provider.id}`)
    expect(events).not.toContainEqual({ type: 'series.requested' })
  })
})
