import { putAvailability } from '@fettle/protocol/availability'
import { acceptBooking, createBooking } from '@fettle/protocol/booking-moves'
import { getBooking } from '@fettle/protocol/bookings'
import { createContract } from '@fettle/protocol/contract-moves'
import { createMarketplaceBooking, getCustomer, listProviders, putCustomer } from '@fettle/protocol/marketplace'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace-bookings'
import { deleteCustomer, getProvider, patchCustomer } from '@fettle/protocol/marketplace-customers'
import { requestOffers } from '@fettle/protocol/marketplace-offers'
import { createOffer } from '@fettle/protocol/offer-moves'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'
import { sql } from '../../platform/db/db.ts'
import { lockParties } from '../customers/index.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

/** Resolves once somebody's statement waits for a lock. */
async function untilWaiting(): Promise<void> {
  await expect
    .poll(async () => {
      const { waiting } = await town.db.one<{ waiting: number }>(sql`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    .toBeGreaterThan(0)
}

describe('a customer', () => {
  it('is changed in part: what is left out stays', async () => {
    const customer = await createCustomer(town)
    const addresses = [{ label: 'Home', line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }]
    const params = { id: customer.id }
    const changed = await town.call(patchCustomer, { params, body: { name: 'Chidi O.', addresses } }, marketplace)
    expect(changed).toMatchObject({ name: 'Chidi O.', phone: customer.phone, email: customer.email, addresses })
    expect(await town.call(getCustomer, { params }, marketplace)).toEqual(changed)
    const wrong = await town.refusal(patchCustomer, { params, body: { email: 'nonsense' } }, marketplace)
    expect(wrong).toMatchObject({ status: 422, issues: [{ field: 'email' }] })
  })

  it('leaves once nothing they asked for is open, and is nobody in particular from then on', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    const { id, reference } = await requestBooking(town, { provider, customer })
    const params = { id: customer.id }
    expect(await town.refusal(deleteCustomer, { params }, marketplace)).toMatchObject({
      status: 409,
      code: 'ACCOUNT_IN_USE',
      message: `Finish or cancel these first: ${reference}.`,
    })
    await town.call(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await town.call(deleteCustomer, { params }, marketplace)
    for (const operation of [getCustomer, deleteCustomer]) {
      expect((await town.refusal(operation, { params }, marketplace)).status).toBe(404)
    }
    expect(await town.call(getBooking, { params: { id } }, provider)).toMatchObject({
      customer: { name: 'Former customer', phone: null, avatar: null },
      location: { city: 'Surulere', lat: null },
    })
    // Their name in the marketplace is free for somebody new.
    const again = { params: { externalId: customer.externalId }, body: { name: 'Somebody else' } }
    expect((await town.call(putCustomer, again, marketplace)).id).not.toBe(customer.id)
  })
})

describe('a customer who leaves while they ask', () => {
  const price = { model: 'FIXED' as const, amount: { amount: 1_000_000, currency: 'NGN' } }
  const location = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

  it('either stays with their requests, or leaves with none open, five times of five', async () => {
    const provider = await createProvider(town)
    for (let round = 0; round < 5; round += 1) {
      const customer = await createCustomer(town)
      const params = { id: customer.id }
      const startAt = new Date(town.clock.now().getTime() + 86_400_000).toISOString()
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
      const [asked, askedForOffers, deleted] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => town.send(createMarketplaceBooking, { body }, marketplace))),
        town.send(requestOffers, { body: offers }, marketplace),
        town.send(deleteCustomer, { params }, marketplace),
      ])
      const made = [...asked, askedForOffers].filter((reply) => reply.status === 201)
      const refused = [...asked, askedForOffers].filter((reply) => reply.status !== 201)
      if (deleted.status === 200) expect(made).toEqual([])
      else expect(deleted.body).toMatchObject({ status: 409, code: 'ACCOUNT_IN_USE' })
      for (const reply of refused) {
        expect(reply.body).toMatchObject({ status: 404, message: "We couldn't find that customer." })
      }
      const { open } = await town.db.one<{ open: number }>(sql`
        select count(*) as open from bookings b join customers c on c.id = b.customer_id
        where c.left_at is not null and b.status = 'REQUESTED'`)
      expect(open).toBe(0)
    }
  })

  it('is waited for: a request that is being written holds the deletion up, and is counted', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    const params = { id: customer.id }
    const deletion = await town.deps.db.transaction(async (tx) => {
      await lockParties(tx, { providerId: provider.id, customerId: customer.id })
      const sent = town.send(deleteCustomer, { params }, marketplace)
      await untilWaiting()
      await tx.execute(sql`
        insert into offers (id, reference, provider_id, customer_id, origin, status, title, currency, time_zone,
          created_at, updated_at)
        values ('off_being_written', 'OF-2026-999999', ${provider.id}, ${customer.id}, 'CUSTOMER_REQUEST', 'REQUESTED',
          'A roof', 'NGN', 'Africa/Lagos', now(), now())`)
      return { sent }
    })
    expect((await deletion.sent).body).toMatchObject({
      status: 409,
      message: 'Finish or cancel these first: OF-2026-999999.',
    })
  })

  it('is not found by what their provider wants to begin with them afterwards', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    const { id } = await requestBooking(town, { provider, customer })
    await town.call(cancelMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await town.call(deleteCustomer, { params: { id: customer.id } }, marketplace)
    const startAt = new Date(town.clock.now().getTime() + 86_400_000).toISOString()
    const job = { customerId: customer.id, title: 'A job', startAt, durationMinutes: 60, location }
    const gone = { status: 404, message: "We couldn't find that customer." }
    expect(await town.refusal(createBooking, { body: job }, provider)).toMatchObject(gone)
    expect(await town.refusal(createOffer, { body: { customerId: customer.id } }, provider)).toMatchObject(gone)
    expect(await town.refusal(createContract, { body: { customerId: customer.id } }, provider)).toMatchObject(gone)
  })

  it('ends what comes again and again first', async () => {
    const provider = await createProvider(town)
    const customer = await createCustomer(town)
    const startAt = new Date(town.clock.now().getTime() + 86_400_000).toISOString()
    const recurrence = { rule: { freq: 'WEEKLY' as const, interval: 1, count: 3 }, conflictPolicy: 'SKIP' as const }
    const { id } = await requestBooking(town, { provider, customer, startAt, recurrence, title: 'Clean the house' })
    await town.call(acceptBooking, { params: { id }, body: {} }, provider)
    await town.deps.jobs.runDue()
    // The visits are over one by one; the agreement goes on.
    await town.db.execute(sql`update bookings set status = 'CANCELLED' where customer_id = ${customer.id}`)
    const params = { id: customer.id }
    expect(await town.refusal(deleteCustomer, { params }, marketplace)).toMatchObject({
      code: 'ACCOUNT_IN_USE',
      message: 'Finish or cancel these first: Clean the house.',
    })
  })
})

describe('a provider', () => {
  it('is shown as customers see them, once they are set up', async () => {
    const provider = await createProvider(town)
    expect(await town.call(getProvider, { params: { id: provider.id } }, marketplace)).toMatchObject({
      id: provider.id,
      name: 'Ada Obi',
      serviceType: 'PLUMBING',
      city: 'Surulere',
    })
    const nobody = { params: { id: `usr_${'0'.repeat(26)}` } }
    expect((await town.refusal(getProvider, nobody, marketplace)).status).toBe(404)
  })

  it('is found by the place they go to, as far as they said how far that is', async () => {
    const [near, far] = [await createProvider(town), await createProvider(town)]
    const hours = { timeZone: 'Africa/Lagos', weekly: [], serviceRadiusKm: 10 }
    await town.call(putAvailability, { body: { ...hours, base: { lat: 6.5, lng: 3.35 } } }, near)
    await town.call(putAvailability, { body: { ...hours, base: { lat: 9.06, lng: 7.49 } } }, far)
    const silent = await createProvider(town)
    const found = await town.call(listProviders, { query: { lat: 6.45, lng: 3.38 } }, marketplace)
    const ids = found.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([near.id, silent.id]))
    expect(ids).not.toContain(far.id)
    expect((await town.refusal(listProviders, { query: { lat: 6.45 } }, marketplace)).status).toBe(422)
  })
})
