import type { MarketplaceClient } from '@fettle/marketplace'
import { putCustomer } from '@fettle/protocol/marketplace/calls'

/** A customer of the demo. They exist already, and this is how the demo created them. */
const sarah = {
  name: 'Sarah Mensah',
  email: 'sarah.mensah@example.com',
  phone: '+233244112233',
  locale: 'en-NG',
  timeZone: 'Africa/Lagos',
}

/** The signed-in customer. */
export type SignedInCustomer = Awaited<ReturnType<typeof signIn>>

/**
 * Signs a customer in. A marketplace does this with its own accounts and passwords, and creates the customer in Fettle
 * under its own id. This example knows one customer, who is always signed in.
 */
export async function signIn(marketplace: MarketplaceClient, fettlePublicUrl: string) {
  const body = { ...sarah, avatar: new URL('/demo/faces/sarah.webp', fettlePublicUrl).href }
  const { id, name, avatar } = await marketplace.call(putCustomer, { params: { externalId: 'demo-sarah' }, body })
  return {
    customerId: id,
    name,
    avatar,
    /** Where they need work done. */
    home: { line1: '8 Admiralty Way', city: 'Lekki', state: 'Lagos', country: 'NG' },
  }
}
