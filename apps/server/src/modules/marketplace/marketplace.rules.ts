import { OnBehalf } from '@fettle/protocol/marketplace/acting-customer'
import type { Address, Customer } from '@fettle/protocol/marketplace/customers'
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

/** The acting person, if a body names one in the right form. Operations decide whether that is required. */
export function toOnBehalf(body: unknown): OnBehalf | undefined {
  if (typeof body !== 'object' || body === null || !('onBehalf' in body)) return undefined
  const parsed = z.safeParse(z.object({ onBehalf: OnBehalf }), body)
  return parsed.success ? parsed.data.onBehalf : undefined
}

/** Data of a deleted customer. */
export const REMOVED_CUSTOMER: CustomerData = {
  name: '',
  email: null,
  phone: null,
  avatar: null,
  locale: 'en',
  timeZone: 'Africa/Lagos',
  addresses: [],
}

/** A customer with some fields changed. Absent fields stay. */
export const withChanges = (
  { name, email, phone, avatar, locale, timeZone, addresses }: CustomerData,
  changes: { [K in keyof CustomerData]?: CustomerData[K] | undefined },
): CustomerData => ({
  name: changes.name ?? name,
  email: changes.email ?? email,
  phone: changes.phone ?? phone,
  avatar: changes.avatar ?? avatar,
  locale: changes.locale ?? locale,
  timeZone: changes.timeZone ?? timeZone,
  addresses: changes.addresses ?? addresses,
})

/** Converts the complete data a marketplace sends. Absent fields become null. */
export function toCustomerData(
  input: { name: string; addresses?: Address[] | undefined } & {
    [K in Exclude<keyof CustomerData, 'name' | 'addresses'>]?: string | undefined
  },
): CustomerData {
  return {
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    avatar: input.avatar ?? null,
    locale: input.locale ?? 'en',
    timeZone: input.timeZone ?? 'Africa/Lagos',
    addresses: input.addresses ?? [],
  }
}
