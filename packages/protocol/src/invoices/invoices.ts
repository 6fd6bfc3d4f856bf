import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { timelineOf } from '../bookings/index.ts'
import { flow } from '../core/flow.ts'
import { invoiceSorts } from '../common/list-sorts.ts'
import { cardsOf } from '../common/document-lists.ts'
import { operation } from '../core/operation.ts'
import {
  BookingId,
  commaList,
  CustomerId,
  FileId,
  idOf,
  Instant,
  Money,
  pageQuery,
  type FoundMeta,
  prose,
} from '../core/values.ts'
import { taxModes } from '../offers/constants.ts'
import { Upload } from '../common/uploads.ts'
import { Payment } from './payments.ts'
import { issueText } from '../core/issue-text.ts'
import { MAX_DUE_DAYS, invoiceCardsMax } from './constants.ts'

/** Subjects of a provider's invoices. The id is the booking's, the milestone's, or for a deposit the offer's. */
export const invoiceSubjects = ['BOOKING', 'MILESTONE', 'DEPOSIT', 'CANCELLATION_FEE'] as const
export const InvoiceSubjectType = z.enum(invoiceSubjects)
export type InvoiceSubjectType = z.infer<typeof InvoiceSubjectType>

/**
 * State machine of an invoice. A person's action is the last segment of its path; the others follow from payments. An
 * issued invoice never changes: a wrong one is voided with a credit note.
 */
export const invoiceFlow = flow(['DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'VOID'], ['DRAFT'], {
  issue: { from: ['DRAFT'], to: 'ISSUED', by: ['PROVIDER', 'SYSTEM'] },
  void: { from: ['DRAFT', 'ISSUED'], to: 'VOID', by: ['PROVIDER', 'SYSTEM'] },
  'pay-part': { from: ['ISSUED'], to: 'PARTIALLY_PAID', by: ['SYSTEM'] },
  pay: { from: ['ISSUED', 'PARTIALLY_PAID'], to: 'PAID', by: ['SYSTEM'] },
  /** A partial payment was refunded; the rest is still due. */
  'refund-part': { from: ['PARTIALLY_PAID'], to: 'ISSUED', by: ['SYSTEM'] },
  /** Nothing is due and all payments were refunded. */
  refund: { from: ['PARTIALLY_PAID', 'PAID'], to: 'VOID', by: ['SYSTEM'] },
  /** A dispute decided that all or part of a payment was not made. */
  reopen: { from: ['PAID'], to: 'ISSUED', by: ['SYSTEM'] },
  'reopen-part': { from: ['PAID'], to: 'PARTIALLY_PAID', by: ['SYSTEM'] },
  /** The work got another price: a new invoice takes its payments over. */
  replace: { from: ['PARTIALLY_PAID', 'PAID'], to: 'VOID', by: ['SYSTEM'] },
})
export const InvoiceStatus = z.enum(invoiceFlow.states)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>
export type InvoiceTransitionName = keyof typeof invoiceFlow.transitions

/** Actions that leave the state unchanged or let payments change it. */
export const invoiceUpdates = {
  remind: { from: ['ISSUED', 'PARTIALLY_PAID'], by: ['PROVIDER'] },
  'record-payment': { from: ['ISSUED', 'PARTIALLY_PAID'], by: ['PROVIDER'] },
} as const satisfies Record<string, { from: readonly InvoiceStatus[]; by: readonly ['PROVIDER'] }>
export const InvoiceAction = z.enum(['issue', 'void', 'remind', 'record-payment'])
export type InvoiceAction = z.infer<typeof InvoiceAction>

export const INVOICE_REMINDER_HOURS = 48
export const INVOICE_REMINDER_LIMIT = 3

export const InvoiceId = idOf('inv')

export const InvoiceLine = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.int(),
  discountBps: z.int(),
  /** Quantity times unit price, less the line's discount. */
  amount: z.int(),
  taxRateBps: z.int(),
  /** Picture of the line, from the offer: an id in `files` of the invoice. */
  imageFileId: z.optional(z.nullable(FileId)),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** Calculated like offers (see `OfferTotals`), in minor units. */
export const InvoiceTotals = z.object({
  taxMode: z.enum(taxModes),
  subtotal: z.int(),
  lineDiscounts: z.int(),
  orderDiscount: z.int(),
  net: z.int(),
  taxes: z.array(z.object({ rateBps: z.int(), base: z.int(), amount: z.int() })),
  total: z.int(),
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

/** A deposit charged before and deducted here. */
export const AppliedDeposit = z.object({ invoiceId: InvoiceId, number: z.string(), amount: z.int() })
export type AppliedDeposit = z.infer<typeof AppliedDeposit>

export const InvoiceSummary = z.object({
  id: InvoiceId,
  /** `INV-2026-000012`: without gaps, per provider and year. Null until issued. */
  number: z.nullable(z.string()),
  status: InvoiceStatus,
  /** An amount is due and its due date has passed. */
  overdue: z.boolean(),
  /** The customer disputes it; reminders stop until that is resolved. */
  onHold: z.boolean(),
  subject: z.object({ type: InvoiceSubjectType, id: z.string(), label: z.string() }),
  customer: z.object({ id: CustomerId, name: LocalizedText, avatar: z.nullable(z.string()) }),
  title: z.string(),
  total: Money,
  /** Total less deposits, payments and credits. */
  due: Money,
  issuedAt: z.nullable(Instant),
  dueAt: z.nullable(Instant),
  /** When the payment that settled it was made. Null until paid, and where deposits covered all of it. */
  paidAt: z.nullable(Instant),
  version: z.int(),
  createdAt: Instant,
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

const CreditNote = z.object({ number: z.string(), amount: Money, reason: LocalizedText, issuedAt: Instant })

export const Invoice = z.extend(InvoiceSummary, {
  bookingId: z.nullable(BookingId),
  offerId: z.nullable(z.string()),
  contractId: z.nullable(z.string()),
  lines: z.array(InvoiceLine),
  /** Pictures of the lines, with addresses valid for five minutes. */
  files: z.array(Upload),
  totals: InvoiceTotals,
  deposits: z.array(AppliedDeposit),
  paid: Money,
  /** Recorded by the provider, not yet confirmed by the customer. */
  waiting: Money,
  refunded: Money,
  note: z.string(),
  /** Days between issue and due. */
  dueInDays: z.int(),
  /** Oldest first. */
  payments: z.array(Payment),
  /** The credit note that voided it. */
  creditNote: z.nullable(CreditNote),
  /** Credit notes for parts of it, oldest first. */
  credits: z.array(CreditNote),
  reminders: z.object({ sent: z.int(), limit: z.int(), nextAt: z.nullable(Instant) }),
  allowedActions: z.array(InvoiceAction),
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice in a list of its provider, or as a card in a chat. */
export const InvoiceCard = z.extend(InvoiceSummary, { allowedActions: z.array(InvoiceAction) })
export type InvoiceCard = z.infer<typeof InvoiceCard>

/** Handed-over work that has no invoice. */
export const BillableJob = z.object({
  subject: z.object({ type: z.literal('BOOKING'), id: BookingId, label: z.string() }),
  customer: z.object({ id: CustomerId, name: LocalizedText }),
  title: z.string(),
  /** Price including approved adjustments. */
  total: Money,
  /** When the work was handed over. */
  completedAt: z.nullable(Instant),
})
export type BillableJob = z.infer<typeof BillableJob>

const provider = { audience: 'provider' } as const
const params = z.object({ id: InvoiceId })
const version = z.optional(z.int())
const terms = {
  /** Days from issue to the due date. */
  dueInDays: z.optional(
    z
      .int(issueText('CHOOSE_DAYS_RANGE', { min: 0, max: 60 }))
      .check(
        z.gte(0, issueText('CHOOSE_DAYS_RANGE', { min: 0, max: 60 })),
        z.lte(MAX_DUE_DAYS, issueText('CHOOSE_DAYS_RANGE', { min: 0, max: 60 })),
      ),
  ),
  note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))),
}

export const listInvoices = operation({
  ...provider,
  name: 'invoices.list',
  method: 'GET',
  path: '/v2/invoices',
  summary:
    'List my invoices with allowedActions, newest first unless sorted. meta carries nextCursor, total, countsByStatus and the sums due and overdue.',
  query: z.object({
    ...pageQuery,
    sort: z._default(z.enum(invoiceSorts), '-createdAt'),
    status: z.optional(commaList(InvoiceStatus)),
    /** Only overdue invoices. */
    overdue: z.optional(z.literal('true')),
    customerId: z.optional(CustomerId),
    bookingId: z.optional(BookingId),
    offerId: z.optional(z.string()),
    contractId: z.optional(z.string()),
    /** Words in number, subject, title or customer name. Sums cover at most a thousand matches. */
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(100))),
  }),
  returns: z.array(InvoiceCard),
})

/** `meta` of the list, beside the cursor. */
export interface InvoiceSums extends FoundMeta {
  total: number
  countsByStatus: Partial<Record<InvoiceStatus, number>>
  overdue: number
  /** The sum due in the currency most of them have. */
  due: Money
  /** The sums due, by currency, `due` first. Empty if nothing is. */
  dues: Money[]
}

export const listInvoiceCards = cardsOf('invoices', InvoiceCard, invoiceCardsMax, 'MAX_INVOICES_PER_QUERY')

export const listBillableJobs = operation({
  ...provider,
  name: 'invoices.billable',
  method: 'GET',
  path: '/v2/invoices/billable',
  summary: 'List my latest handed-over jobs that have no invoice, as subjects to create one for.',
  query: z.object({ customerId: z.optional(CustomerId) }),
  returns: z.array(BillableJob),
})

export const getInvoice = operation({
  ...provider,
  name: 'invoices.get',
  method: 'GET',
  path: '/v2/invoices/:id',
  summary: 'Get an invoice with its lines, payments and allowedActions.',
  params,
  returns: Invoice,
  errors: ['NOT_FOUND'],
})

export const getInvoicePdf = operation({
  ...provider,
  name: 'invoices.pdf',
  method: 'GET',
  path: '/v2/invoices/:id/pdf',
  summary: 'Get an invoice as PDF, for a voided one with its credit note.',
  params,
  produces: 'application/pdf',
  returns: z.unknown(),
  errors: ['NOT_FOUND'],
})

export const getInvoiceTimeline = timelineOf('invoices', '/v2/invoices', 'an invoice', params)

export const createInvoice = operation({
  ...provider,
  name: 'invoices.create',
  method: 'POST',
  path: '/v2/invoices',
  summary:
    'Create an invoice for work that was handed over, or again for a voided one. Lines and sums come from what was agreed. Returns the existing invoice if there is one.',
  body: z.object({ subject: z.object({ type: InvoiceSubjectType, id: z.string() }), ...terms }),
  status: 201,
  returns: Invoice,
  errors: ['NOT_FOUND', 'NOT_BILLABLE'],
})

export const issueInvoice = operation({
  ...provider,
  name: 'invoices.issue',
  method: 'POST',
  path: '/v2/invoices/:id/issue',
  summary: 'Issue an invoice: give it a number and send it to the customer. It cannot change afterwards.',
  params,
  body: z.object({ ...terms, version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'NOT_BILLABLE'],
})

export const voidInvoice = operation({
  ...provider,
  name: 'invoices.void',
  method: 'POST',
  path: '/v2/invoices/:id/void',
  summary: 'Void an invoice. An issued one gets a credit note.',
  params,
  body: z.object({ reason: prose(3, 500, issueText('EXPLAIN_WHY')), version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const remindOfInvoice = operation({
  ...provider,
  name: 'invoices.remind',
  method: 'POST',
  path: '/v2/invoices/:id/remind',
  summary: 'Remind the customer in the chat. Allowed three times, at least 48 hours apart.',
  params,
  body: z.object({ version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REMINDER_LIMIT', 'REMINDER_TOO_SOON'],
})
