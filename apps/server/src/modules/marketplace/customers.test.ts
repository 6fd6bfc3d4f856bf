import { putAvailability } from '@fettle/protocol/availability'
import { getBooking } from '@fettle/protocol/bookings'
import { getCustomer, listProviders, putCustomer } from '@fettle/protocol/marketplace'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace-bookings'
import { deleteCustomer, getProvider, patchCustomer } from '@fettle/protocol/marketplace-customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, requestBooking } from '../../../testing/people.ts'
import { startTown, type Town } from '../../../testing/town.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

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
