import type { Side } from '@fettle/protocol/bookings/cancellations'
import type { Payment } from '@fettle/protocol/invoices/payments'
import { loadText } from '../../../platform/locale/messages.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { addressOf } from '../../uploads/index.ts'
import { allowedActions } from './payments.rules.ts'
import { find, type PaymentRow } from './payments.store.ts'

/** A payment as one side sees it. */
export async function toPayment(
  deps: Pick<Deps, 'files' | 'clock'>,
  db: Queryable,
  row: PaymentRow,
  role: Side,
): Promise<Payment> {
  const money = (amount: number) => ({ amount, currency: row.currency })
  return {
    id: row.id,
    invoiceId: row.invoiceId,
    amount: money(row.amount),
    tip: money(row.tip),
    method: row.method,
    custody: row.custody,
    status: row.status,
    paidAt: row.paidAt.toISOString(),
    externalReference: row.externalReference,
    proofFileId: row.proofFileId,
    proofUrl: row.proofFileId ? await addressOf(deps, db, row.proofFileId) : null,
    recordedAt: row.recordedAt.toISOString(),
    confirmBy: row.confirmBy?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note && loadText(row.note),
    disputeId: row.disputeId,
    allowedActions: allowedActions(row, { role, now: deps.clock.now() }),
  }
}

/** A payment by id, for events. */
export async function showPayment(deps: Pick<Deps, 'files' | 'db' | 'clock'>, id: string): Promise<Payment> {
  const row = await find(deps.db, id)
  if (!row) throw new AppError('NOT_FOUND', { thing: 'payment' })
  return toPayment(deps, deps.db, row, 'CUSTOMER')
}
