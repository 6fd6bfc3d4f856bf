import type { Address, Customer } from '@fettle/protocol/marketplace'
import { OnBehalf } from '@fettle/protocol/marketplace/acting'
import * as z from 'zod/mini'

export type CustomerData = Pick<Customer, 'name' | 'email' | 'phone' | 'avatar' | 'locale' | 'timeZone' | 'addresses'>

export interface StoredCustomer extends Omit<Customer, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

export const toCustomer = (customer: StoredCustomer): Customer => ({
  ...customer,
  createdAt: customer.createdAt.toISOString(),
  updatedAt: customer.updatedAt.toISOString(),
})

/** Who really acted, where a body says it as it should; whether it must is the operation's business. */
export function toOnBehalf(body: unknown): OnBehalf | undefined {
  if (typeof body !== 'object' || body === null || !('onBehalf' in body)) return undefined
  const parsed = z.safeParse(z.object({ onBehalf: OnBehalf }), body)
  return parsed.success ? parsed.data.onBehalf : undefined
}

/** Who has left: nobody in particular. */
export const REMOVED_CUSTOMER: CustomerData = {
  name: 'Former customer',
  email: null,
  phone: null,
  avatar: null,
  locale: 'en',
  timeZone: 'Africa/Lagos',
  addresses: [],
}

/** A customer with some of it changed; what is not given stays. */
export const withChanges = (
  { name, email, phone, avatar, locale, timeZone, addresses }: CustomerData,
  given: { [K in keyof CustomerData]?: CustomerData[K] | undefined },
): CustomerData => ({
  name: given.name ?? name,
  email: given.email ?? email,
  phone: given.phone ?? phone,
  avatar: given.avatar ?? avatar,
  locale: given.locale ?? locale,
  timeZone: given.timeZone ?? timeZone,
  addresses: given.addresses ?? addresses,
})

/** What a marketplace sends about a customer, whole: what it leaves out is not known. */
export function toCustomerData(
  given: { name: string; addresses?: Address[] | undefined } & {
    [K in Exclude<keyof CustomerData, 'name' | 'addresses'>]?: string | undefined
  },
): CustomerData {
  return {
    name: given.name,
    email: given.email ?? null,
    phone: given.phone ?? null,
    avatar: given.avatar ?? null,
    locale: given.locale ?? 'en',
    timeZone: given.timeZone ?? 'Africa/Lagos',
    addresses: given.addresses ?? [],
  }
}
