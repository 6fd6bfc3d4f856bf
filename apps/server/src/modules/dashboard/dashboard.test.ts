import {
  acceptBooking,
  arriveAtBooking,
  pauseBooking,
  startBooking,
  startTravel,
} from '@fettle/protocol/bookings/actions'
import { dismissTodo, getDashboard, kpiKeys } from '@fettle/protocol/workspace/dashboard'
import { approveDocument } from '@fettle/protocol/accounts/documents'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { openDispute } from '@fettle/protocol/disputes'
import { cancelMarketplaceBooking, createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { describe, expect, it } from 'vitest'
import { createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { disputeStatement } from '../../../testing/fixtures/dispute-scenario.ts'
import { documentUploadsOf } from '../../../testing/fixtures/document-uploads.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { createInsertBooking } from '../../../testing/fixtures/inserted-bookings.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR_MS)

const insertBooking = createInsertBooking(testApp)

const home = (provider: TestProvider, range: '7d' | '30d' | '90d' | '12m' = '30d') =>
  testApp.call(getDashboard, { query: { range } }, provider)

describe('the dashboard', () => {
  it('of a new account shows setup steps and empty KPIs', async () => {
    const provider = await createProvider(testApp)
    const { kpis, setup, todos, today, charts, timeZone } = await home(provider)
    expect(timeZone).toBe('Africa/Lagos')
    expect(kpis.map(({ key }) => key)).toEqual([...kpiKeys].sort((a, b) => order(kpis, a) - order(kpis, b)))
    expect(kpis.filter(({ value }) => value === null).map(({ key }) => key)).toEqual([
      'responseTime',
      'acceptanceRate',
      'offerWinRate',
      'openOffersValue',
      'onTimeRate',
      'providerCancellationRate',
      'rating',
      'repeatCustomers',
    ])
    expect(setup?.steps.map(({ key, done }) => [key, done])).toEqual([
      ['avatar', false],
      ['documents', false],
      ['availability', false],
      ['accountNumber', true],
      ['phone', true],
    ])
    expect(todos.map(({ id }) => id)).toEqual(['SET_AVAILABILITY', 'UPLOAD_DOCUMENT'])
    expect(today).toMatchObject({ date: '2026-03-02', stops: [], tomorrow: { total: 0, first: [] } })
    expect(charts.busyHours).toEqual([])
  })

  it('knows time zones by names without a place, some of which PostgreSQL does not know', async () => {
    const provider = await createProvider(testApp)
    await testApp.call(putAvailability, { body: { timeZone: 'ECT', weekly: [] } }, provider)
    const body = { name: 'Linh Tran', email: 'linh@example.com', timeZone: 'VST' }
    const customer = await testApp.call(putCustomer, { params: { externalId: 'linh' }, body }, marketplace)
    const { id } = await requestBooking(testApp, { provider, customer })
    await testApp.call(acceptBooking, { params: { id }, body: { acknowledge: ['OUTSIDE_WORKING_HOURS'] } }, provider)
    await testApp.advance(48 * HOUR_MS)
    const { timeZone, charts } = await home(provider)
    expect(timeZone).toBe('Europe/Paris')
    expect(charts.busyHours).toHaveLength(1)
  })

  it("returns today's route, tomorrow's preview and unscheduled bookings", async () => {
    const provider = await createProvider(testApp)
    const photo = 'https://photos.example.com/chidi.webp'
    const customer = await createCustomer(testApp, { avatar: photo })
    const ahead = { status: 'CONFIRMED', completed_at: null, customer_id: customer.id }
    const at = (hours: number, location: object = {}) => ({
      ...ahead,
      start_at: inHours(hours),
      end_at: inHours(hours + 1),
      location: JSON.stringify({ line1: '1 Way', city: 'Yaba', country: 'NG', ...location }),
    })
    const first = await insertBooking(provider, customer, at(1, { lat: 6.5, lng: 3.35 }))
    const second = await insertBooking(provider, customer, at(2.25, { lat: 6.6, lng: 3.35 }))
    const running = await insertBooking(provider, customer, { ...at(-20), status: 'IN_PROGRESS' })
    const tomorrow = await insertBooking(provider, customer, at(24))
    const unscheduled = { start_at: null, end_at: null, duration_minutes: 60, scheduling_mode: 'UNSCHEDULED' }
    const loose = await insertBooking(provider, customer, { ...at(200), ...unscheduled })
    await insertBooking(provider, customer, at(48))

    const { today, todos, setup } = await home(provider)
    expect(today.stops.map(({ bookingId, nextAction }) => [bookingId, nextAction])).toEqual([
      [running, 'complete'],
      [first, 'start-travel'],
      [second, 'start-travel'],
    ])
    // Eleven kilometres at 25 km/h plus five minutes exceed the quarter of an hour between them.
    expect(today.stops[2]).toMatchObject({
      customerAvatar: photo,
      travelMinutes: 32,
      isTight: true,
      leaveBy: inHours(2.25 - 32 / 60).toISOString(),
    })
    expect(today.tomorrow).toMatchObject({ total: 1, first: [{ bookingId: tomorrow, customerAvatar: photo }] })
    expect(today.unscheduled.map(({ bookingId }) => bookingId)).toEqual([loose])
    expect(todos[0]).toMatchObject({
      id: `COMPLETE_JOB:${running}`,
      severity: 'HIGH',
      redirect: `/bookings/${running}`,
    })
    expect(setup).toBeNull()
  })

  it('shows a job set out for before midnight today, not tomorrow', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const times = { start_at: inHours(24), end_at: inHours(25), completed_at: null }
    const early = await insertBooking(provider, customer, { ...times, status: 'EN_ROUTE', en_route_at: inHours(0) })
    const { today } = await home(provider)
    expect(today.stops.map(({ bookingId }) => bookingId)).toEqual([early])
    expect(today.tomorrow).toEqual({ total: 0, first: [] })
  })

  it('offers to arrive once that is possible', async () => {
    const { provider, confirmJob, inHours: at } = await createBookingScenario(testApp)
    const { id } = await confirmJob({ startAt: at(3) })
    const params = { id }
    await testApp.call(startTravel, { params, body: {} }, provider)
    const offered = async () => (await home(provider)).today.stops.map(({ nextAction }) => nextAction)
    expect((await testApp.refusal(arriveAtBooking, { params, body: {} }, provider)).code).toBe('BOOKING_TOO_EARLY')
    expect(await offered()).toEqual([null])
    testApp.clock.advance(2 * HOUR_MS)
    expect(await offered()).toEqual(['arrive'])
    await testApp.call(arriveAtBooking, { params, body: {} }, provider)
  })

  it('shows a paused job on the day it resumes', async () => {
    const { provider, confirmJob, inHours: at } = await createBookingScenario(testApp)
    const { id } = await confirmJob({ startAt: at(2) })
    const params = { id }
    await testApp.call(startBooking, { params, body: {} }, provider)
    const resumeOn = at(24)
    await testApp.call(pauseBooking, { params, body: { reasonCode: 'MULTI_DAY', resumeOn } }, provider)
    testApp.clock.advance(20 * HOUR_MS)
    const { today } = await home(provider)
    expect(today.stops).toMatchObject([{ bookingId: id, status: 'PAUSED', startAt: resumeOn, nextAction: 'resume' }])
    expect(today.tomorrow.total).toBe(0)
  })

  it('tells which requests have a time, and in which time zone', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const timed = await requestBooking(testApp, { provider, customer, startAt: inHours(300).toISOString() })
    const open = await testApp.call(
      createMarketplaceBooking,
      {
        body: {
          customerId: customer.id,
          providerId: provider.id,
          title: 'Move the outdoor tap',
          description: 'Any day will do.',
          schedulingMode: 'UNSCHEDULED',
          durationMinutes: 60,
          location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
        },
      },
      marketplace,
    )
    const { todos } = await home(provider)
    const about = (id: string) => todos.find((todo) => todo.id === `RESPOND_REQUEST:${id}`)?.about
    expect(about(timed.id)).toMatchObject({ startAt: timed.startAt, timeZone: timed.timeZone })
    expect(about(open.id)?.startAt).toBeNull()
  })

  it('names the confirmed job that a requested booking overlaps', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const requestJob = (title: string) =>
      requestBooking(testApp, { provider, customer, title, startAt: inHours(60).toISOString() })
    const job = await requestJob('Boiler service')
    const rival = await requestJob('Drain is slow')
    const overlaps = async () =>
      (await home(provider)).todos.find(({ id }) => id === `RESPOND_REQUEST:${rival.id}`)?.about.overlaps
    expect(await overlaps()).toBeNull()
    await testApp.call(acceptBooking, { params: { id: job.id }, body: {} }, provider)
    expect(await overlaps()).toBe('Boiler service')
  })

  it('hides a dismissed to-do for a day, unless it is urgent, while its cause persists', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer, startAt: inHours(300).toISOString() })
    const ids = async () => (await home(provider)).todos.map((todo) => todo.id)
    expect(await ids()).toEqual([`RESPOND_REQUEST:${id}`, 'SET_AVAILABILITY', 'UPLOAD_DOCUMENT'])
    const dismiss = (todo: string) => ({ params: { id: todo }, body: {} })
    const { until } = await testApp.call(dismissTodo, dismiss('SET_AVAILABILITY'), provider)
    expect(until).toBe(inHours(24).toISOString())
    expect(await ids()).not.toContain('SET_AVAILABILITY')
    for (const todo of [`RESPOND_REQUEST:${id}`, 'CONTEST_ATTRIBUTION:bkg_1', 'NOTHING_KNOWN']) {
      expect((await testApp.refusal(dismissTodo, dismiss(todo), provider)).status).toBe(404)
    }
    await testApp.advance(24 * HOUR_MS)
    expect(await ids()).toContain('SET_AVAILABILITY')
  })

  it('asks to renew a document until another one awaits its review', async () => {
    const provider = await createProvider(testApp)
    const { upload } = documentUploadsOf(testApp, () => provider)
    const insurance = async (days: number) => {
      const expiresAt = inHours(24 * days)
        .toISOString()
        .slice(0, 10)
      return upload({ type: 'INSURANCE_CERTIFICATE', expiresAt })
    }
    const { id } = await insurance(20)
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    const renewals = async () => (await home(provider)).todos.filter(({ kind }) => kind === 'RENEW_DOCUMENT')
    expect(await renewals()).toMatchObject([{ id: `RENEW_DOCUMENT:${id}` }])
    await insurance(400)
    expect(await renewals()).toEqual([])
  })

  it('asks to contest a cancellation until that is in dispute', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const body = { reasonCode: 'PROVIDER_UNRESPONSIVE' as const }
    await testApp.call(cancelMarketplaceBooking, { params: { id }, body }, marketplace)
    const kinds = async () => (await home(provider)).todos.map(({ kind }) => kind)
    expect(await kinds()).toContain('CONTEST_ATTRIBUTION')
    const subject = { type: 'CANCELLATION' as const, id }
    const opening = { subject, reasonCode: 'FEE' as const, statement: disputeStatement }
    await testApp.call(openDispute, { body: opening }, provider)
    expect(await kinds()).not.toContain('CONTEST_ATTRIBUTION')
  })

  it('asks to answer a customer waiting for an hour', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { name: 'Ngozi Eze' })
    const body = { customerId: customer.id, providerId: provider.id }
    const { id, cid } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const text = 'Can you come on Tuesday?'
    await testApp.call(sendMarketplaceMessage, { params: { id }, body: { customerId: customer.id, text } }, marketplace)
    const replies = async () => (await home(provider)).todos.filter(({ kind }) => kind === 'REPLY_MESSAGE')
    expect(await replies()).toEqual([])
    testApp.clock.advance(HOUR_MS + 60_000)
    expect(await replies()).toMatchObject([
      {
        id: `REPLY_MESSAGE:${customer.id}`,
        about: { customerName: 'Ngozi Eze' },
        redirect: `/messages?customer=${customer.id}`,
        dismissible: true,
      },
    ])
    await testApp.app.chat.sendMessage(cid, provider.id, {
      id: '019caf00-0000-7000-8000-000000000001',
      text: 'Yes, at nine.',
    })
    expect(await replies()).toEqual([])
  })
})

const order = (kpis: readonly { key: string }[], key: string) => kpis.findIndex((kpi) => kpi.key === key)
