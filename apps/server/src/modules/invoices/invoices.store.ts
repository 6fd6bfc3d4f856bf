import type { InvoiceSort } from '@fettle/protocol/common/list-sorts'
import type { InvoiceStatus, InvoiceSubjectType } from '@fettle/protocol/invoices/invoices'
import type { Cursor, SortValue } from '../../platform/db/cursor.ts'
import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import {
  comesAfter,
  matching,
  listPageAndCounts,
  orderBy,
  toFilters,
  type PageRequest,
  type TextQuery,
  type SelectedListing,
  type SearchIndex,
  type SortColumns,
  type SortedRow,
} from '../../platform/db/list-query.ts'
import type { InvoiceRecord, ListedInvoice } from './invoice.rules.ts'

const listedColumns = sql`
  i.id, i.provider_id as "providerId", i.number, i.status, i.on_hold as "onHold", i.subject_type as "subjectType", i.subject_id as "subjectId",
  i.subject_label as "subjectLabel", i.offer_id as "offerId", i.customer_id as "customerId", i.customer_name as "customerName",
  c.avatar as "customerAvatar", i.title, i.currency, i.total, i.deposited, i.paid, i.waiting, i.refunded, i.credited,
  i.issued_at as "issuedAt", i.due_at as "dueAt", i.reminders_sent as "remindersSent",
  i.reminded_at as "remindedAt", i.version, i.created_at as "createdAt",
  case when i.status = 'PAID' then (
    select max(p.paid_at) from payments p where p.invoice_id = i.id and p.status = 'CONFIRMED') end as "paidAt"`
const allColumns = sql`${listedColumns},
  i.booking_id as "bookingId", i.contract_id as "contractId", i.lines, i.totals, i.deposits, i.note,
  i.due_in_days as "dueInDays", i.updated_at as "updatedAt"`
const withCustomer = sql`invoices i join customers c on c.id = i.customer_id`

export const find = (db: Queryable, id: string) =>
  db.maybeOne<InvoiceRecord>(sql`select ${allColumns} from ${withCustomer} where i.id = ${id}`)

/** Loads an invoice and locks it against concurrent payments, voiding and deduction. */
export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<InvoiceRecord>(sql`select ${allColumns} from ${withCustomer} where i.id = ${id} for update of i`)

/** The live invoice of a subject, locked. Undefined: none, or voided. */
export const lockLive = (tx: Tx, type: InvoiceSubjectType, subjectId: string) =>
  tx.maybeOne<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer}
    where i.subject_type = ${type} and i.subject_id = ${subjectId} and i.status <> 'VOID' for update of i`)

/** How work was charged before. */
export interface ChargedWork {
  id: string
  /** The work has an invoice that is not voided. */
  isInvoiced: boolean
  /** The last issued invoice was voided, but not by its provider. */
  isReversed: boolean
  /** Credited on voided invoices before they were voided, or refunded from what was earned. Credits for a lower price do not count. */
  credited: number
}

/** Sum of an invoice's credits for a lower price of its work, in minor units. */
const priceCredits = sql`coalesce((
  select sum(n.amount) from credit_notes n where n.invoice_id = i.id and n.is_partial and n.is_by_provider), 0)`

/** The sum of an invoice's credits for a lower price, in minor units. */
export async function sumPriceCredits(db: Queryable, invoiceId: string): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(
    sql`select ${priceCredits}::bigint as sum from invoices i where i.id = ${invoiceId}`,
  )
  return sum
}

/** How the work of these bookings was charged before, by booking. Without those that never were. */
export async function listChargedWork(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, ChargedWork>> {
  const rows = await db.query<ChargedWork>(sql`
    select i.booking_id as id, bool_or(i.status <> 'VOID') as "isInvoiced",
           coalesce((array_agg(i.status = 'VOID' and coalesce(not c.is_by_provider, false)
             order by i.created_at desc, i.id desc) filter (where i.number is not null))[1], false) as "isReversed",
           coalesce(sum(i.credited - ${priceCredits} + r.refunded) filter (where i.status = 'VOID'), 0)::bigint as credited
    from invoices i left join credit_notes c on c.invoice_id = i.id and not c.is_partial
    cross join lateral (
      select coalesce(-sum(e.amount), 0) as refunded from payments p
      join ledger_entries e on e.source_type = 'refund' and e.source_id = p.id and e.type = 'REFUND'
      where p.invoice_id = i.id and i.refunded > 0) r
    where i.booking_id = any(${[...bookingIds]}) and i.subject_type = 'BOOKING' group by i.booking_id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first charge for a subject, its reductions by disputes and refunds, and whether its last invoice was reversed. */
export const findReduction = (db: Queryable, type: InvoiceSubjectType, subjectId: string) =>
  db.one<{ charged: number | null; reduced: number; isReversed: boolean }>(sql`
    select (array_agg(i.total order by i.created_at, i.id))[1] as charged,
           coalesce(sum(i.credited - ${priceCredits} + i.refunded), 0)::bigint as reduced,
           coalesce((array_agg(i.status = 'VOID' and coalesce(not c.is_by_provider, false)
             order by i.created_at desc, i.id desc))[1], false) as "isReversed"
    from invoices i left join credit_notes c on c.invoice_id = i.id and not c.is_partial
    where i.subject_type = ${type} and i.subject_id = ${subjectId} and i.number is not null`)

/** The last invoice of a subject, voided or not. */
export const findLast = (db: Queryable, type: InvoiceSubjectType, subjectId: string) =>
  db.maybeOne<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer} where i.subject_type = ${type} and i.subject_id = ${subjectId}
    order by i.created_at desc, i.id desc limit 1`)

/** The last invoice of a subject, if its provider voided it after issue. */
export async function findVoidedByProvider(
  db: Queryable,
  type: InvoiceSubjectType,
  subjectId: string,
): Promise<{ invoice: InvoiceRecord; voidedAt: Date } | undefined> {
  const last = await db.maybeOne<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer}
    where i.subject_type = ${type} and i.subject_id = ${subjectId} and i.number is not null
    order by i.created_at desc, i.id desc limit 1`)
  const note = last?.status === 'VOID' ? await findCreditNote(db, last.id) : undefined
  return last && note?.isByProvider ? { invoice: last, voidedAt: note.issuedAt } : undefined
}

/** The deposit invoice of an offer, locked. */
export const lockDeposit = (tx: Tx, offerId: string) =>
  tx.maybeOne<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer}
    where i.offer_id = ${offerId} and i.subject_type = 'DEPOSIT' and i.status not in ('VOID', 'DRAFT') for update of i`)

/** An invoice that deducts a deposit. */
type DeductingInvoice = Pick<
  InvoiceRecord,
  'id' | 'status' | 'subjectType' | 'subjectId' | 'total' | 'deposits' | 'deposited' | 'refunded' | 'credited'
>

const deducting = ({ id, offerId }: Pick<InvoiceRecord, 'id' | 'offerId'>) => sql`
  select id, status, subject_type as "subjectType", subject_id as "subjectId", total, deposits, deposited, refunded, credited
  from invoices
  where offer_id = ${offerId} and deposits @> ${JSON.stringify([{ invoiceId: id }])}::jsonb`

/** Issued invoices that deduct this deposit. */
export const listDeducting = (db: Queryable, deposit: Pick<InvoiceRecord, 'id' | 'offerId'>) =>
  db.query<DeductingInvoice>(sql`${deducting(deposit)} and status <> 'VOID'`)

/** Invoices that deduct this deposit, in the order in which they were issued: those that are void by now first. */
export const listEverDeducting = (db: Queryable, deposit: Pick<InvoiceRecord, 'id' | 'offerId'>) =>
  db.query<DeductingInvoice>(sql`${deducting(deposit)} order by status = 'VOID' desc, issued_at, id`)

/** Inserts a draft. Undefined: the subject already has a live invoice. */
export const insert = (tx: Tx, invoice: InvoiceRecord) =>
  tx.maybeOne<Pick<InvoiceRecord, 'customerAvatar'>>(sql`
    insert into invoices (id, provider_id, customer_id, subject_type, subject_id, subject_label, booking_id, offer_id,
      contract_id, title, customer_name, currency, lines, totals, note, total, due_in_days, status, version, created_at,
      updated_at)
    values (${invoice.id}, ${invoice.providerId}, ${invoice.customerId}, ${invoice.subjectType}, ${invoice.subjectId},
      ${invoice.subjectLabel}, ${invoice.bookingId}, ${invoice.offerId}, ${invoice.contractId}, ${invoice.title},
      ${invoice.customerName}, ${invoice.currency}, ${JSON.stringify(invoice.lines)}::jsonb,
      ${JSON.stringify(invoice.totals)}::jsonb, ${invoice.note}, ${invoice.total}, ${invoice.dueInDays}, ${invoice.status},
      ${invoice.version}, ${invoice.createdAt}, ${invoice.updatedAt})
    on conflict (subject_type, subject_id) where status <> 'VOID' do nothing
    returning (select avatar from customers where id = customer_id) as "customerAvatar"`)

/** Saves all mutable fields. A trigger refuses other changes once issued. */
export async function save(tx: Tx, invoice: InvoiceRecord): Promise<void> {
  await tx.execute(sql`
    update invoices set number = ${invoice.number}, status = ${invoice.status}, on_hold = ${invoice.onHold},
      customer_name = ${invoice.customerName}, lines = ${JSON.stringify(invoice.lines)}::jsonb,
      totals = ${JSON.stringify(invoice.totals)}::jsonb, total = ${invoice.total}, note = ${invoice.note},
      deposits = ${JSON.stringify(invoice.deposits)}::jsonb, deposited = ${invoice.deposited},
      due_in_days = ${invoice.dueInDays}, issued_at = ${invoice.issuedAt}, due_at = ${invoice.dueAt}, paid = ${invoice.paid},
      waiting = ${invoice.waiting}, refunded = ${invoice.refunded}, credited = ${invoice.credited}, reminders_sent = ${invoice.remindersSent},
      reminded_at = ${invoice.remindedAt}, version = ${invoice.version}, updated_at = ${invoice.updatedAt}
    where id = ${invoice.id}`)
}

/**
 * The next number of a provider on `day` (`2026-12-31`, in the provider's time zone); numbers restart each year.
 * Concurrent issuers wait until this transaction ends, and get this number if it fails.
 */
export async function nextNumber(tx: Tx, kind: 'INV' | 'CN', providerId: string, day: string): Promise<string> {
  const year = Number(day.slice(0, 4))
  const { last } = await tx.one<{ last: number }>(sql`
    insert into invoice_numbers (provider_id, kind, year, last) values (${providerId}, ${kind}, ${year}, 1)
    on conflict (provider_id, kind, year) do update set last = invoice_numbers.last + 1
    returning last`)
  return `${kind}-${year}-${String(last).padStart(6, '0')}`
}

export interface CreditNote {
  id: string
  invoiceId: string
  providerId: string
  number: string
  amount: number
  currency: string
  reason: string
  issuedAt: Date
  /** A credit for a part; the invoice stays. */
  isPartial: boolean
  /** By the provider or a lower price both agreed on, rather than by a dispute, a refund or a cancellation. */
  isByProvider: boolean
}

export async function insertCreditNote(tx: Tx, note: CreditNote): Promise<void> {
  await tx.execute(sql`
    insert into credit_notes (id, invoice_id, provider_id, number, amount, currency, reason, issued_at, is_partial,
      is_by_provider)
    values (${note.id}, ${note.invoiceId}, ${note.providerId}, ${note.number}, ${note.amount}, ${note.currency},
      ${note.reason}, ${note.issuedAt}, ${note.isPartial}, ${note.isByProvider})`)
}

const creditColumns = sql`
  id, invoice_id as "invoiceId", provider_id as "providerId", number, amount, currency, reason,
  issued_at as "issuedAt", is_partial as "isPartial", is_by_provider as "isByProvider"`

/** The credit note that voided it. */
export const findCreditNote = (db: Queryable, invoiceId: string) =>
  db.maybeOne<CreditNote>(sql`
    select ${creditColumns} from credit_notes where invoice_id = ${invoiceId} and not is_partial`)

/** Partial credit notes, oldest first. */
export const listPartialCredits = (db: Queryable, invoiceId: string) =>
  db.query<CreditNote>(sql`
    select ${creditColumns} from credit_notes where invoice_id = ${invoiceId} and is_partial order by issued_at, id`)

/** All credit notes of a provider, oldest first. */
export const listCreditNotes = (db: Queryable, providerId: string) =>
  db.query<CreditNote>(sql`
    select ${creditColumns} from credit_notes where provider_id = ${providerId} order by issued_at, id`)

/** Filter and cursor of one provider's invoices. */
export interface InvoiceQuery extends TextQuery {
  customerId?: string | undefined
  bookingId?: string | undefined
  offerId?: string | undefined
  contractId?: string | undefined
  statuses?: readonly InvoiceStatus[] | undefined
  /** Only overdue invoices. */
  isOverdue: boolean
  /** Start of today in the provider's time zone. */
  today: Date
  by: SortName
  order: PageRequest['order']
  after?: Cursor<SortValue> | undefined
  limit: number
}

type SortName = Exclude<InvoiceSort, `-${string}`>

const searchIndex: SearchIndex<InvoiceQuery> = {
  rows: sql`invoices i`,
  id: sql`i.id`,
  providerId: sql`i.provider_id`,
  searchTable: sql`invoice_search`,
  searchId: sql`w.invoice_id`,
  filters: ({ customerId, bookingId, offerId, contractId }) =>
    toFilters(
      customerId && sql`and i.customer_id = ${customerId}`,
      bookingId && sql`and i.booking_id = ${bookingId}`,
      offerId && sql`and i.offer_id = ${offerId}`,
      contractId && sql`and i.contract_id = ${contractId}`,
    ),
}

/** One page, with counts, sums due and numbers overdue by status and currency. */
export const listAndSum = (db: Queryable, listing: InvoiceQuery) =>
  listPageAndCounts(db, searchIndex, listing, { listPage, countAll: sumUp })

const overdue = (today: Date) => sql`i.status in ('ISSUED', 'PARTIALLY_PAID') and not i.on_hold and i.due_at < ${today}`

/** The amount left to pay, as in the index. `dueOf` is the same in code. */
const due = sql`case when i.status = 'VOID' then 0
    else greatest(0, i.total - i.deposited - i.paid - i.refunded - i.credited) end`

/** What an invoice list is sorted by, as in the indexes. */
export const sorted: Record<SortName, SortColumns> = {
  createdAt: { type: 'time', value: sql`i.created_at`, id: sql`i.id` },
  customer: { type: 'text', value: sql`normalize_text(i.customer_name)`, id: sql`i.id` },
  dueAt: { type: 'deadline', value: sql`coalesce(i.due_at, 'infinity')`, id: sql`i.id` },
  due: { type: 'number', value: due, id: sql`i.id` },
  total: { type: 'number', value: sql`i.total`, id: sql`i.id` },
}

const before = (after: Cursor | undefined) =>
  after ? sql`and (i.created_at, i.id) < (${after.at}, ${after.id})` : empty

const newestFirst = sql`order by i.created_at desc, i.id desc`

function listPage(db: Queryable, listing: SelectedListing<InvoiceQuery>) {
  const { statuses, isOverdue, today, by, order, after, limit } = listing
  const columns = sorted[by]
  return db.query<ListedInvoice & SortedRow>(sql`
    select ${listedColumns}, ${columns.value} as "sortValue" from ${withCustomer} where ${matching(searchIndex, listing)}
    ${statuses ? sql`and i.status = any(${[...statuses]})` : empty} ${isOverdue ? sql`and ${overdue(today)}` : empty}
    and ${comesAfter(columns, { order, after })} order by ${orderBy(order, columns.value, columns.id)}
    limit ${limit}`)
}

const sumUp = (db: Queryable, listing: SelectedListing<InvoiceQuery>) =>
  db.query<{ status: InvoiceStatus; currency: string; count: number; due: number; overdue: number }>(sql`
    select i.status, i.currency, count(*) as count,
           coalesce(sum(${due}) filter (where i.status in ('ISSUED', 'PARTIALLY_PAID')), 0)::bigint as due,
           count(*) filter (where ${overdue(listing.today)}) as overdue
    from invoices i where ${matching(searchIndex, listing)} group by i.status, i.currency`)

/** A customer's invoices, newest first, without drafts and invoices voided before issue. */
export const listIssuedTo = (
  db: Queryable,
  customerId: string,
  { after, limit }: { after?: Cursor | undefined; limit: number },
) =>
  db.query<ListedInvoice>(sql`
    select ${listedColumns} from ${withCustomer} where i.customer_id = ${customerId} and i.number is not null
    ${before(after)} ${newestFirst} limit ${limit}`)

/** Invoices of this provider among these ids. */
export const findMany = (db: Queryable, providerId: string, ids: readonly string[]) =>
  db.query<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer} where i.id = any(${[...ids]}) and i.provider_id = ${providerId}`)

/** Which of these deposits another invoice deducts. */
export async function listDeducted(db: Queryable, invoices: readonly ListedInvoice[]): Promise<Set<string>> {
  const offerIds = invoices.flatMap(({ subjectType, offerId }) =>
    subjectType === 'DEPOSIT' && offerId ? [offerId] : [],
  )
  if (offerIds.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select distinct d ->> 'invoiceId' as id from invoices, jsonb_array_elements(deposits) as d
    where offer_id = any(${offerIds}) and status <> 'VOID'`)
  return new Set(rows.map(({ id }) => id))
}

/** All invoices of a provider, newest first. */
export const listAll = (db: Queryable, providerId: string) =>
  db.query<InvoiceRecord>(sql`
    select ${allColumns} from ${withCustomer} where i.provider_id = ${providerId} ${newestFirst}`)
