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

/** Converts the complete data a marketplace sends. Absent fields become null. */
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
