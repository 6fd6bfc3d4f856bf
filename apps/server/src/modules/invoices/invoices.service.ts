import type { PageMeta, Received } from '@fettle/protocol'
import type { TimelineEntry } from '@fettle/protocol/bookings'
import {
  invoiceFlow,
  type createInvoice,
  type Invoice as InvoiceView,
  type InvoiceCard,
  type InvoiceSums,
  type InvoiceSummary,
  type issueInvoice,
  type listInvoices,
} from '@fettle/protocol/invoices/invoices'
import type { MarketplaceInvoice } from '@fettle/protocol/marketplace/invoices'
import { actorOf, type ActingProvider } from '../../platform/acting-party.ts'
import { moneyParam } from '../../platform/locale/message-params.ts'
import { loadText } from '../../platform/locale/messages.ts'
import { decodeCursor, decodeSortCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { cursorOf, readSort } from '../../platform/db/list-query.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { bumpVersion } from '../../platform/workflow/rules.ts'
import { findTimeZone, findTimeZones } from '../auth/index.ts'
import { getCurrency } from '../profile/index.ts'
import { isDeducted, getOwnInvoice, lockOwnInvoice, type Viewer } from './invoice.access.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import * as store from './invoices.store.ts'
import { toCards, toCredit, toDetails, toMarketplaceInvoice, toSummary } from './invoice.view.ts'
import { draftIn, recordIn, postSystemMessage, subjectOf, voidIn } from './issue.service.ts'
import * as payments from './payments/payments.store.ts'
import { issueDraft, getBillable, type ChargingDeps } from './charging.service.ts'

/** A provider's operations on invoices, and reads for both sides. */

export async function list(
  deps: Deps,
  providerId: string,
  { limit, cursor, status, overdue, q, sort, ...filters }: Received<typeof listInvoices>['query'],
): Promise<{ invoices: InvoiceCard[]; meta: Pick<PageMeta, 'nextCursor'> & InvoiceSums }> {
  const now = deps.clock.now()
  const timeZone = await findTimeZone(deps, deps.db, providerId)
  const { by, order } = readSort(sort)
  const after = cursor === undefined ? undefined : decodeSortCursor(cursor, store.sorted[by].type)
  const statuses = status?.length ? status : undefined
  const {
    page: found,
    counted: sums,
    atLeast,
  } = await store.listAndSum(deps.db, {
    ...filters,
    providerId,
    text: q,
    statuses,
    isOverdue: overdue !== undefined,
    by,
    order,
    today: rules.startOfDay(now, timeZone),
    after,
    limit: limit + 1,
  })
  const { page, nextCursor } = pageOf(found, limit, cursorOf)
  const countOf = (state: (typeof invoiceFlow.states)[number]) =>
    sums.filter(({ status: each }) => each === state).reduce((sum, row) => sum + row.count, 0)
  const dues = rules.sumDues(sums)
  const overdueCount = sums.reduce((sum, row) => sum + row.overdue, 0)
  const matching = (statuses ?? invoiceFlow.states).reduce((sum, each) => sum + countOf(each), 0)
  return {
    invoices: await toCards(deps, page, timeZone),
    meta: {
      nextCursor,
      total: overdue ? overdueCount : matching,
      countsByStatus: Object.fromEntries(invoiceFlow.states.map((each) => [each, countOf(each)])),
      atLeast,
      overdue: overdueCount,
      due: dues[0] ?? { amount: 0, currency: found[0]?.currency ?? (await getCurrency(deps, deps.db, providerId)) },
      dues,
    },
  }
}

export const get = async (deps: Deps, providerId: string, id: string): Promise<InvoiceView> =>
  toDetails(deps, deps.db, await getOwnInvoice(deps.db, { role: 'PROVIDER', id: providerId }, id))

/** Invoices by ids, as cards. Ids of others are left out. */
export async function listCards(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  providerId: string,
  ids: readonly string[],
): Promise<InvoiceCard[]> {
  const timeZone = await findTimeZone(deps, deps.db, providerId)
  return toCards(deps, await store.findMany(deps.db, providerId, ids), timeZone)
}

export async function getTimeline({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<TimelineEntry[]> {
  const invoice = await getOwnInvoice(db, { role: 'PROVIDER', id: providerId }, id)
  return listTimeline(db, subjectOf(invoice), 'PROVIDER')
}

/** All invoices with payments and credit notes, newest first, for the data export. */
export async function listAllInvoices(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  providerId: string,
) {
  const now = clock.now()
  const [invoices, paid, credits, timeZone] = await Promise.all([
    store.listAll(db, providerId),
    payments.listOfProvider(db, providerId),
    store.listCreditNotes(db, providerId),
    findTimeZone({ settings }, db, providerId),
  ])
  return invoices.map((invoice) => ({
    ...toSummary(invoice, { now, timeZone }),
    lines: invoice.lines,
    totals: invoice.totals,
    deposits: invoice.deposits,
    note: invoice.note,
    payments: paid
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map((payment) => ({ ...payment, note: payment.note && loadText(payment.note) })),
    credits: credits.filter(({ invoiceId }) => invoiceId === invoice.id).map(toCredit),
  }))
}

/** Creates a draft, or returns the existing invoice, a draft with the terms sent. Throws NOT_FOUND or NOT_BILLABLE. */
export function create(
  deps: ChargingDeps,
  provider: ActingProvider,
  { subject, ...terms }: Received<typeof createInvoice>['body'],
): Promise<InvoiceView> {
  return deps.db.transaction(async (tx) => {
    const billable = await getBillable(deps, tx, provider.id, subject)
    const live = await draftIn(deps, tx, withTerms(billable, terms))
    const edited = withTerms(live, terms)
    const isKept = edited.dueInDays === live.dueInDays && edited.note === live.note
    if (live.status !== 'DRAFT' || isKept) return toDetails(deps, tx, live)
    const draft = bumpVersion(edited, deps.clock.now())
    await store.save(tx, draft)
    return toDetails(deps, tx, draft)
  })
}

type Terms = Pick<Received<typeof createInvoice>['body'], 'dueInDays' | 'note'>

const withTerms = <T extends object>(invoice: T, { dueInDays, note }: Terms): T => ({
  ...invoice,
  ...(dueInDays !== undefined && { dueInDays }),
  ...(note !== undefined && { note }),
})

/** Runs a change: load, check, decide, save. */
function change(
  deps: Deps,
  provider: ActingProvider,
  id: string,
  {
    version,
    isDone,
    decide,
  }: {
    version: number | undefined
    isDone?: (invoice: InvoiceRecord) => boolean
    decide: (invoice: InvoiceRecord, context: rules.InvoiceDecisionContext, tx: Tx) => Promise<InvoiceRecord>
  },
): Promise<InvoiceView> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnInvoice(tx, provider.id, id)
    if (isDone?.(before)) return toDetails(deps, tx, before)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'invoice', current: await toDetails(deps, tx, before) })
    }
    const context = { now: deps.clock.now(), isDeducted: await isDeducted(tx, before) }
    return toDetails(deps, tx, await decide(before, context, tx))
  })
}

export const issue = (
  deps: ChargingDeps,
  provider: ActingProvider,
  id: string,
  { version, ...terms }: Received<typeof issueInvoice>['body'],
): Promise<InvoiceView> =>
  change(deps, provider, id, {
    version,
    // An invoice that deposits cover is paid as soon as it is issued.
    isDone: ({ status, paid }) => status === 'ISSUED' || (status === 'PAID' && paid === 0),
    async decide(draft, context, tx) {
      rules.assertAllowed(draft, 'issue', context)
      return issueDraft(deps, tx, withTerms(draft, terms), actorOf(provider))
    },
  })

export const voidInvoice = (
  deps: Deps,
  provider: ActingProvider,
  id: string,
  { version, reason }: { version?: number | undefined; reason: string },
): Promise<InvoiceView> =>
  change(deps, provider, id, {
    version,
    isDone: ({ status }) => status === 'VOID',
    async decide(invoice, context, tx) {
      rules.assertAllowed(invoice, 'void', context)
      return voidIn(deps, tx, invoice, { role: 'PROVIDER', actor: actorOf(provider), reason })
    },
  })

/** Reminds the customer in the chat. */
export const remind = (
  deps: Deps,
  provider: ActingProvider,
  id: string,
  version: number | undefined,
): Promise<InvoiceView> =>
  change(deps, provider, id, {
    version,
    async decide(invoice, context, tx) {
      const timeZone = await findTimeZone(deps, tx, provider.id)
      rules.assertAllowed(invoice, 'remind', { ...context, timeZone })
      const { number, currency } = invoice
      const after: InvoiceRecord = {
        ...bumpVersion(invoice, context.now),
        remindersSent: invoice.remindersSent + 1,
        remindedAt: context.now,
      }
      await store.save(tx, after)
      // The customer has yet to confirm the payments that wait, not to make them.
      const due = { amount: rules.openOf(after), currency }
      await recordIn(deps, tx, after, { type: 'invoice.reminded', actor: actorOf(provider), data: { number, due } })
      await postSystemMessage(deps, tx, after, 'reminded', {
        code: 'invoice-reminder',
        params: { number: number ?? '', amount: moneyParam(due) },
      })
      return after
    },
  })

/** A customer's invoices, newest first. */
export async function listForCustomer(
  deps: Deps,
  customerId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ invoices: InvoiceSummary[]; nextCursor: string | null }> {
  const now = deps.clock.now()
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listIssuedTo(deps.db, customerId, { after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  const providerIds = [...new Set(page.map(({ providerId }) => providerId))]
  const timeZoneOf = await findTimeZones(deps, deps.db, providerIds)
  return {
    invoices: page.map((invoice) => toSummary(invoice, { now, timeZone: timeZoneOf(invoice.providerId) })),
    nextCursor,
  }
}

export const getForCustomer = async (deps: Deps, viewer: Viewer, id: string): Promise<MarketplaceInvoice> =>
  toMarketplaceInvoice(deps, await getOwnInvoice(deps.db, viewer, id))

/** An invoice as its customer sees it, for the marketplace. */
export const showInvoice = (deps: Deps, id: string): Promise<MarketplaceInvoice> =>
  getForCustomer(deps, { role: 'CUSTOMER', id: undefined }, id)
