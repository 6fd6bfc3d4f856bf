import type { InvoiceSort } from '@fettle/protocol/common/list-sorts'
import type { Invoice, InvoiceCard, InvoiceStatus, InvoiceSums } from '@fettle/protocol/invoices/invoices'
import { invoiceCardsMax } from '@fettle/protocol/invoices/constants'
import {
  getInvoice,
  getInvoicePdf,
  getInvoiceTimeline,
  issueInvoice,
  listInvoiceCards,
  listInvoices,
  remindOfInvoice,
  voidInvoice,
  recordPayment,
} from '@fettle/protocol/invoices/calls'
import type { PaymentMethod } from '@fettle/protocol/invoices/payments'
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { clearDraft } from '../../lib/forms/form-drafts.ts'
import { call } from '../../lib/http/api.ts'
import { cardQueryOf } from '../../lib/http/card-query.ts'
import type { WithKey } from '../../lib/http/idempotency-key.ts'
import { pagesOf } from '../../shared/lists/pages.ts'
import { queryOf } from '../../lib/http/query.ts'
import { savePdfAs } from '../../shared/documents/save-pdf.ts'
import { uploadEvidence } from '../../shared/forms/upload-evidence.ts'

export interface InvoiceFilter {
  status?: string | undefined
  overdue?: 'true' | undefined
  q?: string | undefined
  /** Newest first unless given. */
  sort?: InvoiceSort | undefined
}

export const invoiceCardQuery = cardQueryOf<InvoiceCard>(listInvoiceCards, invoiceCardsMax)

export const invoiceTimelineQuery = (id: string) => queryOf(getInvoiceTimeline, { params: { id } })
export const invoiceQuery = (id: string) => queryOf(getInvoice, { params: { id } })

/** Pages of invoices, newest first, with the total due. */
export const invoicesQuery = (filter: InvoiceFilter) =>
  infiniteQueryOptions({
    ...pagesOf<typeof listInvoices, InvoiceSums>(listInvoices, { query: filter }),
    // Typing a search must not blank the list.
    placeholderData: (previous, query) => (query && isSameTab(query.queryKey, filter) ? previous : undefined),
  })

const isSameTab = (key: readonly unknown[], { status, overdue }: InvoiceFilter): boolean => {
  const other = (key[2] as { query: InvoiceFilter }).query
  return other.status === status && other.overdue === overdue
}

const cacheInvoice = (client: QueryClient, invoice: Invoice) => {
  client.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
}
/** Loads invoices again after a change. */
export const invalidateInvoices = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['invoices'] })

export type InvoiceStep =
  | { action: 'issue'; dueInDays?: number | undefined; note?: string | undefined }
  | { action: 'void'; reason: string }
  | { action: 'remind' }

const send = ({ id, version }: Pick<Invoice, 'id' | 'version'>, step: InvoiceStep): Promise<Invoice> => {
  const params = { id }
  if (step.action === 'issue') {
    const { action: _, ...terms } = step
    return call(issueInvoice, { params, body: { version, ...terms } })
  }
  if (step.action === 'void') return call(voidInvoice, { params, body: { version, reason: step.reason } })
  return call(remindOfInvoice, { params, body: { version } })
}

/** Name of the draft of a step. */
export const stepDraft = ({ id }: Pick<Invoice, 'id'>, action: InvoiceStep['action']): string =>
  `invoice-${action}:${id}`

/** Mutation of an invoice. Needs a connection: nothing is queued. */
export const stepInvoice = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ invoice, step }: { invoice: Pick<Invoice, 'id' | 'version'>; step: InvoiceStep }) =>
      send(invoice, step),
    onSuccess: (invoice, { step }) => {
      clearDraft(stepDraft(invoice, step.action))
      cacheInvoice(client, invoice)
    },
    onSettled: () => invalidateInvoices(client),
  })

export interface ReportedPayment {
  invoiceId: string
  amount: number
  tip: number
  method: Exclude<PaymentMethod, 'MARKETPLACE'>
  paidAt?: string | undefined
  externalReference?: string | undefined
  proof?: File | undefined
}

/** Mutation that records a direct payment; uploads its proof first. */
export const receivePayment = (client: QueryClient, withKey: WithKey) =>
  mutationOptions({
    mutationFn: async ({ proof, ...payment }: ReportedPayment) => {
      const [proofFileId] = await uploadEvidence(proof ? [proof] : [])
      const body = { ...payment, ...(proofFileId && { proofFileId }) }
      return withKey((idempotencyKey) => call(recordPayment, { body }, { idempotencyKey }))
    },
    onSettled: () => invalidateInvoices(client),
  })

/** Downloads an invoice as PDF. */
export const savePdf = ({ id, number }: Pick<Invoice, 'id' | 'number'>): Promise<void> =>
  savePdfAs(getInvoicePdf, { params: { id } }, `${number ?? 'draft'}.pdf`)

/** Tabs of the list in their order, with their statuses. */
export const invoiceTabs = {
  all: [],
  open: ['ISSUED', 'PARTIALLY_PAID'],
  overdue: ['ISSUED', 'PARTIALLY_PAID'],
  paid: ['PAID'],
  drafts: ['DRAFT'],
  void: ['VOID'],
} as const satisfies Record<string, readonly InvoiceStatus[]>
export type InvoiceTab = keyof typeof invoiceTabs
