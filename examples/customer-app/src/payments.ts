import type { MarketplaceClient } from '@fettle/marketplace'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/calls'
import { getMarketplaceInvoice } from '@fettle/protocol/marketplace/calls'

/**
 * Pays what is due of an invoice. A marketplace charges the customer's card here, and then tells Fettle that it was paid:
 * the amount comes from the invoice and never from the browser. This example has no card to charge.
 */
export async function pay(marketplace: MarketplaceClient, customerId: string, invoiceId: string): Promise<void> {
  const invoice = await marketplace.call(getMarketplaceInvoice, { params: { id: invoiceId } }, { customerId })
  if (invoice.due.amount === 0) return
  const body = { customerId, invoiceId, amount: invoice.due.amount, externalReference: `card-${invoice.id}` }
  // Pressing twice on two devices pays once. What is due again after a refund has more payments before it.
  const idempotencyKey = `pay-${invoice.id}-${invoice.due.amount}-${invoice.payments.length}`
  await marketplace.call(recordMarketplacePayment, { body }, { customerId, idempotencyKey })
}
