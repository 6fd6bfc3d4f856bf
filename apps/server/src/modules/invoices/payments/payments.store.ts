import type { Custody } from '@fettle/protocol/earnings/earnings'
import type { PaymentMethod, PaymentStatus } from '@fettle/protocol/invoices/payments'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

export interface PaymentRow {
  id: string
  invoiceId: string
  providerId: string
  customerId: string
  amount: number
  tip: number
  currency: string
  method: PaymentMethod
  custody: Custody
  paidAt: Date
  externalReference: string | null
  proofFileId: string | null
  status: PaymentStatus
  recordedAt: Date
  confirmBy: Date | null
  decidedAt: Date | null
  note: string | null
  /** The dispute about the payment. Null once that was withdrawn. */
  disputeId: string | null
  version: number
}

const select = sql`
  select id, invoice_id as "invoiceId", provider_id as "providerId", customer_id as "customerId", amount, tip, currency,
         method, custody, paid_at as "paidAt", external_reference as "externalReference",
         proof_file_id as "proofFileId", status, recorded_at as "recordedAt", confirm_by as "confirmBy",
         decided_at as "decidedAt", note, dispute_id as "disputeId", version
  from payments`

export const find = (db: Queryable, id: string) => db.maybeOne<PaymentRow>(sql`${select} where id = ${id}`)

/** Payments of an invoice, oldest first. */
export const listOf = (db: Queryable, invoiceId: string) =>
  db.query<PaymentRow>(sql`${select} where invoice_id = ${invoiceId} order by recorded_at, id`)

/** Payments of a provider, oldest first. */
export const listOfProvider = (db: Queryable, providerId: string) =>
  db.query<PaymentRow>(sql`${select} where provider_id = ${providerId} order by recorded_at, id`)

export async function insert(tx: Tx, payment: PaymentRow): Promise<void> {
  await tx.execute(sql`
    insert into payments (id, invoice_id, provider_id, customer_id, amount, tip, currency, method, custody, paid_at,
      external_reference, proof_file_id, status, recorded_at, confirm_by, decided_at, note, version)
    values (${payment.id}, ${payment.invoiceId}, ${payment.providerId}, ${payment.customerId}, ${payment.amount},
      ${payment.tip}, ${payment.currency}, ${payment.method}, ${payment.custody}, ${payment.paidAt},
      ${payment.externalReference}, ${payment.proofFileId}, ${payment.status}, ${payment.recordedAt}, ${payment.confirmBy},
      ${payment.decidedAt}, ${payment.note}, ${payment.version})`)
}

/** Moves the payments of an invoice to the one that replaces it. */
export const moveAll = (tx: Tx, from: string, to: string) =>
  tx.execute(sql`update payments set invoice_id = ${to} where invoice_id = ${from}`)

/** Sets or clears the dispute of a payment. */
export const putDispute = (tx: Tx, id: string, disputeId: string | null) =>
  tx.execute(sql`update payments set dispute_id = ${disputeId} where id = ${id}`)

export async function save(tx: Tx, payment: PaymentRow): Promise<void> {
  await tx.execute(sql`
    update payments set status = ${payment.status}, decided_at = ${payment.decidedAt}, note = ${payment.note},
      version = ${payment.version}
    where id = ${payment.id}`)
}
