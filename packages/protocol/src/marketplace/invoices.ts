import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { CustomerId, pageQuery, UserId } from '../core/values.ts'
import { Invoice, InvoiceId, InvoiceSummary } from '../invoices/invoices.ts'

/** A customer's side of invoices, read by the marketplace for them. Drafts are the provider's own. */

const marketplace = { audience: 'marketplace', scope: 'payments', method: 'GET' } as const
const params = z.object({ id: InvoiceId })
/** Whom a call acts for, unless the header says it. */
const query = z.object({ customerId: z.optional(CustomerId) })

export const MarketplaceInvoice = z.extend(z.omit(Invoice, { allowedActions: true, reminders: true }), {
  providerId: UserId,
  providerName: z.string(),
})
export type MarketplaceInvoice = z.infer<typeof MarketplaceInvoice>

export const listMarketplaceInvoices = operation({
  ...marketplace,
  name: 'marketplace.invoices.list',
  path: '/v2/marketplace/invoices',
  summary: "A customer's invoices, newest first.",
  query: z.object({ ...pageQuery, customerId: z.optional(CustomerId) }),
  returns: z.array(InvoiceSummary),
  errors: [],
})

export const getMarketplaceInvoice = operation({
  ...marketplace,
  name: 'marketplace.invoices.get',
  path: '/v2/marketplace/invoices/:id',
  summary: 'One invoice as its customer has it.',
  params,
  query,
  returns: MarketplaceInvoice,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceInvoicePdf = operation({
  ...marketplace,
  name: 'marketplace.invoices.pdf',
  path: '/v2/marketplace/invoices/:id/pdf',
  summary: 'The same on paper.',
  params,
  query,
  produces: 'application/pdf',
  returns: z.unknown(),
  errors: ['NOT_FOUND'],
})
