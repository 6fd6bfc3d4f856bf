import type { Queryable, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'

/** Who reads an invoice. Customers never see drafts. */
export type Viewer = { role: 'PROVIDER'; id: string } | { role: 'CUSTOMER'; id: string | undefined }

/** Loads the caller's invoice. Throws NOT_FOUND if it does not exist or belongs to someone else. */
export async function getOwnInvoice(db: Queryable, viewer: Viewer, id: string): Promise<InvoiceRecord> {
  return assertOwn(await store.find(db, id), viewer)
}

/** Loads the provider's invoice and locks it for update. Throws NOT_FOUND if it belongs to someone else. */
export async function lockOwnInvoice(tx: Tx, providerId: string, id: string): Promise<InvoiceRecord> {
  return assertOwn(await store.lock(tx, id), { role: 'PROVIDER', id: providerId })
}

function assertOwn(invoice: InvoiceRecord | undefined, viewer: Viewer): InvoiceRecord {
  const isOwn =
    viewer.role === 'PROVIDER'
      ? invoice?.providerId === viewer.id
      : invoice?.number && (viewer.id === undefined || invoice.customerId === viewer.id)
  if (!invoice || !isOwn) throw new AppError('NOT_FOUND', { thing: 'invoice' })
  return invoice
}

/** Whether another invoice deducts this deposit. */
export async function isDeducted(db: Queryable, invoice: InvoiceRecord): Promise<boolean> {
  if (invoice.subjectType !== 'DEPOSIT' || invoice.number === null) return false
  return (await store.listDeducting(db, invoice)).length > 0
}
