import type { Queryable } from '../../platform/db/db.ts'
import type { Agreement } from './bill.rules.ts'

/** What `app.ts` joins invoices with: modules that themselves need invoices. */
export interface InvoiceNeighbours {
  /** What was agreed by an offer and what it came to; undefined where it was not accepted. */
  findAgreement: (db: Queryable, offerId: string) => Promise<(Agreement & { total: number }) | undefined>
}
