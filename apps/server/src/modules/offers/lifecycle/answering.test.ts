import { slotWarnings } from '@fettle/protocol/availability/availability'
import { acceptBooking, declineBooking } from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { acceptMarketplaceBooking, cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { acceptOffer, declineOffer, undoAcceptance } from '@fettle/protocol/marketplace/offers'
import {
  convertOffer,
  createOffer,
  duplicateOffer,
  extendOffer,
  removeOffer,
  withdrawOffer,
} from '@fettle/protocol/offers/actions'
import { listKpiItems } from '@fettle/protocol/workspace/dashboard'
import { describe, expect, it } from 'vitest'
import { offerScenarioBetween } from '../../../../testing/fixtures/offer-scenario.ts'
import {
  actingCustomer,
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
} from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const TOTAL = { amount: 1_761_190, currency: 'NGN' }

const testApp = setUpTestApp()

const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)

/** A customer's booking request and an offer that answers it. */
async function createAnswerScenario(overrides: Partial<Parameters<typeof requestBooking>[1]> = {}) {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const request = await requestBooking(testApp, { provider, customer, startAt: testApp.inHours(60), ...overrides })
  const offers = offerScenarioBetween(testApp, provider, customer)
  const booking = () => testApp.call(getBooking, { params: { id: request.id } }, provider)
  const draft = () => testApp.call(createOffer, { body: { bookingId: request.id } }, provider)
  const answer = async (over: Parameters<typeof offers.send>[1] = {}) => offers.send((await draft()).id, over)
  const bookings = () => testApp.call(listBookings, { query: {} }, provider)
  const events = async () =>
    (await testApp.call(getBookingTimeline, { params: { id: request.id } }, provider)).map(({ event }) => event)
  const acceptRequest = () => testApp.send(acceptBooking, { params: { id: request.id }, body: {} }, provider)
  return { provider, customer, request, ...offers, booking, draft, answer, bookings, events, acceptRequest }
}

describe('an offer that answers a request', () => {
  it('is created once, with what the customer wrote', async () => {
    const { provider, booking, draft, request } = await createAnswerScenario()
    expect((await booking()).allowedActions).toContain('send-offer')
    const first = await draft()
    expect(first).toMatchObject({
      status: 'DRAFT',
      bookingId: request.id,
      customer: { name: 'Chidi Okafor' },
      site: { city: 'Surulere' },
      draftRevision: { content: { title: 'Fix the kitchen tap', intro: 'It drips day and night.' } },
    })
    expect((await draft()).id).toBe(first.id)
    // Nothing has been answered yet.
    expect(await booking()).toMatchObject({ awaitingParty: 'PROVIDER', offerId: null, version: 1 })
    await testApp.call(removeOffer, { params: { id: first.id } }, provider)
    expect((await draft()).id).not.toBe(first.id)
  })

  it('is created once, also by calls at the same time', async () => {
    const { draft } = await createAnswerScenario()
    const drafts = await Promise.all([draft(), draft(), draft()])
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(1)
  })

  it('is duplicated for another customer without what the first one wrote', async () => {
    const { provider, draft, write } = await createAnswerScenario()
    const { id } = await draft()
    const other = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer: other, startAt: testApp.inHours(90) })
    const copyFor = async (customerId?: string) =>
      (await testApp.call(duplicateOffer, { params: { id }, body: { customerId } }, provider)).draftRevision?.content
    expect(await copyFor()).toMatchObject({ intro: 'It drips day and night.' })
    expect(await copyFor(other.id)).toMatchObject({ title: 'Fix the kitchen tap', intro: '' })
    await write(id, { intro: 'We fix every tap.' })
    expect(await copyFor(other.id)).toMatchObject({ intro: 'We fix every tap.' })
  })

  it('leaves the request to the customer until it is decided', async () => {
    const { booking, answer, events, acceptRequest, request, bookings } = await createAnswerScenario()
    const { id } = await answer()
    expect(await booking()).toMatchObject({
      status: 'REQUESTED',
      awaitingParty: 'CUSTOMER',
      respondBy: null,
      offerId: id,
      allowedActions: ['reschedule'],
    })
    expect((await bookings())[0]).toMatchObject({ canAccept: false, respondBy: null })
    expect(await events()).toEqual(['booking.requested', 'booking.offer_sent'])
    expect(await acceptRequest()).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    const asCustomer = { params: { id: request.id }, body: { onBehalf: actingCustomer } }
    expect((await testApp.refusal(acceptMarketplaceBooking, asCustomer, marketplace)).code).toBe('INVALID_TRANSITION')
  })

  it('confirms the request itself when it is accepted, at the requested time and its price', async () => {
    const { booking, answer, accept, bookings, events, request, readAsCustomer } = await createAnswerScenario()
    const { id } = await answer()
    // After the request's own deadline.
    await testApp.advance(30 * HOUR_MS)
    expect(await accept(id)).toMatchObject({
      status: 'CONVERTED',
      acceptance: { slotIndex: null, slot: { startAt: request.startAt } },
      convertedTo: { type: 'BOOKING', id: request.id },
    })
    expect(await booking()).toMatchObject({
      status: 'CONFIRMED',
      source: 'REQUEST',
      offerId: id,
      startAt: request.startAt,
      endAt: request.endAt,
      title: 'New bathroom',
      price: { model: 'FIXED', amount: TOTAL },
      location: { line1: '5 Adeniran Ogunsanya' },
      awaitingParty: null,
    })
    expect((await booking()).description).toMatch(/^It drips day and night\.\n\n- Tiling × 3/)
    expect(await bookings()).toHaveLength(1)
    expect(await events()).toEqual(['booking.requested', 'booking.offer_sent', 'booking.confirmed'])
    // The same acceptance again changes nothing.
    const { version } = await booking()
    await accept(id)
    expect(await booking()).toMatchObject({ status: 'CONFIRMED', version })
    expect((await readAsCustomer(id)).convertedTo?.id).toBe(request.id)
    const { holds } = await testApp.db.one<{ holds: number }>(
      sql`select count(*) as holds from slot_holds where subject_id = ${id}`,
    )
    expect(holds).toBe(0)
  })

  it('confirms it at the time the customer chose from the offer', async () => {
    const { booking, answer, accept, bookings, request } = await createAnswerScenario()
    const { id } = await answer({ proposedSlots: [testApp.slotIn(80), testApp.slotIn(90)] })
    await accept(id, { slotIndex: 1 })
    expect(await booking()).toMatchObject({ id: request.id, status: 'CONFIRMED', startAt: testApp.inHours(90) })
    expect(await bookings()).toHaveLength(1)
  })

  it.each([
    ['offers other times and the customer chose none', { startAt: 60 }, true],
    ['answers a request without a time', { startAt: undefined }, false],
  ] as const)('waits for the provider to book a time if it %s', async (_, { startAt }, hasSlots) => {
    const { provider, booking, answer, accept, request } = await createAnswerScenario()
    if (startAt === undefined) {
      await testApp.db.execute(sql`
        update bookings set start_at = null, end_at = null, duration_minutes = 120, scheduling_mode = 'UNSCHEDULED'
        where id = ${request.id}`)
    }
    const { id } = await answer(hasSlots ? { proposedSlots: [testApp.slotIn(80)] } : {})
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', acceptance: { slot: null }, convertedTo: null })
    expect(await booking()).toMatchObject({ status: 'REQUESTED', awaitingParty: 'CUSTOMER' })
    const body = {
      target: 'BOOKING' as const,
      startAt: testApp.inHours(100),
      durationMinutes: 90,
      acknowledge: [...slotWarnings],
    }
    const { convertedTo } = await testApp.call(convertOffer, { params: { id }, body }, provider)
    expect(convertedTo).toEqual({ type: 'BOOKING', id: request.id })
    expect(await booking()).toMatchObject({
      status: 'CONFIRMED',
      schedulingMode: 'FIXED',
      startAt: testApp.inHours(100),
      durationMinutes: 90,
    })
  })

  it('waits for the provider if another job took the requested time', async () => {
    const { provider, booking, answer, accept } = await createAnswerScenario()
    const { id } = await answer()
    const other = await requestBooking(testApp, {
      provider,
      customer: await createCustomer(testApp),
      startAt: testApp.inHours(61),
    })
    await testApp.call(acceptBooking, { params: { id: other.id }, body: { acknowledge: [...slotWarnings] } }, provider)
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', acceptance: { slot: null } })
    expect((await booking()).status).toBe('REQUESTED')
  })

  it('keeps its request when an acceptance is undone', async () => {
    const { booking, answer, accept } = await createAnswerScenario()
    const { id } = await answer({ proposedSlots: [testApp.slotIn(80)] })
    await accept(id)
    await testApp.call(undoAcceptance, { params: { id }, body: {} }, marketplace)
    expect(await booking()).toMatchObject({ status: 'REQUESTED', awaitingParty: 'CUSTOMER' })
  })

  it('gives the request back when it is declined in time', async () => {
    const { provider, booking, answer, events, request, acceptRequest } = await createAnswerScenario()
    const { respondBy } = await booking()
    const { id } = await answer()
    const why = { params: { id }, body: { reasonCode: 'PRICE_TOO_HIGH' as const } }
    await testApp.call(declineOffer, why, marketplace)
    const reopened = await booking()
    expect(reopened).toMatchObject({ status: 'REQUESTED', awaitingParty: 'PROVIDER', respondBy, offerId: id })
    expect(reopened.allowedActions).toEqual(expect.arrayContaining(['accept', 'decline', 'send-offer']))
    expect(await events()).toEqual(['booking.requested', 'booking.offer_sent', 'booking.offer_ended'])
    expect(await acceptRequest()).toMatchObject({ status: 200, body: { data: { status: 'CONFIRMED', offerId: null } } })
    expect((await testApp.call(getBooking, { params: { id: request.id } }, provider)).price).toEqual(request.price)
  })

  it('can be withdrawn in order to decline the request', async () => {
    const { provider, booking, answer, request } = await createAnswerScenario()
    const { id } = await answer()
    await testApp.call(withdrawOffer, { params: { id }, body: { reasonCode: 'OTHER', note: 'A mistake.' } }, provider)
    expect(await booking()).toMatchObject({ awaitingParty: 'PROVIDER', offerId: null })
    const declined = { params: { id: request.id }, body: { reasonCode: 'TOO_FAR' as const } }
    expect((await testApp.call(declineBooking, declined, provider)).status).toBe('DECLINED')
  })

  it('lets the request expire with it, which is no missed request', async () => {
    const { provider, booking, answer, accept } = await createAnswerScenario({ startAt: testApp.inHours(24 * 20) })
    const { id } = await answer()
    await testApp.advance(10 * 24 * HOUR_MS)
    expect((await booking()).status).toBe('REQUESTED')
    await testApp.advance(5 * 24 * HOUR_MS)
    await testApp.deps.jobs.runDue()
    expect(await booking()).toMatchObject({ status: 'EXPIRED', offerId: id })
    const rate = await testApp.call(listKpiItems, { params: { key: 'acceptanceRate' }, query: {} }, provider)
    expect(rate).toEqual([])
    // Sent again and accepted, the offer is booked as any other.
    await testApp.call(
      extendOffer,
      { params: { id }, body: { validUntil: testApp.inHours(72).slice(0, 10) } },
      provider,
    )
    expect((await booking()).status).toBe('EXPIRED')
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', acceptance: { slot: null }, convertedTo: null })
  })

  it('gets a new booking if the customer had withdrawn the request', async () => {
    const { booking, answer, accept, bookings, request } = await createAnswerScenario()
    const { id } = await answer({ proposedSlots: [testApp.slotIn(80)] })
    await testApp.call(cancelMarketplaceBooking, { params: { id: request.id }, body: {} }, marketplace)
    const { convertedTo } = await accept(id, { slotIndex: 0 })
    expect(convertedTo?.id).not.toBe(request.id)
    expect((await booking()).status).toBe('CANCELLED')
    expect((await bookings()).map(({ status }) => status).toSorted()).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  it('ends the request when it becomes a contract', async () => {
    const { provider, booking, answer, accept, events } = await createAnswerScenario()
    const { id } = await answer({ requiresContract: true })
    expect(await accept(id)).toMatchObject({ status: 'ACCEPTED', needsContract: true })
    const contract = { params: { id }, body: { target: 'CONTRACT' as const } }
    expect((await testApp.call(convertOffer, contract, provider)).convertedTo?.type).toBe('CONTRACT')
    expect(await booking()).toMatchObject({ status: 'CANCELLED', cancellation: null, offerId: id })
    expect((await events()).at(-1)).toBe('booking.cancelled')
  })

  it('holds the request as long as one of several is open', async () => {
    const { provider, booking, draft, answer, send, request } = await createAnswerScenario()
    const first = await answer()
    const second = await testApp.call(createOffer, { body: { bookingId: request.id } }, provider)
    await send(second.id)
    const withdraw = (id: string) =>
      testApp.call(withdrawOffer, { params: { id }, body: { reasonCode: 'OTHER', note: 'A mistake.' } }, provider)
    await withdraw(second.id)
    expect(await booking()).toMatchObject({ awaitingParty: 'CUSTOMER', offerId: first.id })
    await withdraw(first.id)
    expect((await booking()).awaitingParty).toBe('PROVIDER')
    expect((await draft()).id).not.toBe(second.id)
  })
})

describe('an offer for anything but a request', () => {
  it('leaves that booking alone', async () => {
    const { provider, booking, draft, acceptRequest, send, accept, bookings, request } = await createAnswerScenario()
    await acceptRequest()
    const extra = await draft()
    expect(extra.draftRevision?.content).toMatchObject({ title: 'Fix the kitchen tap', intro: '' })
    // As many drafts as somebody begins.
    expect((await draft()).id).not.toBe(extra.id)
    const before = await booking()
    await send(extra.id, { proposedSlots: [testApp.slotIn(80)] })
    expect((await accept(extra.id, { slotIndex: 0 })).convertedTo?.id).not.toBe(request.id)
    expect((await booking()).version).toBe(before.version)
    expect(await bookings()).toHaveLength(2)
    expect((await testApp.call(getBooking, { params: { id: request.id } }, provider)).offerId).toBeNull()
  })
})

describe('two answers at the same moment', () => {
  const rounds = Array.from({ length: 6 }, (_, round) => round)

  it.each(rounds)(
    'confirm one booking: the customer accepts the offer, the provider the request (%i)',
    async (round) => {
      const { answer, accepting, acceptRequest, bookings } = await createAnswerScenario()
      const { id } = await answer()
      const input = await accepting(id)
      const calls = [() => testApp.send(acceptOffer, input, marketplace), acceptRequest]
      const replies = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))
      expect(statusesOf(replies)).toEqual([200, 409])
      expect(await bookings()).toMatchObject([{ status: 'CONFIRMED', price: { amount: TOTAL } }])
    },
  )

  it.each(rounds)(
    'confirm one booking: the provider withdraws the offer and accepts the request (%i)',
    async (round) => {
      const { provider, answer, accepting, acceptRequest, bookings, read } = await createAnswerScenario()
      const { id } = await answer()
      const input = await accepting(id)
      const takeBack = async () => {
        const body = { reasonCode: 'OTHER' as const, note: 'Accepted as asked.' }
        await testApp.send(withdrawOffer, { params: { id }, body }, provider)
        return acceptRequest()
      }
      const calls = [takeBack, () => testApp.send(acceptOffer, input, marketplace)]
      const replies = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))
      expect(statusesOf(replies)).toEqual([200, 409])
      expect(await bookings()).toMatchObject([{ status: 'CONFIRMED' }])
      expect(['CONVERTED', 'WITHDRAWN']).toContain((await read(id)).status)
    },
  )

  it.each(rounds)('confirm the request once, whoever repeats the acceptance (%i)', async () => {
    const { answer, accepting, bookings, events } = await createAnswerScenario()
    const { id } = await answer()
    const input = await accepting(id)
    const replies = await Promise.all([1, 2, 3].map(() => testApp.send(acceptOffer, input, marketplace)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await bookings()).toHaveLength(1)
    expect((await events()).filter((event) => event === 'booking.confirmed')).toHaveLength(1)
  })
})
