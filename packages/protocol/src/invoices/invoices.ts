import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { flow } from '../core/flow.ts'
import { operation } from '../core/operation.ts'
import {
  BookingId,
  commaList,
  CustomerId,
  idOf,
  Instant,
  Money,
  pageQuery,
  type FoundMeta,
  prose,
} from '../core/values.ts'
import { taxModes } from '../offers/content.ts'
import { Payment } from './payments.ts'

/** What a provider charges a customer. */

/** Anything that is charged once. The id is the booking's, the milestone's, or for a deposit the offer's. */
export const invoiceSubjects = ['BOOKING', 'MILESTONE', 'DEPOSIT', 'CANCELLATION_FEE'] as const
export const InvoiceSubjectType = z.enum(invoiceSubjects)
export type InvoiceSubjectType = z.infer<typeof InvoiceSubjectType>

/**
 * The life of an invoice. An action a person takes is called as the end of its path; the others follow from payments.
 * Once issued it is never changed: what was wrong is voided, which makes a credit note.
 */
export const invoiceFlow = flow(['DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'VOID'], ['DRAFT'], {
  issue: { from: ['DRAFT'], to: 'ISSUED', by: ['PROVIDER', 'SYSTEM'] },
  void: { from: ['DRAFT', 'ISSUED'], to: 'VOID', by: ['PROVIDER', 'SYSTEM'] },
  'pay-part': { from: ['ISSUED'], to: 'PARTIALLY_PAID', by: ['SYSTEM'] },
  pay: { from: ['ISSUED', 'PARTIALLY_PAID'], to: 'PAID', by: ['SYSTEM'] },
  /** What was paid in part was given back; the rest is still due. */
  'refund-part': { from: ['PARTIALLY_PAID'], to: 'ISSUED', by: ['SYSTEM'] },
  /** Nothing is due, and nothing that was paid is left. */
  refund: { from: ['PARTIALLY_PAID', 'PAID'], to: 'VOID', by: ['SYSTEM'] },
  /** What counted as paid was not, all of it or a part: a dispute came to that. */
  reopen: { from: ['PAID'], to: 'ISSUED', by: ['SYSTEM'] },
  'reopen-part': { from: ['PAID'], to: 'PARTIALLY_PAID', by: ['SYSTEM'] },
})
export const InvoiceStatus = z.enum(invoiceFlow.states)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>
export type InvoiceTransitionName = keyof typeof invoiceFlow.transitions

/** What leaves the state as it is, or lets payments change it. */
export const invoiceUpdates = {
  remind: { from: ['ISSUED', 'PARTIALLY_PAID'], by: ['PROVIDER'] },
  'record-payment': { from: ['ISSUED', 'PARTIALLY_PAID'], by: ['PROVIDER'] },
} as const satisfies Record<string, { from: readonly InvoiceStatus[]; by: readonly ['PROVIDER'] }>
export const InvoiceAction = z.enum(['issue', 'void', 'remind', 'record-payment'])
export type InvoiceAction = z.infer<typeof InvoiceAction>

export const INVOICE_REMINDER_HOURS = 48
export const INVOICE_REMINDER_LIMIT = 3
export const MAX_DUE_DAYS = 60

export const InvoiceId = idOf('inv')
const moment = z.nullable(Instant)
const text = z.nullable(z.string())

export const InvoiceLine = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.int(),
  discountBps: z.int(),
  /** What it comes to: quantity times price, less its own discount. */
  amount: z.int(),
  taxRateBps: z.int(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** Added up as offers are (see `OfferTotals`), in minor units. */
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

/** A deposit that was charged before and is taken off. */
export const AppliedDeposit = z.object({ invoiceId: InvoiceId, number: z.string(), amount: z.int() })
export type AppliedDeposit = z.infer<typeof AppliedDeposit>

export const InvoiceSummary = z.object({
  id: InvoiceId,
  /** `INV-2026-000012`: without a gap, per provider and year. Null until it is issued. */
  number: text,
  status: InvoiceStatus,
  /** Something is due, and the day for it has passed. */
  overdue: z.boolean(),
  /** The customer says it is not owed; nobody is reminded until that is settled. */
  onHold: z.boolean(),
  subject: z.object({ type: InvoiceSubjectType, id: z.string(), label: z.string() }),
  customer: z.object({ id: CustomerId, name: z.string(), avatar: text }),
  title: z.string(),
  total: Money,
  /** What is still to be paid: the total less deposits, payments, what was given back and what was taken off. */
  due: Money,
  issuedAt: moment,
  dueAt: moment,
  version: z.int(),
  createdAt: Instant,
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

const CreditNote = z.object({ number: z.string(), amount: Money, reason: z.string(), issuedAt: Instant })

export const Invoice = z.extend(InvoiceSummary, {
  bookingId: z.nullable(BookingId),
  offerId: text,
  contractId: text,
  lines: z.array(InvoiceLine),
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
  /** What took it back. */
  creditNote: z.nullable(CreditNote),
  /** What took parts of it off, oldest first. */
  credits: z.array(CreditNote),
  reminders: z.object({ sent: z.int(), limit: z.int(), nextAt: moment }),
  allowedActions: z.array(InvoiceAction),
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice as a card in a conversation. */
export const InvoiceCard = z.extend(InvoiceSummary, { allowedActions: z.array(InvoiceAction) })
export type InvoiceCard = z.infer<typeof InvoiceCard>

/** How many cards one call answers. */
export const invoiceCardsMax = 50

const provider = { audience: 'provider' } as const
const params = z.object({ id: InvoiceId })
const version = z.optional(z.int())
const terms = {
  /** Days from issue until it is due. */
  dueInDays: z.optional(
    z.int('Choose 0 to 60 days.').check(z.gte(0, 'Choose 0 to 60 days.'), z.lte(MAX_DUE_DAYS, 'Choose 0 to 60 days.')),
  ),
  note: z.optional(prose(0, 1000, 'Use at most 1,000 characters.')),
}

export const listInvoices = operation({
  ...provider,
  name: 'invoices.list',
  method: 'GET',
  path: '/v2/invoices',
  summary:
    'My invoices, newest first; meta carries nextCursor, total, countsByStatus, and what is due and overdue in all.',
  query: z.object({
    ...pageQuery,
    status: z.optional(commaList(InvoiceStatus)),
    /** Only what should be paid by now. */
    overdue: z.optional(z.literal('true')),
    customerId: z.optional(CustomerId),
    bookingId: z.optional(BookingId),
    offerId: z.optional(z.string()),
    contractId: z.optional(z.string()),
    /** Words in number, subject, title or the customer's name; summed up are a thousand at most. */
    q: z.optional(z.string().check(z.minLength(2, 'Type at least 2 characters.'), z.maxLength(100))),
  }),
  returns: z.array(InvoiceSummary),
  errors: [],
})

/** `meta` of the list, beside the cursor. */
export interface InvoiceSums extends FoundMeta {
  total: number
  countsByStatus: Partial<Record<InvoiceStatus, number>>
  overdue: number
  due: { amount: number; currency: string }
}

export const listInvoiceCards = operation({
  ...provider,
  name: 'invoices.cards',
  method: 'GET',
  path: '/v2/invoices/cards',
  summary: 'Invoices by their ids, with what the caller may do. What is not there, or not theirs, is left out.',
  query: z.object({
    ids: commaList(z.string().check(z.maxLength(64))).check(
      z.refine((ids) => ids.length <= invoiceCardsMax, `Ask for at most ${invoiceCardsMax} invoices at a time.`),
    ),
  }),
  returns: z.array(InvoiceCard),
  errors: [],
})

export const getInvoice = operation({
  ...provider,
  name: 'invoices.get',
  method: 'GET',
  path: '/v2/invoices/:id',
  summary: 'One invoice with its lines, its payments and what may be done.',
  params,
  returns: Invoice,
  errors: ['NOT_FOUND'],
})

export const getInvoicePdf = operation({
  ...provider,
  name: 'invoices.pdf',
  method: 'GET',
  path: '/v2/invoices/:id/pdf',
  summary: 'The invoice on paper; a voided one with its credit note.',
  params,
  produces: 'application/pdf',
  returns: z.unknown(),
  errors: ['NOT_FOUND'],
})

export const getInvoiceTimeline = operation({
  ...provider,
  name: 'invoices.timeline',
  method: 'GET',
  path: '/v2/invoices/:id/timeline',
  summary: 'What happened to it, oldest first.',
  params,
  returns: z.array(TimelineEntry),
  errors: ['NOT_FOUND'],
})

export const createInvoice = operation({
  ...provider,
  name: 'invoices.create',
  method: 'POST',
  path: '/v2/invoices',
  summary:
    'Charge work that was handed over, or once more what was voided. Lines and sums come from what was agreed. What is charged already is answered.',
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
  summary: 'Give it its number and send it to the customer. From then on it is never changed.',
  params,
  body: z.object({ ...terms, version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const voidInvoice = operation({
  ...provider,
  name: 'invoices.void',
  method: 'POST',
  path: '/v2/invoices/:id/void',
  summary: 'Take it back. An issued one gets a credit note.',
  params,
  body: z.object({ reason: prose(3, 500, 'Say why, in 3 to 500 characters.'), version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const remindOfInvoice = operation({
  ...provider,
  name: 'invoices.remind',
  method: 'POST',
  path: '/v2/invoices/:id/remind',
  summary: 'Remind the customer in the chat: once in 48 hours, three times at most.',
  params,
  body: z.object({ version }),
  returns: Invoice,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', 'REMINDER_LIMIT', 'REMINDER_TOO_SOON'],
})
