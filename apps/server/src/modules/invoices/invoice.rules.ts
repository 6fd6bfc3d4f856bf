import { actionsFrom, nextState } from '@fettle/protocol'
import {
  INVOICE_REMINDER_HOURS,
  INVOICE_REMINDER_LIMIT,
  invoiceUpdates,
  invoiceFlow,
  type AppliedDeposit,
  type InvoiceAction,
  type InvoiceLine,
  type InvoiceTransitionName,
  type InvoiceStatus,
  type InvoiceSubjectType,
  type InvoiceTotals,
} from '@fettle/protocol/invoices/invoices'
import { AppError } from '../../platform/errors.ts'
import { localDate, toInstant } from '../../platform/locale/zoned-time.ts'

/** What an invoice is and what may be done with it. Pure: facts and `now` come in. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** An invoice as its list needs it. */
export interface ListedInvoice {
  id: string
  providerId: string
  number: string | null
  status: InvoiceStatus
  onHold: boolean
  subjectType: InvoiceSubjectType
  subjectId: string
  subjectLabel: string
  customerId: string
  customerName: string
  customerAvatar: string | null
  title: string
  currency: string
  total: number
  /** Deposit invoices that are taken off. */
  deposited: number
  paid: number
  waiting: number
  refunded: number
  /** Taken off after it was issued. */
  credited: number
  issuedAt: Date | null
  dueAt: Date | null
  version: number
  createdAt: Date
}

/** An invoice as it is kept. */
export interface InvoiceRecord extends ListedInvoice {
  bookingId: string | null
  offerId: string | null
  contractId: string | null
  lines: InvoiceLine[]
  totals: InvoiceTotals
  deposits: AppliedDeposit[]
  note: string
  dueInDays: number
  remindersSent: number
  remindedAt: Date | null
  updatedAt: Date
}

export type InvoiceRole = 'PROVIDER' | 'SYSTEM'

type Sums = Pick<InvoiceRecord, 'total' | 'deposited' | 'paid' | 'waiting' | 'refunded' | 'credited'>

/** What is still to be paid: what waits for the customer's word is not paid. Nothing, where more was paid than is left. */
export const dueOf = ({ total, deposited, paid, refunded, credited }: Sums): number =>
  Math.max(0, total - deposited - paid - refunded - credited)
/** What may still be recorded: what waits for the customer's word is spoken for. */
export const openOf = (sums: Sums): number => Math.max(0, dueOf(sums) - sums.waiting)

const isOwed = (status: InvoiceStatus) => status === 'ISSUED' || status === 'PARTIALLY_PAID'

/** Whether the day it was to be paid by is over on its provider's clock: until midnight it may still be paid in time. */
export const isOverdue = ({ status, dueAt, onHold }: ListedInvoice, now: Date, timeZone: string): boolean =>
  isOwed(status) && !onHold && dueAt !== null && dueAt < startOfDay(now, timeZone)

/** When the day of a moment began: whatever was due before that is late. */
export const startOfDay = (at: Date, timeZone: string): Date => toInstant(localDate(at, timeZone), '00:00', timeZone)

/** When the customer may be reminded again; null while they may be reminded now. */
export const nextReminderAt = ({ remindedAt }: Pick<InvoiceRecord, 'remindedAt'>, now: Date): Date | null => {
  const at = remindedAt && new Date(+remindedAt + INVOICE_REMINDER_HOURS * HOUR_MS)
  return at && at > now ? at : null
}

/** What beside the tables stands in the way. `isTakenOff`: another invoice takes this deposit off. */
export interface InvoiceDecisionContext {
  now: Date
  isTakenOff: boolean
  /** By whose clock moments are told; UTC where nothing is told. */
  timeZone?: string
}

const isInTable = (status: InvoiceStatus, action: InvoiceAction): boolean =>
  action === 'remind' || action === 'record-payment'
    ? (invoiceUpdates[action].from as readonly InvoiceStatus[]).includes(status)
    : nextState(invoiceFlow, status, action, 'PROVIDER') !== undefined

function isPossible(
  invoice: InvoiceRecord,
  action: InvoiceAction,
  { now, isTakenOff }: InvoiceDecisionContext,
): boolean {
  if (!isInTable(invoice.status, action)) return false
  if (action === 'void') return invoice.waiting === 0 && !isTakenOff
  if (action === 'record-payment') return openOf(invoice) > 0
  if (action === 'remind') {
    return !invoice.onHold && invoice.remindersSent < INVOICE_REMINDER_LIMIT && !nextReminderAt(invoice, now)
  }
  return true
}

/** What its provider may do now: judged by what will judge the click. */
export const allowedActions = (invoice: InvoiceRecord, context: InvoiceDecisionContext): InvoiceAction[] =>
  (['issue', 'void', 'remind', 'record-payment'] as const).filter((action) => isPossible(invoice, action, context))

const verbs: Record<InvoiceTransitionName | InvoiceAction, string> = {
  issue: 'issued',
  void: 'voided',
  'pay-part': 'paid in part',
  pay: 'paid',
  'refund-part': 'refunded in part',
  refund: 'refunded',
  reopen: 'made due again',
  'reopen-part': 'made due again',
  remind: 'reminded of',
  'record-payment': 'paid',
}

function invalidTransition(
  invoice: InvoiceRecord,
  action: InvoiceTransitionName | InvoiceAction,
  context: InvoiceDecisionContext,
): AppError {
  return new AppError('INVALID_TRANSITION', {
    thing: 'invoice',
    from: invoice.status,
    action,
    verb: verbs[action],
    allowed: allowedActions(invoice, context),
  })
}

/** Refuses what the tables do not have here, or what else stands in the way. */
export function assertAllowed(invoice: InvoiceRecord, action: InvoiceAction, context: InvoiceDecisionContext): void {
  if (isPossible(invoice, action, context)) return
  if (action === 'remind' && isInTable(invoice.status, 'remind') && !invoice.onHold) {
    if (invoice.remindersSent >= INVOICE_REMINDER_LIMIT) {
      throw new AppError('REMINDER_LIMIT', { limit: INVOICE_REMINDER_LIMIT })
    }
    const at = nextReminderAt(invoice, context.now)
    throw new AppError('REMINDER_TOO_SOON', {
      time: at ? formatTime(at, context.timeZone) : '',
      nextAt: at?.toISOString(),
    })
  }
  throw invalidTransition(invoice, action, context)
}

const formatTime = (at: Date, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)

export const bumpVersion = (invoice: InvoiceRecord, now: Date): InvoiceRecord => ({
  ...invoice,
  version: invoice.version + 1,
  updatedAt: now,
})

/** The invoice after a move of the table: one version on. */
export function transition(
  invoice: InvoiceRecord,
  action: InvoiceTransitionName,
  role: InvoiceRole,
  context: InvoiceDecisionContext,
): InvoiceRecord {
  const to = nextState(invoiceFlow, invoice.status, action, role)
  if (!to) throw invalidTransition(invoice, action, context)
  return { ...bumpVersion(invoice, context.now), status: to }
}

/** It has its number, and is never changed again but by what is paid. What deposits cover is paid from the start. */
export function issue(
  draft: InvoiceRecord,
  {
    number,
    deposits,
    role,
    context,
  }: { number: string; deposits: AppliedDeposit[]; role: InvoiceRole; context: InvoiceDecisionContext },
): InvoiceRecord {
  const issued: InvoiceRecord = {
    ...transition(draft, 'issue', role, context),
    number,
    deposits,
    deposited: deposits.reduce((sum, { amount }) => sum + amount, 0),
    issuedAt: context.now,
    dueAt: new Date(+context.now + draft.dueInDays * DAY_MS),
  }
  return withPaymentStatus(issued, context)
}

/** Where payments have brought it. The table has every move that is made here. */
export function withPaymentStatus(invoice: InvoiceRecord, context: InvoiceDecisionContext): InvoiceRecord {
  const status = statusOf(invoice)
  if (status === invoice.status) return invoice
  const action = actionsFrom(invoiceFlow, invoice.status, 'SYSTEM').find(
    (each) => each !== 'void' && invoiceFlow.transitions[each].to === status,
  )
  if (!action) throw invalidTransition(invoice, status === 'PAID' ? 'pay' : 'pay-part', context)
  return { ...transition(invoice, action, 'SYSTEM', context), version: invoice.version }
}

function statusOf(invoice: InvoiceRecord): InvoiceStatus {
  if (invoice.status === 'DRAFT' || invoice.status === 'VOID') return invoice.status
  if (dueOf(invoice) === 0) return invoice.paid === 0 && invoice.refunded > 0 ? 'VOID' : 'PAID'
  return invoice.paid > 0 ? 'PARTIALLY_PAID' : 'ISSUED'
}
