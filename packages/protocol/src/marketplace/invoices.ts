import * as z from 'zod/mini'
import { PublicProvider } from '../accounts/profile.ts'
import { operation } from '../core/operation.ts'
import { CustomerId, pageQuery, UserId } from '../core/values.ts'
import { Invoice, InvoiceId, InvoiceSummary } from '../invoices/invoices.ts'

/** Customers' side of invoices, read by the marketplace. Drafts are not visible. */

const marketplace = { audience: 'marketplace', scope: 'payments', method: 'GET' } as const
const params = z.object({ id: InvoiceId })
/** The customer the call acts for, unless the header names one. */
const query = z.object({ customerId: z.optional(CustomerId) })

export const MarketplaceInvoice = z.extend(z.omit(Invoice, { allowedActions: true, reminders: true }), {
  providerId: UserId,
  providerName: z.string(),
  provider: PublicProvider,
})
export type MarketplaceInvoice = z.infer<typeof MarketplaceInvoice>

export const listMarketplaceInvoices = operation({
  ...marketplace,
  name: 'marketplace.invoices.list',
  path: '/v2/marketplace/invoices',
  summary: "List a customer's invoices, newest first.",
  query: z.object({ ...pageQuery, customerId: z.optional(CustomerId) }),
  returns: z.array(InvoiceSummary),
})

export const getMarketplaceInvoice = operation({
  ...marketplace,
  name: 'marketplace.invoices.get',
  path: '/v2/marketplace/invoices/:id',
  summary: 'Get an invoice as its customer sees it.',
  params,
  query,
  returns: MarketplaceInvoice,
  errors: ['NOT_FOUND'],
})

export const getMarketplaceInvoicePdf = operation({
  ...marketplace,
  name: 'marketplace.invoices.pdf',
  path: '/v2/marketplace/invoices/:id/pdf',
  summary: 'Get an invoice as PDF, as its customer sees it.',
  params,
  query,
  produces: 'application/pdf',
  returns: z.unknown(),
  errors: ['NOT_FOUND'],
})
