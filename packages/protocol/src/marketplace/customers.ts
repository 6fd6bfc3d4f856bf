import * as z from 'zod/mini'
import { Location } from '../bookings/index.ts'
import { Email, Phone } from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, Instant, line, TimeZone } from '../core/values.ts'

/** The marketplace's customers. */

const marketplace = { audience: 'marketplace', scope: 'customers' } as const
const params = z.object({ id: CustomerId })
const externalId = z.string().check(z.regex(/^[\w.:-]{1,100}$/, issueText('EXTERNAL_ID_INVALID', { max: 100 })))

/** An address of a customer. */
export const Address = z.extend(Location, { label: z.optional(line(1, 60, issueText('MAX_CHARACTERS'))) })
export type Address = z.infer<typeof Address>

export const Customer = z.object({
  id: CustomerId,
  externalId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  locale: z.string(),
  timeZone: z.string(),
  addresses: z.array(Address),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Customer = z.infer<typeof Customer>

/** Fields of a customer. */
export const customerFields = {
  name: line(1, 100, issueText('CUSTOMER_NAME_REQUIRED')),
  email: z.optional(Email),
  phone: z.optional(Phone),
  avatar: z.optional(z.url({ protocol: /^https?$/, error: issueText('WEB_ADDRESS_INVALID') }).check(z.maxLength(2000))),
  locale: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, issueText('LOCALE_INVALID')))),
  timeZone: z.optional(TimeZone),
  addresses: z.optional(z.array(Address).check(z.maxLength(10, issueText('MAX_ADDRESSES')))),
}

export const putCustomer = operation({
  ...marketplace,
  name: 'marketplace.customers.put',
  method: 'PUT',
  path: '/v2/marketplace/customers/:externalId',
  summary: "Create or replace a customer under the marketplace's own id. Absent fields are cleared.",
  params: z.object({ externalId }),
  body: z.object(customerFields),
  returns: Customer,
  errors: ['NOT_FOUND'],
})

export const getCustomer = operation({
  ...marketplace,
  name: 'marketplace.customers.get',
  method: 'GET',
  path: '/v2/marketplace/customers/:id',
  summary: 'Get a customer.',
  params,
  returns: Customer,
  errors: ['NOT_FOUND'],
})

export const patchCustomer = operation({
  ...marketplace,
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
  name: 'marketplace.customers.delete',
  method: 'DELETE',
  path: '/v2/marketplace/customers/:id',
  summary: "Erase a customer's personal data. Their bookings stay, without name, contact, address and photos.",
  params,
  returns: z.object({ id: CustomerId }),
  errors: ['NOT_FOUND', 'ACCOUNT_IN_USE'],
})
