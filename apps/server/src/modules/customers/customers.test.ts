import {
  getCustomer,
  listCustomerHistory,
  listCustomers,
  saveCustomerNotes,
} from '@fettle/protocol/workspace/customers'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { deleteCustomer, putCustomer, patchCustomer } from '@fettle/protocol/marketplace/customers'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import { createChannel } from '@fettle/protocol/workspace/channels'
import type { CustomerSort } from '@fettle/protocol/common/list-sorts'
import { describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { contractScenarioBetween } from '../../../testing/fixtures/contract-scenario.ts'
import { offerScenarioBetween } from '../../../testing/fixtures/offer-scenario.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

/** Requests a job a minute after the previous one. */
async function requestJobBetween(provider: { id: string }, customer: { id: string }) {
  testApp.clock.advance(MINUTE_MS)
  return requestBooking(testApp, { provider, customer })
}

describe('the customer list', () => {
  it('contains customers with a booking once, by latest booking', async () => {
    const [provider, other] = [await createProvider(testApp), await createProvider(testApp)]
    const chidi = await createCustomer(testApp, { name: 'Chidi Okafor', phone: '+2348090001122' })
    const ngozi = await createCustomer(testApp, { name: 'Ngozi Eze' })
    const stranger = await createCustomer(testApp, { name: 'Sade Bello' })
    const first = await requestJobBetween(provider, chidi)
    const between = await requestJobBetween(provider, ngozi)
    const secondBooking = await requestJobBetween(provider, chidi)
    await requestJobBetween(other, stranger)

    expect(await testApp.call(listCustomers, {}, provider)).toEqual([
      {
        id: chidi.id,
        name: 'Chidi Okafor',
        avatar: null,
        phone: '+234••••••••22',
        timeZone: 'Africa/Lagos',
        since: first.createdAt,
        lastBookingId: secondBooking.id,
        lastBookedAt: secondBooking.createdAt,
        lastContactAt: secondBooking.createdAt,
        city: 'Surulere',
        completed: 0,
        paid: [],
        tags: [],
      },
      expect.objectContaining({ id: ngozi.id, since: between.createdAt, lastBookingId: between.id }),
    ])
  })

  it('is sorted by name, jobs, last contact or last booking, page by page', async () => {
    const { provider, customer, requestJob } = await createBookingScenario(testApp)
    const names = ['Bisi Ade', 'amaka Obi', 'Dele Ojo', 'Chidi Obi']
    for (const name of names) await requestJobBetween(provider, await createCustomer(testApp, { name }))
    testApp.clock.advance(MINUTE_MS)
    await advanceBookingTo(testApp, provider, (await requestJob()).id, 'COMPLETED')
    const readAll = async (sort: CustomerSort) => {
      const seen: string[] = []
      for (let cursor: string | undefined; ;) {
        const reply = await testApp.send(listCustomers, { query: { sort, limit: 2, cursor } }, provider)
        if (!reply.body.success) throw new Error('refused')
        seen.push(...reply.body.data.map(({ id, name }) => (id === customer.id ? 'known' : name)))
        cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
        if (!cursor) return seen
      }
    }
    const byName = await readAll('name')
    expect(byName.filter((name) => name !== 'known')).toEqual(['amaka Obi', 'Bisi Ade', 'Chidi Obi', 'Dele Ojo'])
    expect(await readAll('-name')).toEqual(byName.toReversed())
    expect((await readAll('-completed'))[0]).toBe('known')
    expect((await readAll('completed')).at(-1)).toBe('known')
    expect(await readAll('lastBookedAt')).toEqual([...names, 'known'])
    expect(await readAll('-lastContactAt')).toEqual(['known', ...names.toReversed()])
  })

  it('goes on after the last customer of a page who has another name by now', async () => {
    const provider = await createProvider(testApp)
    const amaka = await createCustomer(testApp, { name: 'Amaka' })
    await requestJobBetween(provider, amaka)
    await requestJobBetween(provider, await createCustomer(testApp, { name: 'Bisi' }))
    const query = { sort: 'name' as const, limit: 1 }
    const page = await testApp.send(listCustomers, { query }, provider)
    await testApp.call(patchCustomer, { params: { id: amaka.id }, body: { name: 'Zainab' } }, marketplace)
    const cursor = String(page.body.success && page.body.meta?.['nextCursor'])
    const rest = await testApp.call(listCustomers, { query: { ...query, cursor } }, provider)
    expect(rest.map(({ name }) => name)).toEqual(['Bisi'])
  })

  it('is paged and searchable by parts of the name', async () => {
    const provider = await createProvider(testApp)
    const names = ['Amaka Obi', 'Bisi 100% Ade', 'Chidi Obi', 'Dele Ojo']
    for (const name of names) await requestJobBetween(provider, await createCustomer(testApp, { name }))

    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const reply = await testApp.send(listCustomers, { query: { limit: 3, ...(cursor && { cursor }) } }, provider)
      if (!reply.body.success) throw new Error('refused')
      seen.push(...reply.body.data.map(({ name }) => name))
      cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
      if (cursor === undefined) break
    }
    expect(seen).toEqual(names.toReversed())

    const found = async (q: string) =>
      (await testApp.call(listCustomers, { query: { q } }, provider)).map(({ name }) => name)
    expect(await found('obi')).toEqual(['Chidi Obi', 'Amaka Obi'])
    expect(await found('0%')).toEqual(['Bisi 100% Ade'])
    expect(await found('__')).toEqual([])
    expect(await found('obi chi')).toEqual(['Chidi Obi'])
    expect(await found('obi bisi')).toEqual([])
  })

  it("is searched without accents, by current names, within the provider's own", async () => {
    const [provider, other] = [await createProvider(testApp), await createProvider(testApp)]
    const zoe = await createCustomer(testApp, { name: 'Zoë Ångström' })
    await requestJobBetween(provider, zoe)
    const found = async (q: string, caller = provider) =>
      (await testApp.call(listCustomers, { query: { q } }, caller)).map(({ id }) => id)
    for (const q of ['zoe', 'ZOË', 'angst', 'strom zo']) expect(await found(q)).toEqual([zoe.id])
    expect(await found('zoe', other)).toEqual([])
    const body = { name: 'مَريم' }
    await testApp.call(putCustomer, { params: { externalId: zoe.externalId }, body }, marketplace)
    expect(await found('مريم')).toEqual([zoe.id])
    expect(await found('zoe')).toEqual([])
  })

  it('excludes customers who left the marketplace', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id } = await requestJobBetween(provider, customer)
    await testApp.call(
      cancelMarketplaceBooking,
      { params: { id }, body: { customerId: customer.id, reasonCode: 'CHANGED_MIND' } },
      marketplace,
    )
    await testApp.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    expect(await testApp.call(listCustomers, {}, provider)).toEqual([])
  })

  it('needs an onboarded provider and valid parameters', async () => {
    expect(await testApp.refusal(listCustomers, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await testApp.refusal(listCustomers, {}, await createSignedInAccount(testApp))).toMatchObject({
      code: 'ONBOARDING_REQUIRED',
    })
    const provider = await createProvider(testApp)
    for (const query of [{ q: 'a' }, { limit: 0 }, { cursor: 'bm9uc2Vuc2U' }]) {
      expect(await testApp.refusal(listCustomers, { query }, provider)).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
  })
})

/** A provider and a customer with a completed, paid and reviewed job, an offer, a contract and a message. */
async function sharedHistory() {
  const jobs = await createBookingScenario(testApp)
  const { provider, customer } = jobs
  const { id } = await jobs.requestJob()
  await advanceBookingTo(testApp, provider, id, 'COMPLETED')
  await testApp.deps.jobs.runDue()
  const [invoice] = await testApp.call(listInvoices, {}, provider)
  if (!invoice) throw new Error('no invoice')
  testApp.clock.advance(MINUTE_MS)
  await testApp.call(rateCustomerOfBooking, { params: { id }, body: { rating: 5 } }, provider)
  await testApp.call(createReview, { body: { bookingId: id, rating: 4, comment: 'Tidy.' } }, marketplace)
  testApp.clock.advance(MINUTE_MS)
  const offer = await offerScenarioBetween(testApp, provider, customer).sent()
  testApp.clock.advance(MINUTE_MS)
  const contract = await contractScenarioBetween(testApp, provider, customer).blank()
  testApp.clock.advance(MINUTE_MS)
  const { channel } = await testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
  const message = await testApp.call(
    sendMarketplaceMessage,
    { params: { id: channel.id }, body: { customerId: customer.id, text: 'Thank you!' } },
    marketplace,
  )
  await testApp.deps.jobs.runDue()
  return { provider, customer, booking: id, offer, contract, invoice, message }
}

const historyOf = (provider: { token: string }, id: string, query = {}) =>
  testApp.call(listCustomerHistory, { params: { id }, query }, provider)

describe("a customer's page", () => {
  it('lists everything the two share, newest first, once each, in pages and by kind', async () => {
    const { provider, customer, booking, offer, contract, invoice } = await sharedHistory()
    const all = await historyOf(provider, customer.id)
    expect(all.map(({ kind, id }) => [kind, id])).toEqual([
      ['CONVERSATION', customer.id],
      ['CONTRACT', contract.id],
      ['OFFER', offer.id],
      ['REVIEW', expect.any(String)],
      ['INVOICE', invoice.id],
      ['BOOKING', booking],
    ])
    expect(all.at(-1)).toMatchObject({ status: 'COMPLETED', reference: expect.stringMatching(/^BK-/), rating: null })
    expect(all.at(-1)).toMatchObject({ startAt: expect.any(String), timeZone: 'Africa/Lagos' })
    expect(all[3]).toMatchObject({ rating: 4, timeZone: null })
    expect(all[4]).toMatchObject({ amount: invoice.total })

    const paged: string[] = []
    for (let cursor: string | undefined; ;) {
      const reply = await testApp.send(
        listCustomerHistory,
        { params: { id: customer.id }, query: { limit: 2, ...(cursor && { cursor }) } },
        provider,
      )
      if (!reply.body.success) throw new Error('refused')
      paged.push(...reply.body.data.map(({ id }) => id))
      cursor = (reply.body.meta?.['nextCursor'] as string | null) ?? undefined
      if (cursor === undefined) break
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    expect((await historyOf(provider, customer.id, { kind: 'OFFER' })).map(({ id }) => id)).toEqual([offer.id])
  })

  it('shows jobs, payments and the last contact, as the list does', async () => {
    const { provider, customer, invoice, message } = await sharedHistory()
    await testApp.call(
      recordMarketplacePayment,
      { body: { invoiceId: invoice.id, amount: invoice.total.amount } },
      marketplace,
    )
    const figures = { completed: 1, lastContactAt: message.createdAt, paid: [invoice.total] }
    const paidAt = testApp.clock.now().toISOString()
    expect(await historyOf(provider, customer.id, { kind: 'INVOICE' })).toMatchObject([{ status: 'PAID', paidAt }])
    expect(await testApp.call(listCustomers, {}, provider)).toMatchObject([figures])
    expect(await testApp.call(getCustomer, { params: { id: customer.id } }, provider)).toMatchObject(figures)
  })

  it('shows what a job costs with the extra work that was approved', async () => {
    const { provider, customer, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    const params = { id }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    const amount = async () => (await historyOf(provider, customer.id, { kind: 'BOOKING' }))[0]?.amount?.amount ?? 0
    const before = await amount()
    const lines = [{ description: 'Copper pipe', quantity: '2', unitAmount: 100_000 }]
    const extra = await testApp.call(createPriceAdjustment, { params, body: { lines, reason: 'Corroded' } }, provider)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: extra.id }, body: {} }, marketplace)
    expect(await amount()).toBe(before + 200_000)
  })

  it('shows what a job without a price costs once extra work was approved', async () => {
    const { provider, customer, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob({ price: { model: 'TO_QUOTE' } })
    const params = { id }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    const amount = async () => (await historyOf(provider, customer.id, { kind: 'BOOKING' }))[0]?.amount
    expect(await amount()).toBeNull()
    const lines = [{ description: 'Copper pipe', unitAmount: 100_000 }]
    const extra = await testApp.call(createPriceAdjustment, { params, body: { lines, reason: 'Corroded' } }, provider)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: extra.id }, body: {} }, marketplace)
    expect(await amount()).toEqual({ amount: 100_000, currency: 'NGN' })
  })

  it('shows the phone number once a booking does', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp, { phone: '+2348090001122' })
    const { id } = await requestJobBetween(provider, customer)
    const phone = async () => (await testApp.call(getCustomer, { params: { id: customer.id } }, provider)).phone
    expect(await phone()).toBe('+234••••••••22')
    await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    expect(await phone()).toBe('+2348090001122')
  })

  it('keeps private notes and tags, and refuses to overwrite newer ones', async () => {
    const [provider, other] = [await createProvider(testApp), await createProvider(testApp)]
    const customer = await createCustomer(testApp)
    await requestJobBetween(provider, customer)
    await requestJobBetween(other, customer)
    const params = { id: customer.id }
    const save = { params, body: { note: 'Dog bites.\nKey at the gate.', tags: ['VIP', 'VIP'], version: 0 } }
    const notes = { note: 'Dog bites.\nKey at the gate.', tags: ['VIP'], version: 1 }
    expect(await testApp.call(saveCustomerNotes, save, provider)).toEqual(notes)
    expect(await testApp.refusal(saveCustomerNotes, save, provider)).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { current: notes },
    })
    expect(await testApp.call(getCustomer, { params }, provider)).toMatchObject({ tags: ['VIP'], notes })
    expect(await testApp.call(getCustomer, { params }, other)).toMatchObject({ notes: { note: '', tags: [] } })
  })

  it('does not exist for strangers, nor after the customer has left', async () => {
    const [provider, stranger] = [await createProvider(testApp), await createProvider(testApp)]
    const customer = await createCustomer(testApp)
    const { id } = await requestJobBetween(provider, customer)
    const params = { id: customer.id }
    const body = { note: 'Mine', tags: [] }
    await testApp.call(saveCustomerNotes, { params, body }, provider)
    const expectNotFound = async (caller: typeof provider) => {
      const notFound = { status: 404, code: 'NOT_FOUND' }
      expect(await testApp.refusal(getCustomer, { params }, caller)).toMatchObject(notFound)
      expect(await testApp.refusal(listCustomerHistory, { params }, caller)).toMatchObject(notFound)
      expect(await testApp.refusal(saveCustomerNotes, { params, body }, caller)).toMatchObject(notFound)
    }
    await expectNotFound(stranger)
    await testApp.call(
      cancelMarketplaceBooking,
      { params: { id }, body: { customerId: customer.id, reasonCode: 'CHANGED_MIND' } },
      marketplace,
    )
    await testApp.call(deleteCustomer, { params }, marketplace)
    await expectNotFound(provider)
    const { count } = await testApp.db.one<{ count: number }>(sql`
      select count(*) as count from provider_customers where customer_id = ${customer.id} and note <> ''`)
    expect(count).toBe(0)
  })
})
