import { acceptBooking } from '@fettle/protocol/bookings/actions'
import {
  cancelMarketplaceBooking,
  createMarketplaceBooking,
  listMarketplaceBookings,
  getMarketplaceBooking,
} from '@fettle/protocol/marketplace/bookings'
import { createMarketplaceChannel } from '@fettle/protocol/marketplace/chat'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
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
let provider: TestProvider

beforeAll(async () => {
  provider = await createProvider(testApp)
})

const nobody = '00000000000000000000000000'

describe('a booking request', () => {
  it('shows the customer everything, including the timeline', async () => {
    const customer = await createCustomer(testApp)
    const booking = await requestBooking(testApp, { provider, customer })
    expect(booking).toMatchObject({
      status: 'REQUESTED',
      awaitingParty: 'PROVIDER',
      customerId: customer.id,
      providerId: provider.id,
      provider: { id: provider.id, name: 'Ada Obi' },
      serviceCategory: 'PLUMBING',
      customer: { phone: '+2348090001122' },
      location: { line1: '5 Adeniran Ogunsanya' },
      price: { model: 'TO_QUOTE' },
      allowedActions: ['withdraw', 'reschedule', 'edit-site'],
    })
    expect(booking.timeline).toMatchObject([
      { seq: 1, event: 'booking.requested', actor: { type: 'CUSTOMER', id: customer.id, name: 'Chidi Okafor' } },
    ])
    expect(booking.reference).toMatch(/^BK-2026-\d{6}$/)
  })

  it('is refused with unknown people, in the past, or too far ahead', async () => {
    const customer = await createCustomer(testApp)
    const newcomer = await createSignedInAccount(testApp)
    const { accountId } = await testApp.db.one<{ accountId: string }>(
      sql`select id as "accountId" from accounts where email = ${newcomer.email}`,
    )
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const good = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Tap',
      startAt: testApp.inHours(24),
      durationMinutes: 60,
      location,
    }
    const refused = async (change: Partial<typeof good>) =>
      testApp.refusal(createMarketplaceBooking, { body: { ...good, ...change } }, marketplace)
    expect(await refused({ customerId: `cus_${nobody}` })).toMatchObject({
      status: 404,
      details: { thing: 'customer' },
    })
    expect(await refused({ providerId: `usr_${nobody}` })).toMatchObject({
      status: 404,
      details: { thing: 'provider' },
    })
    expect(await refused({ providerId: accountId })).toMatchObject({ status: 404, details: { thing: 'provider' } })
    expect((await refused({ startAt: testApp.inHours(-1) })).issues).toMatchObject([
      { field: 'startAt', message: 'Choose a start in the future.' },
    ])
    expect((await refused({ startAt: testApp.inHours(61 * 24) })).issues).toMatchObject([
      { field: 'startAt', message: 'Choose a start within the next 60 days.' },
    ])
    expect((await refused({ durationMinutes: 10 })).issues).toMatchObject([{ field: 'durationMinutes' }])
  })

  it('needs a price unless it is to be quoted', async () => {
    const customer = await createCustomer(testApp)
    const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }
    const body = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Tap',
      startAt: testApp.inHours(24),
      durationMinutes: 60,
      location,
    }
    const refusal = await testApp.refusal(
      createMarketplaceBooking,
      { body: { ...body, price: { model: 'FIXED' } } },
      marketplace,
    )
    expect(refusal.issues).toMatchObject([{ path: ['price', 'amount'], message: 'Enter the price.' }])
    const asNumber = { ...body, price: { model: 'FIXED', amount: 1_500_000 } } as never
    expect((await testApp.refusal(createMarketplaceBooking, { body: asNumber }, marketplace)).issues).toMatchObject([
      { path: ['price', 'amount'], message: 'Send a value of type { amount: integer, currency: string }.' },
    ])
    const amount = { amount: 1_500_000, currency: 'NGN' }
    const priced = await testApp.call(
      createMarketplaceBooking,
      { body: { ...body, price: { model: 'FIXED', amount } } },
      marketplace,
    )
    expect(priced.price).toEqual({ model: 'FIXED', amount })
  })

  it('is for one customer: the body and the header cannot name two', async () => {
    const [customer, other] = [await createCustomer(testApp), await createCustomer(testApp)]
    const { id } = await requestBooking(testApp, { provider, customer })
    const asOther = { ...marketplace, headers: { 'x-customer-id': other.id } }
    const mismatch = {
      status: 422,
      issues: [{ field: 'customerId', code: 'MISMATCH', message: 'The header X-Customer-Id names another customer.' }],
    }
    const pair = { customerId: customer.id, providerId: provider.id }
    expect(await testApp.refusal(createMarketplaceChannel, { body: pair }, asOther)).toMatchObject(mismatch)
    const cancelling = { params: { id }, body: { customerId: customer.id } }
    expect(await testApp.refusal(cancelMarketplaceBooking, cancelling, asOther)).toMatchObject(mismatch)
    const listed = { query: { customerId: customer.id } }
    expect(await testApp.refusal(listMarketplaceBookings, listed, asOther)).toMatchObject(mismatch)
    const asCustomer = { ...marketplace, headers: { 'x-customer-id': customer.id } }
    expect((await testApp.call(listMarketplaceBookings, listed, asCustomer)).map((each) => each.id)).toEqual([id])
  })

  it('can be withdrawn until answered, and is a 404 for other customers', async () => {
    const customer = await createCustomer(testApp)
    const stranger = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer })
    const params = { id }
    const asStranger = { ...marketplace, headers: { 'x-customer-id': stranger.id } }
    expect((await testApp.refusal(getMarketplaceBooking, { params }, asStranger)).status).toBe(404)
    const body = { customerId: stranger.id }
    expect((await testApp.refusal(cancelMarketplaceBooking, { params, body }, marketplace)).status).toBe(404)
    const withdrawn = await testApp.call(
      cancelMarketplaceBooking,
      { params, body: { customerId: customer.id } },
      marketplace,
    )
    expect(withdrawn).toMatchObject({ status: 'CANCELLED', allowedActions: [] })
    expect(withdrawn.timeline.map(({ event }) => event)).toEqual(['booking.requested', 'booking.cancelled'])

    const second = await requestBooking(testApp, { provider, customer, startAt: testApp.inHours(500) })
    await testApp.call(acceptBooking, { params: { id: second.id }, body: {} }, provider)
    // A confirmed booking is cancelled with a reason instead.
    const refusal = await testApp.refusal(
      cancelMarketplaceBooking,
      { params: { id: second.id }, body: {} },
      marketplace,
    )
    expect(refusal).toMatchObject({ status: 422, issues: [{ field: 'reasonCode', message: 'Choose a reason.' }] })
  })
})
