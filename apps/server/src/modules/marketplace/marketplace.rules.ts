import type { Customer } from '@fettle/protocol/marketplace'

export type CustomerData = Pick<Customer, 'name' | 'email' | 'phone' | 'avatar' | 'locale' | 'timeZone'>

export interface StoredCustomer extends Omit<Customer, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export const toCustomer = (customer: StoredCustomer): Customer => ({
  ...customer,
  createdAt: customer.createdAt.toISOString(),
  updatedAt: customer.updatedAt.toISOString(),
})

/** What a marketplace sends about a customer, whole: what it leaves out is not known. */
export function toCustomerData(
  given: { name: string } & { [K in Exclude<keyof CustomerData, 'name'>]?: string | undefined },
): CustomerData {
  return {
    name: given.name,
    email: given.email ?? null,
    phone: given.phone ?? null,
    avatar: given.avatar ?? null,
    locale: given.locale ?? 'en',
    timeZone: given.timeZone ?? 'Africa/Lagos',
  }
}

/**
 * The id of the message a call sends: a UUIDv7 in form, but made of the call alone, so that a call repeated after a
 * crash sends the same message, which the chat then keeps once.
 */
export function messageIdOf(callKey: Buffer): string {
  const hex = callKey.toString('hex')
  const variant = ((callKey[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
