import { putAvailability } from '@fettle/protocol/availability/availability'
import { acceptBooking, createBooking } from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookings } from '@fettle/protocol/bookings'
import { cancelSeries } from '@fettle/protocol/bookings/series'
import { createContract, sendContract } from '@fettle/protocol/contracts/actions'
import { getDisputeTerms } from '@fettle/protocol/disputes'
import { createInvoice, getInvoice, listBillableJobs, listInvoices } from '@fettle/protocol/invoices/invoices'
import { createMarketplaceBooking, cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace/chat'
import { getCustomer, putCustomer, deleteCustomer, patchCustomer } from '@fettle/protocol/marketplace/customers'
import { declineOffer, requestOffers } from '@fettle/protocol/marketplace/offers'
import { listProviders, getProvider } from '@fettle/protocol/marketplace/providers'
import { createOffer, extendOffer, sendOffer } from '@fettle/protocol/offers/actions'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { contractScenarioBetween } from '../../../testing/fixtures/contract-scenario.ts'
import { createOfferScenario } from '../../../testing/fixtures/offer-scenario.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { sql } from '../../platform/db/db.ts'
import { lockParties } from '../customers/index.ts'

const testApp = setUpTestApp()

describe('a customer', () => {
  it('is updated in part, keeping omitted fields', async () => {
    const customer = await createCustomer(testApp)
    const addresses = [{ label: 'Home', line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }]
    const params = { id: customer.id }
    const changed = await testApp.call(patchCustomer, { params, body: { name: 'Chidi O.', addresses } }, marketplace)
    expect(changed).toMatchObject({ name: 'Chidi O.', phone: customer.phone, email: customer.email, addresses })
    expect(await testApp.call(getCustomer, { params }, marketplace)).toEqual(changed)
    const wrong = await testApp.refusal(patchCustomer, { params, body: { email: 'nonsense' } }, marketplace)
    expect(wrong).toMatchObject({ status: 422, issues: [{ field: 'email' }] })
  })

  it('has a picture whose address the chat can keep', async () => {
    const { id: providerId } = await createProvider(testApp)
    const input = (length: number) => ({
      params: { externalId: 'customer-with-picture' },
      body: { name: 'Chidi Okafor', avatar: 'https://x.example/'.padEnd(length, 'a') },
    })
    expect(await testApp.refusal(putCustomer, input(2001), marketplace)).toMatchObject({
      status: 422,
      issues: [{ field: 'avatar', code: 'TOO_LONG' }],
    })
    const { id: customerId } = await testApp.call(putCustomer, input(2000), marketplace)
    await testApp.call(createMarketplaceChannel, { body: { providerId, customerId } }, marketplace)
  })

  it('is neither replaced nor created by a call that acts for another', async () => {
    const customer = await createCustomer(testApp)
    const other = await createCustomer(testApp)
    const body = { name: 'Somebody else' }
    const refused = { status: 404, code: 'NOT_FOUND' }
    const asOther = { ...marketplace, headers: { 'x-customer-id': other.id } }
    const replaced = { params: { externalId: customer.externalId }, body }
    expect(await testApp.refusal(putCustomer, replaced, asOther)).toMatchObject(refused)
    expect(await testApp.call(getCustomer, { params: { id: customer.id } }, marketplace)).toEqual(customer)
    expect(await testApp.refusal(putCustomer, { params: { externalId: 'new-one' }, body }, asOther)).toMatchObject(
      refused,
    )
    expect(await testApp.db.query(sql`select from customers where external_id = 'new-one'`)).toEqual([])
    const own = { params: { externalId: other.externalId }, body }
    expect(await testApp.call(putCustomer, own, asOther)).toMatchObject({ id: other.id, ...body })
  })

  it('keeps every field of concurrent updates', async () => {
    const customer = await createCustomer(testApp)
    const params = { id: customer.id }
    const { replies } = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select from customers where id = ${customer.id} for update`)
      const sent = [{ name: 'Chidi O.' }, { phone: '+2348030000001' }].map((body) =>
        testApp.send(patchCustomer, { params, body }, marketplace),
      )
      await waitForLocks(testApp, 2)
      return { replies: sent }
    })
    for (const { status } of await Promise.all(replies)) expect(status).toBe(200)
    expect(await testApp.call(getCustomer, { params }, marketplace)).toMatchObject({
      name: 'Chidi O.',
      phone: '+2348030000001',
    })
  })

  it('that is being deleted is not created again by an update', async () => {
    const customer = await createCustomer(testApp)
    const params = { id: customer.id }
    const { update } = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select from customers where id = ${customer.id} for update`)
      const sent = testApp.send(patchCustomer, { params, body: { name: 'Chidi O.' } }, marketplace)
      await waitForLocks(testApp)
      await tx.execute(sql`
        update customers set name = 'Former customer', external_id = 'gone ' || id, left_at = now() where id = ${customer.id}`)
      return { update: sent }
    })
    expect((await update).status).toBe(404)
    expect(await testApp.db.query(sql`select from customers where external_id = ${customer.externalId}`)).toEqual([])
  })

  it('is deleted once nothing is open, and anonymous from then on', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id, reference } = await requestBooking(testApp, { provider, customer })
    const params = { id: customer.id }
    expect(await testApp.refusal(deleteCustomer, { params }, marketplace)).toMatchObject({
      status: 409,
      code: 'ACCOUNT_IN_USE',
      message: `Settle these first: ${reference}.`,
    })
    await testApp.call(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.call(deleteCustomer, { params }, marketplace)
    for (const operation of [getCustomer, deleteCustomer]) {
      expect((await testApp.refusal(operation, { params }, marketplace)).status).toBe(404)
    }
    expect(await testApp.call(getBooking, { params: { id } }, provider)).toMatchObject({
      customer: { name: 'Former customer', phone: null, avatar: null },
      location: { city: 'Surulere', lat: null },
    })
    const french = { ...provider, headers: { 'accept-language': 'fr' } }
    const ancien = { customer: { name: 'Ancien client' } }
    expect(await testApp.call(getBooking, { params: { id } }, french)).toMatchObject(ancien)
    expect(await testApp.call(listBookings, { query: {} }, french)).toMatchObject([ancien])
    const timeline = await testApp.call(getBookingTimeline, { params: { id } }, french)
    expect(timeline.map(({ actor }) => actor.name)).toEqual(['Ancien client', 'Ancien client'])
    // The external id can be used again.
    const input = { params: { externalId: customer.externalId }, body: { name: 'Somebody else' } }
    expect((await testApp.call(putCustomer, input, marketplace)).id).not.toBe(customer.id)
  })

  it('stays erased, whatever external id is sent later', async () => {
    const customer = await createCustomer(testApp)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const input = { params: { externalId: `gone:${customer.id}` }, body: { name: 'Somebody else' } }
    const created = await testApp.call(putCustomer, input, marketplace)
    expect(created.id).not.toBe(customer.id)
    expect(await testApp.call(getCustomer, { params: { id: created.id } }, marketplace)).toEqual(created)
    expect(await testApp.db.one(sql`select name from customers where id = ${customer.id}`)).toEqual({ name: '' })
  })
})

describe('a customer deleted after their job', () => {
  it("is named as a former customer in today's route, in the terms of a dispute and among work to invoice", async () => {
    const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
    const { id } = await requestJob({ startAt: inHours(2) })
    await advanceBookingTo(testApp, provider, id, 'COMPLETED')
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const readNames = async (language: string) => {
      const reader = { ...provider, headers: { 'accept-language': language } }
      const { today } = await testApp.call(getDashboard, { query: {} }, reader)
      const terms = await testApp.call(getDisputeTerms, { query: { type: 'BOOKING', id } }, reader)
      const jobs = await testApp.call(listBillableJobs, { query: {} }, reader)
      return [
        ...today.stops.map(({ customerName }) => customerName),
        terms.customerName,
        ...jobs.map((job) => job.customer.name),
      ]
    }
    expect(await readNames('en')).toEqual(['Former customer', 'Former customer', 'Former customer'])
    expect(await readNames('fr')).toEqual(['Ancien client', 'Ancien client', 'Ancien client'])
  })

  it('is named as a former customer on an invoice created after that', async () => {
    const { provider, customer, requestJob, inHours } = await createBookingScenario(testApp)
    const { id: bookingId } = await requestJob({ startAt: inHours(2) })
    await advanceBookingTo(testApp, provider, bookingId, 'COMPLETED')
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const body = { subject: { type: 'BOOKING' as const, id: bookingId } }
    const { id, customer: charged } = await testApp.call(createInvoice, { body }, provider)
    expect(charged.name).toBe('Former customer')
    const french = { ...provider, headers: { 'accept-language': 'fr' } }
    expect(await testApp.call(getInvoice, { params: { id } }, french)).toMatchObject({
      customer: { name: 'Ancien client' },
    })
    expect(await testApp.call(listInvoices, {}, french)).toMatchObject([{ customer: { name: 'Ancien client' } }])
  })
})

describe('a customer deleted during a request', () => {
  const price = { model: 'FIXED' as const, amount: { amount: 1_000_000, currency: 'NGN' } }
  const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

  it('either keeps the requests or has none, in five of five runs', async () => {
    const provider = await createProvider(testApp)
    for (let round = 0; round < 5; round += 1) {
      const customer = await createCustomer(testApp)
      const params = { id: customer.id }
      const startAt = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
      const body = {
        customerId: customer.id,
        providerId: provider.id,
        title: 'Fix the kitchen tap',
        startAt,
        durationMinutes: 60,
        location,
        price,
      }
      const offers = {
        customerId: customer.id,
        providerIds: [provider.id],
        title: 'A new roof',
        description: 'It leaks.',
        location,
      }
      const [bookingReplies, offerReply, deleted] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => testApp.send(createMarketplaceBooking, { body }, marketplace))),
        testApp.send(requestOffers, { body: offers }, marketplace),
        testApp.send(deleteCustomer, { params }, marketplace),
      ])
      const created = [...bookingReplies, offerReply].filter((reply) => reply.status === 201)
      const refused = [...bookingReplies, offerReply].filter((reply) => reply.status !== 201)
      if (deleted.status === 200) expect(created).toEqual([])
      else expect(deleted.body).toMatchObject({ status: 409, code: 'ACCOUNT_IN_USE' })
      for (const reply of refused) {
        expect(reply.body).toMatchObject({ status: 404, message: "We couldn't find that customer." })
      }
      const { open } = await testApp.db.one<{ open: number }>(sql`
        select count(*) as open from bookings b join customers c on c.id = b.customer_id
        where c.left_at is not null and b.status = 'REQUESTED'`)
      expect(open).toBe(0)
    }
  })

  it('is locked: a pending request delays the deletion and is counted', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const params = { id: customer.id }
    const deletion = await testApp.deps.db.transaction(async (tx) => {
      await lockParties(tx, { providerId: provider.id, customerId: customer.id })
      const sent = testApp.send(deleteCustomer, { params }, marketplace)
      await waitForLocks(testApp)
      await tx.execute(sql`
        insert into offers (id, reference, provider_id, customer_id, origin, status, title, currency, time_zone,
          created_at, updated_at)
        values ('off_being_written', 'OF-2026-999999', ${provider.id}, ${customer.id}, 'CUSTOMER_REQUEST', 'REQUESTED',
          'A roof', 'NGN', 'Africa/Lagos', now(), now())`)
      return { sent }
    })
    expect((await deletion.sent).body).toMatchObject({
      status: 409,
      message: 'Settle these first: OF-2026-999999.',
    })
  })

  it('is not available to providers afterwards', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer })
    await testApp.call(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const startAt = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const job = { customerId: customer.id, title: 'A job', startAt, durationMinutes: 60, location }
    const gone = { status: 404, message: "We couldn't find that customer." }
    const pair = { providerId: provider.id, customerId: customer.id }
    expect(await testApp.refusal(createMarketplaceChannel, { body: pair }, marketplace)).toMatchObject(gone)
    expect(await testApp.refusal(createBooking, { body: job }, provider)).toMatchObject(gone)
    expect(await testApp.refusal(createOffer, { body: { customerId: customer.id } }, provider)).toMatchObject(gone)
    expect(await testApp.refusal(createContract, { body: { customerId: customer.id } }, provider)).toMatchObject(gone)
  })

  it('cannot be sent what was drafted or had ended before', async () => {
    const { provider, customer, requestOffer, send, write } = await createOfferScenario(testApp, { isNew: true })
    const { id: declinedId } = await requestOffer()
    await send(declinedId)
    const declining = { params: { id: declinedId }, body: { reasonCode: 'TIMING' as const } }
    await testApp.call(declineOffer, declining, marketplace)
    const { id: draftId } = await testApp.call(createOffer, { body: { customerId: customer.id } }, provider)
    const versions = new Map<string, number>()
    for (const id of [declinedId, draftId]) {
      const { draftRevision } = await write(id, { terms: 'New terms.' })
      versions.set(id, draftRevision?.version ?? 0)
    }
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const gone = { status: 404, message: "We couldn't find that customer." }
    for (const [id, draftVersion] of versions)
      expect(await testApp.refusal(sendOffer, { params: { id }, body: { draftVersion } }, provider)).toMatchObject(gone)
  })

  it('cannot be sent an offer again by extending it, nor a contract that was drafted before', async () => {
    const { provider, customer, requestOffer, send } = await createOfferScenario(testApp, { isNew: true })
    const { id: offerId } = await requestOffer()
    const { validUntil } = await send(offerId, {
      validUntil: new Date(+testApp.clock.now()).toISOString().slice(0, 10),
    })
    const pair = { providerId: provider.id, customerId: customer.id }
    await testApp.call(createMarketplaceChannel, { body: pair }, marketplace)
    const contracts = contractScenarioBetween(testApp, provider, { ...customer, name: 'Chidi Okafor' })
    const contract = await contracts.draft()
    await testApp.advance(Date.parse(validUntil ?? '') - +testApp.clock.now() + 1000)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const gone = { status: 404, message: "We couldn't find that customer." }
    const day = new Date(+testApp.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const extending = { params: { id: offerId }, body: { validUntil: day } }
    expect(await testApp.refusal(extendOffer, extending, provider)).toMatchObject(gone)
    await contracts.readToEnd(contract.id)
    await contracts.prove()
    const sending = await contracts.sending(contract.id)
    expect(await testApp.refusal(sendContract, sending, provider)).toMatchObject(gone)
  })

  it('can no longer write in channels, whose messages stay readable', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const body = { providerId: provider.id, customerId: customer.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body }, marketplace)
    const messageWith = (text: string) => ({ params: { id }, body: { text } })
    await testApp.call(sendMarketplaceMessage, messageWith('Good morning'), marketplace)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const refused = await testApp.refusal(sendMarketplaceMessage, messageWith('Hello?'), marketplace)
    expect(refused).toMatchObject({ status: 404, message: "We couldn't find that customer." })
    expect(await testApp.call(listMarketplaceMessages, { params: { id } }, marketplace)).toMatchObject([
      { text: 'Good morning' },
    ])
  })

  it('leaves no address in a recurring booking that has ended', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const startAt = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const recurrence = { rule: { freq: 'WEEKLY' as const, interval: 1, count: 3 }, conflictPolicy: 'SKIP' as const }
    const { id, seriesId } = await requestBooking(testApp, { provider, customer, startAt, recurrence })
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    const params = { id: String(seriesId) }
    const cancelling = { reasonCode: 'PROVIDER_UNAVAILABLE', scope: 'ALL' } as const
    await testApp.call(cancelSeries, { params, body: cancelling }, provider)
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const stored = await testApp.db.one(sql`select location from booking_series where id = ${params.id}`)
    expect(stored).toEqual({ location: { line1: '', city: 'Surulere', country: 'NG' } })
  })

  it('must end recurring bookings first', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const startAt = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const recurrence = { rule: { freq: 'WEEKLY' as const, interval: 1, count: 3 }, conflictPolicy: 'SKIP' as const }
    const { id } = await requestBooking(testApp, { provider, customer, startAt, recurrence, title: 'Clean the house' })
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    await testApp.deps.jobs.runDue()
    // The visits end one by one; the series continues.
    await testApp.db.execute(sql`update bookings set status = 'CANCELLED' where customer_id = ${customer.id}`)
    const params = { id: customer.id }
    expect(await testApp.refusal(deleteCustomer, { params }, marketplace)).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      message: 'Settle these first: Clean the house.',
    })
  })
})

describe('a provider', () => {
  it('is shown publicly once onboarded', async () => {
    const provider = await createProvider(testApp)
    expect(await testApp.call(getProvider, { params: { id: provider.id } }, marketplace)).toMatchObject({
      id: provider.id,
      name: 'Ada Obi',
      serviceType: 'PLUMBING',
      city: 'Surulere',
    })
    const nobody = { params: { id: `usr_${'0'.repeat(26)}` } }
    expect((await testApp.refusal(getProvider, nobody, marketplace)).status).toBe(404)
  })

  it('is found by service area', async () => {
    const [near, far] = [await createProvider(testApp), await createProvider(testApp)]
    const hours = { timeZone: 'Africa/Lagos', weekly: [], serviceRadiusKm: 10 }
    await testApp.call(putAvailability, { body: { ...hours, base: { lat: 6.5, lng: 3.35 } } }, near)
    await testApp.call(putAvailability, { body: { ...hours, base: { lat: 9.06, lng: 7.49 } } }, far)
    const silent = await createProvider(testApp)
    const found = await testApp.call(listProviders, { query: { lat: 6.45, lng: 3.38 } }, marketplace)
    const ids = found.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([near.id, silent.id]))
    expect(ids).not.toContain(far.id)
    expect((await testApp.refusal(listProviders, { query: { lat: 6.45 } }, marketplace)).status).toBe(422)
  })
})
