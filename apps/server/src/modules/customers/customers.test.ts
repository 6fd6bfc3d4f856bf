import { listCustomers } from '@fettle/protocol/workspace/customers'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { putCustomer } from '@fettle/protocol/marketplace'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/fixtures/providers.ts'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'

const MINUTE = 60_000

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

/** Requests a job a minute after the previous one. */
async function asked(provider: { id: string }, customer: { id: string }) {
  testApp.clock.advance(MINUTE)
  return requestBooking(testApp, { provider, customer })
}

describe('the customer list', () => {
  it('contains customers with a booking once, by latest booking', async () => {
    const [provider, other] = [await createProvider(testApp), await createProvider(testApp)]
    const chidi = await createCustomer(testApp, { name: 'Chidi Okafor', phone: '+2348090001122' })
    const ngozi = await createCustomer(testApp, { name: 'Ngozi Eze' })
    const stranger = await createCustomer(testApp, { name: 'Sade Bello' })
    const first = await asked(provider, chidi)
    const between = await asked(provider, ngozi)
    const again = await asked(provider, chidi)
    await asked(other, stranger)

    expect(await testApp.call(listCustomers, {}, provider)).toEqual([
      {
        id: chidi.id,
        name: 'Chidi Okafor',
        avatar: null,
        phone: '+234••••••••22',
        timeZone: 'Africa/Lagos',
        since: first.createdAt,
        lastBookingId: again.id,
        lastBookedAt: again.createdAt,
      },
      expect.objectContaining({ id: ngozi.id, since: between.createdAt, lastBookingId: between.id }),
    ])
  })

  it('is paged and searchable by parts of the name', async () => {
    const provider = await createProvider(testApp)
    const names = ['Amaka Obi', 'Bisi 100% Ade', 'Chidi Obi', 'Dele Ojo']
    for (const name of names) await asked(provider, await createCustomer(testApp, { name }))

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
    await asked(provider, zoe)
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
    const { id } = await asked(provider, customer)
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
