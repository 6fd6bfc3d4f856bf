import type { Side } from '@fettle/protocol/bookings/cancellations'
import {
  INVOICE_REMINDER_LIMIT,
  type Invoice as InvoiceView,
  type InvoiceCard,
  type InvoiceSummary,
} from '@fettle/protocol/invoices/invoices'
import type { MarketplaceInvoice } from '@fettle/protocol/marketplace/invoices'
import type { Payment } from '@fettle/protocol/invoices/payments'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { loadText } from '../../platform/locale/messages.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { findTimeZone } from '../auth/index.ts'
import { closedProvider, findPublicProvider } from '../profile/index.ts'
import { listFiles } from '../uploads/index.ts'
import { isDeducted } from './invoice.access.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord, ListedInvoice } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import * as payments from './payments/payments.store.ts'
import { toPayments } from './payments/payments.view.ts'

/** Views of an invoice for both sides. */

type InvoiceViewDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config' | 'settings'>

/** A row of the list. `timeZone` is the provider's. */
export function toSummary(invoice: ListedInvoice, { now, timeZone }: { now: Date; timeZone: string }): InvoiceSummary {
  const { currency } = invoice
  const isOwed = invoice.status !== 'VOID'
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    overdue: rules.isOverdue(invoice, now, timeZone),
    onHold: invoice.onHold,
    subject: { type: invoice.subjectType, id: invoice.subjectId, label: invoice.subjectLabel },
    customer: { id: invoice.customerId, name: customerNameOf(invoice.customerName), avatar: invoice.customerAvatar },
    title: invoice.title,
    total: { amount: invoice.total, currency },
    due: { amount: isOwed ? rules.dueOf(invoice) : 0, currency },
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    dueAt: invoice.dueAt?.toISOString() ?? null,
    paidAt: invoice.paidAt?.toISOString() ?? null,
    version: invoice.version,
    createdAt: invoice.createdAt.toISOString(),
  }
}

/** Invoices of a provider with what may be done with each. `timeZone` is the provider's. */
export async function toCards(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  invoices: readonly ListedInvoice[],
  timeZone: string,
): Promise<InvoiceCard[]> {
  const now = clock.now()
  const deducted = await store.listDeducted(db, invoices)
  return invoices.map((invoice) => ({
    ...toSummary(invoice, { now, timeZone }),
    allowedActions: rules.allowedActions(invoice, { now, isDeducted: deducted.has(invoice.id) }),
  }))
}

/** The full view for its provider. Payments are shown as `role` sees them. */
export async function toDetails(
  deps: InvoiceViewDeps,
  db: Queryable,
  invoice: InvoiceRecord,
  role: Side = 'PROVIDER',
): Promise<InvoiceView> {
  const now = deps.clock.now()
  const [paid, note, credits, deducted, timeZone, files] = await db.parallel(
    () => payments.listOf(db, invoice.id),
    () => store.findCreditNote(db, invoice.id),
    () => store.listPartialCredits(db, invoice.id),
    () => isDeducted(db, invoice),
    () => findTimeZone(deps, db, invoice.providerId),
    () => listFiles(deps, db, imagesOf(invoice)),
  )
  const views = await toPayments(deps, db, paid, role)
  const { currency } = invoice
  const money = (amount: number) => ({ amount, currency })
  return {
    ...toSummary(invoice, { now, timeZone }),
    // It may have been paid since it was loaded.
    paidAt: invoice.status === 'PAID' ? lastPaidAt(views) : null,
    bookingId: invoice.bookingId,
    offerId: invoice.offerId,
    contractId: invoice.contractId,
    lines: invoice.lines,
    files,
    totals: invoice.totals,
    deposits: invoice.deposits,
    paid: money(invoice.paid),
    waiting: money(invoice.waiting),
    refunded: money(invoice.refunded),
    note: invoice.note,
    dueInDays: invoice.dueInDays,
    payments: views,
    creditNote: note ? toCredit(note) : null,
    credits: credits.map(toCredit),
    reminders: {
      sent: invoice.remindersSent,
      limit: INVOICE_REMINDER_LIMIT,
      nextAt: rules.nextReminderAt(invoice, now)?.toISOString() ?? null,
    },
    allowedActions: rules.allowedActions(invoice, { now, isDeducted: deducted }),
  }
}

/** When the last confirmed payment was made. */
const lastPaidAt = (payments: readonly Payment[]): string | null =>
  payments
    .filter(({ status }) => status === 'CONFIRMED')
    .map(({ paidAt }) => paidAt)
    .toSorted()
    .at(-1) ?? null

/** Ids of the pictures of an invoice's lines. */
export const imagesOf = ({ lines }: Pick<InvoiceRecord, 'lines'>): string[] =>
  lines.flatMap(({ imageFileId }) => imageFileId ?? [])

export const toCredit = ({ number, amount, currency, reason, issuedAt }: store.CreditNote) => ({
  number,
  amount: { amount, currency },
  reason: loadText(reason),
  issuedAt: issuedAt.toISOString(),
})

/** The full view for its customer, by the marketplace. */
export async function toMarketplaceInvoice(deps: InvoiceViewDeps, invoice: InvoiceRecord): Promise<MarketplaceInvoice> {
  const [{ allowedActions: _, reminders: __, ...details }, provider = closedProvider(invoice.providerId)] =
    await Promise.all([toDetails(deps, deps.db, invoice, 'CUSTOMER'), findPublicProvider(deps, invoice.providerId)])
  return { ...details, providerId: invoice.providerId, providerName: provider.name, provider }
}
