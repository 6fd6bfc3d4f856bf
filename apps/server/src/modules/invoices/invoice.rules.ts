import { HOUR_MS } from '@fettle/protocol/core/durations'
import { actionsFrom, nextState, type Money } from '@fettle/protocol'
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
import { instantParam } from '../../platform/locale/message-params.ts'
import { addDays, localDate, localTime, toInstant } from '../../platform/locale/zoned-time.ts'
import { bumpVersion } from '../../platform/workflow/rules.ts'

/** Invoices and their rules. Pure: context and `now` come in. */

/** Fields of an invoice that its list needs. */
export interface ListedInvoice {
  id: string
  providerId: string
  number: string | null
  status: InvoiceStatus
  onHold: boolean
  subjectType: InvoiceSubjectType
  subjectId: string
  subjectLabel: string
  offerId: string | null
  customerId: string
  customerName: string
  customerAvatar: string | null
  title: string
  currency: string
  total: number
  /** Sum of deducted deposit invoices. */
  deposited: number
  paid: number
  waiting: number
  /** Refunded, except what credit notes had deducted before. */
  refunded: number
  /** Credited after issue. */
  credited: number
  issuedAt: Date | null
  dueAt: Date | null
  /** When the payment that settled it was made, as of when it was loaded. */
  paidAt: Date | null
  remindersSent: number
  remindedAt: Date | null
  version: number
  createdAt: Date
}

/** An invoice as stored. */
export interface InvoiceRecord extends ListedInvoice {
  bookingId: string | null
  contractId: string | null
  lines: InvoiceLine[]
  totals: InvoiceTotals
  deposits: AppliedDeposit[]
  note: string
  dueInDays: number
  updatedAt: Date
}

export type InvoiceRole = 'PROVIDER' | 'SYSTEM'

type Sums = Pick<InvoiceRecord, 'total' | 'deposited' | 'paid' | 'waiting' | 'refunded' | 'credited'>

/** The amount still to pay; unconfirmed payments do not count as paid. Never negative. */
export const dueOf = ({ total, deposited, paid, refunded, credited }: Sums): number =>
  Math.max(0, total - deposited - paid - refunded - credited)
/** The amount that may still be recorded, excluding unconfirmed payments. */
export const openOf = (sums: Sums): number => Math.max(0, dueOf(sums) - sums.waiting)

/** The amount paid beyond what credit notes left of the invoice. */
export const overpaidOf = ({ total, deposited, paid, refunded, credited }: Sums): number =>
  Math.max(0, paid - Math.max(0, total - deposited - refunded - credited))

/**
 * The part of the deducted deposit that the reduced invoice no longer needs, in minor units: what credits and refunds
 * exceed its own amount by. It is credited on the deposit's invoice.
 */
export const unneededDepositOf = ({
  total,
  deposited,
  refunded,
  credited,
}: Pick<InvoiceRecord, 'total' | 'deposited' | 'refunded' | 'credited'>): number =>
  Math.min(deposited, Math.max(0, credited + refunded - (total - deposited)))

/** What an invoice deducts of a deposit and still needs, in minor units. What it no longer needs is of the last ones. */
export function neededDepositOf(
  invoice: Pick<InvoiceRecord, 'total' | 'deposits' | 'deposited' | 'refunded' | 'credited'>,
  depositId: string,
): number {
  let unneeded = unneededDepositOf(invoice)
  for (const { invoiceId, amount } of invoice.deposits.toReversed()) {
    const needed = Math.max(0, amount - unneeded)
    if (invoiceId === depositId) return needed
    unneeded -= amount - needed
  }
  return 0
}

/** What credits and refunds left of a deposit's invoice, in minor units. A void one is worth nothing. */
export const worthOf = ({
  status,
  total,
  credited,
  refunded,
}: Pick<InvoiceRecord, 'status' | 'total' | 'credited' | 'refunded'>): number =>
  status === 'VOID' ? 0 : total - credited - refunded

/** The sum due in each currency that has one, the currency with the most invoices first. */
export function sumDues(rows: readonly { currency: string; count: number; due: number }[]): Money[] {
  const totals = new Map<string, { amount: number; count: number }>()
  for (const { currency, count, due } of rows) {
    if (due === 0) continue
    const total = totals.get(currency) ?? { amount: 0, count: 0 }
    totals.set(currency, { amount: total.amount + due, count: total.count + count })
  }
  return [...totals]
    .toSorted(([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1))
    .map(([currency, { amount }]) => ({ amount, currency }))
}

const isOwed = (status: InvoiceStatus) => status === 'ISSUED' || status === 'PARTIALLY_PAID'

/** Whether its due date has passed in the provider's time zone. Payments until midnight are in time. */
export const isOverdue = ({ status, dueAt, onHold }: ListedInvoice, now: Date, timeZone: string): boolean =>
  isOwed(status) && !onHold && dueAt !== null && dueAt < startOfDay(now, timeZone)

/** Start of the day of an instant. Invoices due before are overdue. */
export const startOfDay = (at: Date, timeZone: string): Date => toInstant(localDate(at, timeZone), '00:00', timeZone)

/** When the customer may be reminded next. Null: now. */
export const nextReminderAt = ({ remindedAt }: Pick<InvoiceRecord, 'remindedAt'>, now: Date): Date | null => {
  const at = remindedAt && new Date(+remindedAt + INVOICE_REMINDER_HOURS * HOUR_MS)
  return at && at > now ? at : null
}

/** Context of a decision. `isDeducted`: another invoice deducts this deposit. */
export interface InvoiceDecisionContext {
  now: Date
  isDeducted: boolean
  /** Time zone of times in errors. Defaults to UTC. */
  timeZone?: string
}

const isInTable = (status: InvoiceStatus, action: InvoiceAction): boolean =>
  action === 'remind' || action === 'record-payment'
    ? (invoiceUpdates[action].from as readonly InvoiceStatus[]).includes(status)
    : nextState(invoiceFlow, status, action, 'PROVIDER') !== undefined

/** Whether the customer has something to do: there is no dispute, and no unconfirmed payment covers all that is due. */
const isRemindable = (invoice: ListedInvoice): boolean => !invoice.onHold && openOf(invoice) > 0

function isPossible(
  invoice: ListedInvoice,
  action: InvoiceAction,
  { now, isDeducted }: InvoiceDecisionContext,
): boolean {
  if (!isInTable(invoice.status, action)) return false
  if (action === 'void') return invoice.waiting === 0 && !isDeducted
  if (action === 'record-payment') return openOf(invoice) > 0
  if (action === 'remind') {
    return isRemindable(invoice) && invoice.remindersSent < INVOICE_REMINDER_LIMIT && !nextReminderAt(invoice, now)
  }
  return true
}

/** Actions the provider may take now, decided by the same rules as the actions themselves. */
export const allowedActions = (invoice: ListedInvoice, context: InvoiceDecisionContext): InvoiceAction[] =>
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
  replace: 'replaced',
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

/** Throws if the tables or a guard refuse an action. */
export function assertAllowed(invoice: InvoiceRecord, action: InvoiceAction, context: InvoiceDecisionContext): void {
  if (isPossible(invoice, action, context)) return
  if (action === 'remind' && isInTable(invoice.status, 'remind') && isRemindable(invoice)) {
    if (invoice.remindersSent >= INVOICE_REMINDER_LIMIT) {
      throw new AppError('REMINDER_LIMIT', { limit: INVOICE_REMINDER_LIMIT })
    }
    const at = nextReminderAt(invoice, context.now)
    const details = { time: at ? formatTime(at, context.timeZone) : '', nextAt: at?.toISOString() }
    const params = at && { time: instantParam(at, context.timeZone ?? 'UTC') }
    throw new AppError('REMINDER_TOO_SOON', details, params ? { params } : {})
  }
  throw invalidTransition(invoice, action, context)
}

const formatTime = (at: Date, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)

/** The invoice after a transition, with the next version. */
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

/**
 * Issues an invoice with its number, due `dueInDays` days later at the same time of day in the provider's time zone.
 * Only payments change it afterwards. A part covered by deposits counts as paid.
 */
export function issue(
  draft: InvoiceRecord,
  {
    number,
    deposits,
    role,
    context,
  }: {
    number: string
    deposits: AppliedDeposit[]
    role: InvoiceRole
    context: InvoiceDecisionContext & { timeZone: string }
  },
): InvoiceRecord {
  const dueOn = addDays(localDate(context.now, context.timeZone), draft.dueInDays)
  const issued: InvoiceRecord = {
    ...transition(draft, 'issue', role, context),
    number,
    deposits,
    deposited: deposits.reduce((sum, { amount }) => sum + amount, 0),
    issuedAt: context.now,
    dueAt: toInstant(dueOn, localTime(context.now, context.timeZone), context.timeZone),
  }
  return withPaymentStatus(issued, context)
}

/** Applies the transition its payments imply. The table contains every such transition. */
export function withPaymentStatus(invoice: InvoiceRecord, context: InvoiceDecisionContext): InvoiceRecord {
  const status = statusOf(invoice)
  if (status === invoice.status) return invoice
  const action = actionsFrom(invoiceFlow, invoice.status, 'SYSTEM').find(
    (each) => each !== 'void' && invoiceFlow.transitions[each].to === status,
  )
  if (!action) throw invalidTransition(invoice, status === 'PAID' ? 'pay' : 'pay-part', context)
  return { ...transition(invoice, action, 'SYSTEM', context), version: invoice.version }
}

/** Whether everything that was paid was refunded. */
const isFullyRefunded = ({ status, total, paid, refunded, credited }: InvoiceRecord): boolean =>
  paid === 0 && (refunded > 0 || (credited >= total && status !== 'ISSUED'))

function statusOf(invoice: InvoiceRecord): InvoiceStatus {
  if (invoice.status === 'DRAFT' || invoice.status === 'VOID') return invoice.status
  if (dueOf(invoice) === 0) return isFullyRefunded(invoice) ? 'VOID' : 'PAID'
  return invoice.paid > 0 ? 'PARTIALLY_PAID' : 'ISSUED'
}
