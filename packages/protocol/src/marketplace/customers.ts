import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { CustomerId, UserId } from '../core/values.ts'
import { Customer, customerFields } from './index.ts'
import { PublicProvider } from '../accounts/profile.ts'

/** More operations on customers, and a provider's public profile. */

const marketplace = { audience: 'marketplace' } as const
const params = z.object({ id: CustomerId })

export const patchCustomer = operation({
  ...marketplace,
  scope: 'customers',
  name: 'marketplace.customers.patch',
  method: 'PATCH',
  path: '/v2/marketplace/customers/:id',
  summary: 'Change some fields of a customer. Absent fields stay unchanged.',
  params,
  body: z.partial(z.object(customerFields)),
  returns: Customer,
  errors: ['NOT_FOUND'],
})

export const deleteCustomer = operation({
  ...marketplace,
  scope: 'customers',
  name: 'marketplace.customers.delete',
  method: 'DELETE',
  path: '/v2/marketplace/customers/:id',
  summary: "Erase a customer's personal data. Their bookings stay, without name, contact and address.",
  params,
  returns: z.object({ id: CustomerId }),
  errors: ['NOT_FOUND', 'ACCOUNT_IN_USE'],
})

export const getProvider = operation({
  ...marketplace,
  scope: 'providers',
  name: 'marketplace.providers.get',
  method: 'GET',
  path: '/v2/marketplace/providers/:id',
  summary: 'Get an onboarded provider as customers see them.',
  params: z.object({ id: UserId }),
  returns: PublicProvider,
  errors: ['NOT_FOUND'],
})
