import type { Money, Received } from '@fettle/protocol'
import type {
  Payment,
  PaymentTransitionName,
  recordMarketplacePayment,
  recordPayment,
} from '@fettle/protocol/invoices/payments'
import {
  actorOf,
  operatorActor,
  SYSTEM_ACTOR,
  type ActingProvider,
  type ActorRef,
} from '../../../platform/acting-party.ts'
import { moneyParam } from '../../../platform/locale/message-params.ts'
import { loadText, readText, storeText } from '../../../platform/locale/messages.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { notify } from '../../notifications/index.ts'
import { attachFiles } from '../../uploads/index.ts'
import { isDeducted } from '../invoice.access.ts'
import * as invoiceRules from '../invoice.rules.ts'
import type { InvoiceRecord } from '../invoice.rules.ts'
import * as invoices from '../invoices.store.ts'
import { credit, recordIn, postSystemMessage, subjectOf, type InvoiceDeps } from '../issue.service.ts'
import * as rules from './payments.rules.ts'
import { enqueueMilestonePaid } from './milestone-paid.jobs.ts'
import * as store from './payments.store.ts'
import type { PaymentRow } from './payments.store.ts'
import { toPayment } from './payments.view.ts'
import { recordEarnings } from './settle.service.ts'

/** Reported payments and their answers. The invoice's row is the lock of its payments. */

const CONFIRM_JOB = 'payments.confirm-payment'

async function lockInvoice(tx: Tx, id: string, isOwn: (invoice: InvoiceRecord) => boolean): Promise<InvoiceRecord> {
  const invoice = await invoices.lock(tx, id)
  if (!invoice || invoice.number === null || !isOwn(invoice)) throw new AppError('NOT_FOUND', { thing: 'invoice' })
  return invoice
}

/** Records a direct payment, which awaits the customer's confirmation. */
export function recordDirect(
  deps: Deps,
  provider: ActingProvider,
  { invoiceId, ...input }: Received<typeof recordPayment>['body'],
): Promise<Payment> {
  return deps.db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId, ({ providerId }) => providerId === provider.id)
    await assertPayable(deps, tx, invoice)
    const now = deps.clock.now()
    const payment = rules.record(invoice, input, { id: deps.ids.next('pay'), custody: 'PROVIDER', now })
    if (payment.proofFileId) {
      const proof = { ownerId: provider.id, ids: [payment.proofFileId], purpose: 'EVIDENCE' as const }
      await attachFiles(tx, { ...proof, attachedTo: payment.id, field: 'proofFileId' })
    }
    const actor = actorOf(provider)
    await add(deps, tx, invoice, payment, actor)
    if (payment.confirmBy)
      await deps.jobs.add(tx, CONFIRM_JOB, { id: payment.id }, { key: payment.id, runAt: payment.confirmBy })
    await postSystemMessage(deps, tx, invoice, `paid ${payment.id}`, {
      code: 'invoice-payment-recorded',
      params: { provider: provider.name, amount: moneyParam(payment), number: invoice.number ?? '' },
    })
    return toPayment(deps, tx, payment, 'PROVIDER')
  })
}

/** Records a payment collected by the marketplace, confirmed at once. */
export function recordCollected(
  deps: Deps,
  operator: string,
  { invoiceId, customerId, ...input }: Received<typeof recordMarketplacePayment>['body'],
): Promise<Payment> {
  return deps.db.transaction(async (tx) => {
    const isOwn = (invoice: InvoiceRecord) => customerId === undefined || invoice.customerId === customerId
    const invoice = await lockInvoice(tx, invoiceId, isOwn)
    await assertPayable(deps, tx, invoice)
    const now = deps.clock.now()
    const payment = rules.record(invoice, input, { id: deps.ids.next('pay'), custody: 'PLATFORM', now })
    const actor = operatorActor(operator)
    const after = await add(deps, tx, invoice, payment, actor)
    await recordEarnings(deps, tx, after)
    await announcePayment(deps, tx, after, payment)
    return toPayment(deps, tx, payment, 'CUSTOMER')
  })
}

async function assertPayable(deps: Deps, tx: Tx, invoice: InvoiceRecord): Promise<void> {
  const context = { now: deps.clock.now(), isDeducted: await isDeducted(tx, invoice) }
  // Overpayment is reported with the amount due; a settled invoice has none.
  if (invoice.status === 'ISSUED' || invoice.status === 'PARTIALLY_PAID') return
  invoiceRules.assertAllowed(invoice, 'record-payment', context)
}

async function add(
  deps: Deps,
  tx: Tx,
  invoice: InvoiceRecord,
  payment: PaymentRow,
  actor: ActorRef,
): Promise<InvoiceRecord> {
  await store.insert(tx, payment)
  await appendPaymentEvent(deps, tx, payment, 'payment.recorded', actor)
  return updateInvoice(deps, tx, invoice, rules.withPayment(invoice, payment), actor)
}

/** Updates the invoice after its payments changed. */
export async function updateInvoice(
  deps: InvoiceDeps,
  tx: Tx,
  before: InvoiceRecord,
  updated: InvoiceRecord,
  actor: ActorRef,
): Promise<InvoiceRecord> {
  const context = { now: deps.clock.now(), isDeducted: false }
  const after = invoiceRules.withPaymentStatus(bumpVersion(updated, context.now), context)
  await invoices.save(tx, after)
  if (before.status === 'PAID' && after.status !== 'PAID') await enqueueMilestonePaid(deps, tx, after)
  if (after.status === before.status) {
    signalChange(deps, tx, after.providerId, subjectOf(after))
  } else if (after.status === 'PAID') {
    await recordIn(deps, tx, after, { type: 'invoice.paid', actor, data: { number: after.number, total: after.total } })
    await postSystemMessage(deps, tx, after, 'paid', { code: 'invoice-paid', params: { number: after.number ?? '' } })
    await enqueueMilestonePaid(deps, tx, after)
  } else if (after.status === 'VOID') {
    const reason = storeText({ code: 'credit.payments-returned' })
    await credit(deps, tx, after, { actor, reason, isByProvider: false })
  }
  return after
}

async function appendPaymentEvent(
  deps: InvoiceDeps,
  tx: Tx,
  payment: PaymentRow,
  type: string,
  actor: ActorRef,
): Promise<void> {
  const { id, version, status, invoiceId, amount, tip, currency, method, custody, providerId, customerId, note } =
    payment
  await appendEvent(deps, tx, {
    subject: { type: 'payment', id, version, status },
    type,
    actor,
    data: { invoiceId, amount, tip, currency, method, custody, ...(note && { note: readText('en', loadText(note)) }) },
    providerId,
    customerId,
  })
}

const amountOf = ({ amount, currency }: PaymentRow): Money => ({ amount, currency })

async function announcePayment(deps: InvoiceDeps, tx: Tx, invoice: InvoiceRecord, payment: PaymentRow): Promise<void> {
  await notify(deps, tx, {
    workflow: 'payment-received',
    providerId: invoice.providerId,
    params: {
      amount: amountOf(payment),
      tip: payment.tip > 0 ? { amount: payment.tip, currency: payment.currency } : null,
      customerName: invoice.customerName,
      number: invoice.number ?? '',
      title: invoice.title,
    },
    data: { type: 'invoice', id: invoice.id },
  })
}

interface PaymentDecision {
  action: PaymentTransitionName
  role: rules.PaymentRole
  actor: ActorRef
  /** The customer a call acts for. Undefined for a timer. */
  customerId?: string | undefined
  note?: string
}

/** Loads a payment and its invoice, locked: another one if a new price moved the payment while this waited. */
export async function lockPayment(
  tx: Tx,
  id: string,
): Promise<{ payment: PaymentRow; invoice: InvoiceRecord } | undefined> {
  let payment = await store.find(tx, id)
  while (payment) {
    const invoice = await invoices.lock(tx, payment.invoiceId)
    if (!invoice) return undefined
    payment = await store.find(tx, id)
    if (payment?.invoiceId === invoice.id) return { payment, invoice }
  }
  return undefined
}

/** Answers a payment: the customer confirms or rejects, a timer confirms, an operator refunds. */
export function answer(deps: Deps, id: string, { customerId, ...decision }: PaymentDecision): Promise<Payment> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, id)
    if (!locked || (customerId !== undefined && locked.payment.customerId !== customerId)) {
      throw new AppError('NOT_FOUND', { thing: 'payment' })
    }
    const { payment: before, invoice } = locked
    if (rules.isDone(before, decision.action)) return toPayment(deps, tx, before, 'CUSTOMER')
    const { payment } = await answerIn(deps, tx, invoice, before, decision)
    return toPayment(deps, tx, payment, 'CUSTOMER')
  })
}

/** Answers a payment whose invoice is locked. */
export async function answerIn(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  before: PaymentRow,
  { action, role, actor, note }: Omit<PaymentDecision, 'customerId'>,
): Promise<{ payment: PaymentRow; invoice: InvoiceRecord }> {
  const payment = rules.transition(before, action, { role, now: deps.clock.now(), note: note ?? null })
  await store.save(tx, payment)
  await appendPaymentEvent(deps, tx, payment, `payment.${payment.status.toLowerCase()}`, actor)
  const after = await updateInvoice(deps, tx, invoice, rules.withPayment(invoice, payment, before), actor)
  await recordEarnings(deps, tx, after, { id: payment.id, isOverturned: action === 'overturn' })
  if (action !== 'refund') await deps.jobs.cancel(tx, payment.id)
  // A rejection by the system is not announced as one by the customer.
  if (action !== 'reject' || role !== 'SYSTEM') await announceAnswer(deps, tx, after, payment, action)
  return { payment, invoice: after }
}

async function announceAnswer(
  deps: InvoiceDeps,
  tx: Tx,
  invoice: InvoiceRecord,
  payment: PaymentRow,
  action: PaymentTransitionName,
): Promise<void> {
  if (action === 'confirm' || action === 'uphold') return announcePayment(deps, tx, invoice, payment)
  await notify(deps, tx, {
    workflow: action === 'refund' ? 'payment-refunded' : 'payment-rejected',
    providerId: invoice.providerId,
    params: {
      amount: amountOf(payment),
      customerName: invoice.customerName,
      number: invoice.number ?? '',
      title: invoice.title,
      note: loadText(payment.note ?? ''),
    },
    data: { type: 'invoice', id: invoice.id },
  })
}

/** Registers the job that confirms payments after 72 hours without an answer. */
export function handleConfirmations(deps: Deps): void {
  deps.jobs.handle<{ id: string }>(CONFIRM_JOB, async ({ id }) => {
    const payment = await store.find(deps.db, id)
    const isDue =
      payment?.status === 'PENDING_CONFIRMATION' && payment.confirmBy && payment.confirmBy <= deps.clock.now()
    if (isDue) await answer(deps, id, { action: 'confirm', role: 'SYSTEM', actor: SYSTEM_ACTOR })
  })
}
