import type { Queryable } from '../../platform/db/db.ts'
import type { Agreement } from './bill.rules.ts'

/** Functions of modules that themselves depend on invoices, injected by `app.ts`. */
export interface InvoiceNeighbours {
  /** The agreed content of an offer with its totals, and the booking made of it. Undefined: not accepted. */
  findAgreement: (
    db: Queryable,
    offerId: string,
  ) => Promise<(Agreement & { total: number; bookingId: string | null }) | undefined>
}
