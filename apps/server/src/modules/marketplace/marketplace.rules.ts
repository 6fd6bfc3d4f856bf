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
