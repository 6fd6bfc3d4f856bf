import * as actions from '@fettle/protocol/bookings/actions'
import { getDisputeTerms } from '@fettle/protocol/disputes'
import { getBooking, getBookingTimeline } from '@fettle/protocol/bookings'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import * as customers from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const until = (instant: string, hours = 0) =>
  testApp.clock.advance(Date.parse(instant) + hours * HOUR_MS - testApp.clock.now().getTime())
const feeOf = (id: string) =>
  testApp.db.maybeOne<{ kind: string; amount: number; payer: string; status: string }>(
    sql`select kind, amount, payer, status from booking_fees where booking_id = ${id}`,
  )
const attributionOf = (id: string) =>
  testApp.db.one<{ who: string; since: Date | null }>(
    sql`select attributed_to as who, counts_from as since from bookings where id = ${id}`,
  )
const reason = { reasonCode: 'CHANGED_MIND' as const }

describe('a customer who cancels', () => {
  it('sees the terms first, owes exactly that, and is told when they changed', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    const params = { id }
    const preview = () =>
      testApp.call(customers.getMarketplaceCancellationPreview, { params, query: reason }, marketplace)
    until(startAt, -3)
    const shown = await preview()
    expect(shown).toMatchObject({
      fee: { amount: { amount: 375_000, currency: 'NGN' }, payer: 'CUSTOMER', rule: 'SHORT_NOTICE', feeBps: 2500 },
      attributedTo: 'CUSTOMER',
      noticeMinutes: 180,
      feeBasisStartAt: startAt,
      policy: { name: 'STANDARD' },
      ownRates: 'COUNTS_AGAINST_YOU',
    })
    const cancel = (previewHash: string) => ({ params, body: { ...reason, acceptFee: true, previewHash } })
    testApp.clock.advance(61 * MINUTE_MS)
    expect(
      await testApp.refusal(customers.cancelMarketplaceBooking, cancel(shown.previewHash), marketplace),
    ).toMatchObject({
      status: 409,
      code: 'FEE_CHANGED',
      message: 'The cancellation terms changed. Review them again.',
      details: { preview: { fee: { amount: { amount: 750_000 } } } },
    })
    const { previewHash } = await preview()
    const gone = await testApp.call(customers.cancelMarketplaceBooking, cancel(previewHash), marketplace)
    expect(gone).toMatchObject({
      status: 'CANCELLED',
      cancellation: { by: 'CUSTOMER', reasonCode: 'CHANGED_MIND', fee: { amount: { amount: 750_000 } } },
    })
    expect(await testApp.call(customers.cancelMarketplaceBooking, cancel(previewHash), marketplace)).toEqual(gone)
    expect(await feeOf(id)).toEqual({ kind: 'CANCELLATION', amount: 750_000, payer: 'CUSTOMER', status: 'DUE' })
    expect(await attributionOf(id)).toEqual({ who: 'CUSTOMER', since: testApp.clock.now() })
    expect(
      await testApp.db.query(sql`select workflow from notifications where subject_id = ${id} order by id`),
    ).toEqual([{ workflow: 'booking-requested' }, { workflow: 'booking-cancelled' }])
    expect(await testApp.call(getBookingTimeline, { params }, provider)).toHaveLength(3)
  })

  it('pays nothing when the provider is more than an hour late', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    until(startAt, -1)
    const etaAt = new Date(Date.parse(startAt) + 61 * MINUTE_MS).toISOString()
    await testApp.call(actions.reportLate, { params: { id }, body: { etaAt, reasonCode: 'TRAFFIC' } }, provider)
    const gone = await testApp.call(customers.cancelMarketplaceBooking, { params: { id }, body: reason }, marketplace)
    expect(gone.cancellation?.fee).toMatchObject({ amount: { amount: 0 }, rule: 'FREE_LATE' })
    expect(await feeOf(id)).toBeUndefined()
  })

  it('may blame the provider, who can contest it for seven days before it counts', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const params = { id }
    const blame = { params, body: { reasonCode: 'PROVIDER_UNRESPONSIVE' as const } }
    await testApp.call(customers.cancelMarketplaceBooking, blame, marketplace)
    expect((await attributionOf(id)).since?.getTime()).toBe(testApp.clock.now().getTime() + 7 * 24 * HOUR_MS)
    const contest = { params, body: { note: 'I answered each message within the hour.' } }
    const before = await testApp.call(getBooking, { params }, provider)
    expect(before.allowedActions).toContain('contest-cancellation')
    const contested = await testApp.call(actions.contestCancellation, contest, provider)
    expect(contested.cancellation).toMatchObject({ contest: { by: 'PROVIDER', status: 'OPEN' }, countsFrom: null })
    expect(await attributionOf(id)).toEqual({ who: 'PROVIDER', since: null })
    expect(await testApp.call(actions.contestCancellation, contest, provider)).toEqual(contested)
    const other = { params, body: contest.body }
    expect(await testApp.refusal(customers.contestMarketplaceCancellation, other, marketplace)).toMatchObject({
      status: 409,
      code: 'CONTEST_CLOSED',
    })
  })

  it('is contested in a dispute, also when that happens in the last second', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id } = await confirmJob()
    const params = { id }
    const blame = { params, body: { reasonCode: 'PROVIDER_UNRESPONSIVE' as const } }
    await testApp.call(customers.cancelMarketplaceBooking, blame, marketplace)
    testApp.clock.advance(7 * 24 * HOUR_MS - 1000)
    const contest = { params, body: { note: 'I answered each message within the hour.' } }
    await testApp.call(actions.contestCancellation, contest, provider)
    testApp.clock.advance(2000)
    await testApp.deps.jobs.runDue()
    expect(await testApp.call(getBooking, { params }, provider)).toMatchObject({ status: 'DISPUTED' })
  })
})

describe('a provider who cancels', () => {
  it("gives a provider's reason, at no cost to the customer", async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    const params = { id }
    until(startAt, -1)
    const query = { reasonCode: 'OVERBOOKED' as const }
    const { previewHash, ownRates, fee } = await testApp.call(
      actions.getCancellationPreview,
      { params, query },
      provider,
    )
    expect([ownRates, fee.amount?.amount, fee.rule]).toEqual(['COUNTS_AGAINST_YOU', 0, 'FREE_NOT_CUSTOMER'])
    const nothing = await testApp.refusal(actions.cancelBooking, { params, body: {} }, provider)
    expect(nothing.issues).toMatchObject([{ field: 'reasonCode', code: 'REQUIRED', message: 'Choose a reason.' }])
    const refusal = await testApp.refusal(actions.cancelBooking, { params, body: reason }, provider)
    expect(refusal.issues).toMatchObject([{ field: 'reasonCode', code: 'NOT_ALLOWED' }])
    const gone = await testApp.call(actions.cancelBooking, { params, body: { ...query, previewHash } }, provider)
    expect(gone.cancellation).toMatchObject({ attributedTo: 'PROVIDER', contestUntil: null })
  })

  it('can report an unreachable customer after two attempts, which the customer may contest', async () => {
    const { provider, confirmJob } = await createBookingScenario(testApp)
    const { id, startAt } = await confirmJob()
    const params = { id }
    until(startAt, -1)
    const query = { reasonCode: 'CUSTOMER_UNRESPONSIVE' as const }
    const { previewHash, needs } = await testApp.call(actions.getCancellationPreview, { params, query }, provider)
    expect(needs.contactAttempts).toBe(2)
    const cancel = () => ({ params, body: { ...query, previewHash } })
    for (const method of ['CALL', 'SMS'] as const) {
      expect(await testApp.refusal(actions.cancelBooking, cancel(), provider)).toMatchObject({
        status: 409,
        code: 'CONTACT_REQUIRED',
        message: 'Contact the customer first.',
      })
      await testApp.call(actions.addContactAttempt, { params, body: { method } }, provider)
    }
    expect((await testApp.call(actions.cancelBooking, cancel(), provider)).contactAttempts).toHaveLength(2)
    expect(await feeOf(id)).toMatchObject({ payer: 'CUSTOMER', status: 'DUE' })
    const contest = { params, body: { note: 'Nobody ever called me.' } }
    await testApp.call(customers.contestMarketplaceCancellation, contest, marketplace)
    expect(await feeOf(id)).toMatchObject({ status: 'ON_HOLD' })
    expect((await attributionOf(id)).since).toBeNull()
  })

  it('withdraws an own proposal without a reason', async () => {
    const { provider, customer, confirmJob, inHours } = await createBookingScenario(testApp)
    await confirmJob()
    const body = {
      customerId: customer.id,
      title: 'Service the boiler',
      startAt: inHours(72),
      durationMinutes: 60,
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    }
    const { id } = await testApp.call(actions.createBooking, { body }, provider)
    const gone = await testApp.call(actions.cancelBooking, { params: { id }, body: {} }, provider)
    expect(gone).toMatchObject({
      status: 'CANCELLED',
      cancellation: { reasonCode: 'WITHDRAWN', attributedTo: 'NEUTRAL', fee: { amount: null } },
    })
    expect(await feeOf(id)).toBeUndefined()
    // Nothing was agreed, so there is no fee and nobody's fault to argue about.
    expect(gone.allowedActions).toEqual(['rebook'])
    const query = { type: 'BOOKING' as const, id }
    expect((await testApp.refusal(getDisputeTerms, { query }, provider)).code).toBe('INVALID_TRANSITION')
  })
})

describe('a no-show', () => {
  const note = 'I rang the bell three times.'

  it('of the customer is reported after the wait and an attempt to reach them', async () => {
    const { provider, customer, requestJob } = await createBookingScenario(testApp)
    const { id, startAt } = await requestJob()
    const params = { id }
    await advanceBookingTo(testApp, provider, id, 'CONFIRMED')
    until(startAt, -0.5)
    await testApp.call(actions.addContactAttempt, { params, body: { method: 'CALL' } }, provider)
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(actions.arriveAtBooking, { params, body: {} }, provider)
    const report = { params, body: { note } }
    expect(await testApp.refusal(actions.reportNoShow, report, provider)).toMatchObject({
      status: 409,
      code: 'NO_SHOW_TOO_EARLY',
      message: expect.stringMatching(/^Wait until \w{3} \d+ \w{3}, \d\d:\d\d before reporting a no-show\.$/),
    })
    until(startAt, 0.25)
    expect((await testApp.refusal(actions.reportNoShow, report, provider)).code).toBe('CONTACT_REQUIRED')
    const people = { customerId: customer.id, providerId: provider.id }
    const { cid } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const message = { id: '0193e8a0-0000-7000-8000-000000000001', text: 'I am at the door.' }
    await testApp.app.chat.sendMessage(cid, provider.id, message)
    const missed = await testApp.call(actions.reportNoShow, report, provider)
    expect(missed).toMatchObject({ status: 'NO_SHOW', noShow: { party: 'CUSTOMER', note } })
    expect(await feeOf(id)).toEqual({ kind: 'NO_SHOW', amount: 750_000, payer: 'CUSTOMER', status: 'DUE' })
    const contest = { params, body: { note: 'I was home all day long.' } }
    const contested = await testApp.call(customers.contestMarketplaceNoShow, contest, marketplace)
    expect(contested.noShow).toMatchObject({ countsFrom: null, contest: { by: 'CUSTOMER' } })
    expect(await feeOf(id)).toMatchObject({ status: 'ON_HOLD' })
    await testApp.deps.jobs.runDue()
    // Both sides read it, the customer too.
    const shown = await testApp.app.chat.listMessages(cid, provider.id, { after: 0, limit: 20 })
    expect(shown.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Nobody was there: /))
  })

  it('of the provider is reported half an hour after the window, and can be contested', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id, startAt } = await requestJob({ arrivalWindowMinutes: 30 })
    const params = { id }
    await advanceBookingTo(testApp, provider, id, 'CONFIRMED')
    until(startAt, 0.99)
    const report = { params, body: { note: 'Nobody came.' } }
    expect((await testApp.refusal(customers.reportProviderNoShow, report, marketplace)).code).toBe('NO_SHOW_TOO_EARLY')
    until(startAt, 1)
    await testApp.call(customers.reportProviderNoShow, report, marketplace)
    expect(await feeOf(id)).toBeUndefined()
    const contest = { params, body: { note: 'I was there and rang the bell.' } }
    const contested = await testApp.call(actions.contestNoShow, contest, provider)
    expect(contested).toMatchObject({ status: 'NO_SHOW', noShow: { party: 'PROVIDER', countsFrom: null } })
    expect(await attributionOf(id)).toEqual({ who: 'PROVIDER', since: null })
  })
})
