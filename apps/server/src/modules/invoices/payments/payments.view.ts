import type { Side } from '@fettle/protocol/bookings/cancellations'
import type { Payment } from '@fettle/protocol/invoices/payments'
import { loadText } from '../../../platform/locale/messages.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { addressOf, listFiles } from '../../uploads/index.ts'
import { allowedActions } from './payments.rules.ts'
import { find, type PaymentRow } from './payments.store.ts'

type PaymentViewDeps = Pick<Deps, 'files' | 'clock'>

/** A payment as one side sees it. */
export async function toPayment(deps: PaymentViewDeps, db: Queryable, row: PaymentRow, role: Side): Promise<Payment> {
  const proofUrl = row.proofFileId ? await addressOf(deps, db, row.proofFileId) : null
  return toView(row, { role, now: deps.clock.now(), proofUrl })
}

/** Payments as one side sees them, in the given order. Reads the files of all proofs at once. */
export async function toPayments(
  deps: PaymentViewDeps,
  db: Queryable,
  rows: readonly PaymentRow[],
  role: Side,
): Promise<Payment[]> {
  const proofs = await listFiles(
    deps,
    db,
    rows.flatMap(({ proofFileId }) => proofFileId ?? []),
  )
  const urls = new Map(proofs.map(({ id, url }) => [id, url]))
  const now = deps.clock.now()
  return rows.map((row) => toView(row, { role, now, proofUrl: urls.get(row.proofFileId ?? '') ?? null }))
}

function toView(row: PaymentRow, { role, now, proofUrl }: { role: Side; now: Date; proofUrl: string | null }): Payment {
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
    proofUrl,
    recordedAt: row.recordedAt.toISOString(),
    confirmBy: row.confirmBy?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note && loadText(row.note),
    disputeId: row.disputeId,
    allowedActions: allowedActions(row, { role, now }),
  }
}

/** A payment by id, for events. */
export async function showPayment(deps: Pick<Deps, 'files' | 'db' | 'clock'>, id: string): Promise<Payment> {
  const row = await find(deps.db, id)
  if (!row) throw new AppError('NOT_FOUND', { thing: 'payment' })
  return toPayment(deps, deps.db, row, 'CUSTOMER')
}
