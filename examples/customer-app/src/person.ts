import type { MarketplaceClient } from '@fettle/marketplace'
import { putCustomer } from '@fettle/protocol/marketplace/calls'

/** The signed-in person. */
export interface Person {
  /** Their id in Fettle. */
  customerId: string
  name: string
  avatar: string | null
  /** Addresses where they need work done. */
  home: { line1: string; city: string; state: string; country: string }
  /** When they last proved who they are, which counts for signatures. */
  authenticatedAt: Date
}

/** A customer of the demo. They exist already, and this is how the demo created them. */
const sarah = {
  name: 'Sarah Mensah',
  email: 'sarah.mensah@example.com',
  phone: '+233244112233',
  locale: 'en-NG',
  timeZone: 'Africa/Lagos',
}

/**
 * Signs a person in. A marketplace does this with its own accounts and passwords, and creates the customer in Fettle under
 * its own id. This example knows one person, who is always signed in.
 */
export async function signIn(marketplace: MarketplaceClient, fettlePublicUrl: string): Promise<Person> {
  const avatar = new URL('/demo/faces/sarah.webp', fettlePublicUrl).href
  const customer = await marketplace.call(putCustomer, {
    params: { externalId: 'demo-sarah' },
    body: { ...sarah, avatar },
  })
  return {
    customerId: customer.id,
    name: customer.name,
    avatar: customer.avatar,
    home: { line1: '8 Admiralty Way', city: 'Lekki', state: 'Lagos', country: 'NG' },
    authenticatedAt: new Date(),
  }
}
