import {
  finalStatuses,
  type BookingStatus,
  type DeclineReason,
  type PauseReason,
  type Price,
} from '@fettle/protocol/bookings'
import type { Cancellation } from '@fettle/protocol/cancellations'
import type { ProposedSlot } from '@fettle/protocol/reschedules'
import type { Place } from '../../platform/cursor.ts'
import { empty, sql, type Queryable, type Sql } from '../../platform/db.ts'
import { meet } from '../customers/index.ts'
import type { Booking, ListedBooking } from './bookings.rules.ts'

/** Which bookings of one provider, and where in the list to begin: after this one. */
export interface Listing {
  providerId: string
  statuses?: readonly BookingStatus[] | undefined
  /** By start. */
  order: 'soonest' | 'latest'
  /** Those that end after. */
  from?: Date | undefined
  /** Those that begin before. */
  to?: Date | undefined
  customerId?: string | undefined
  serviceCategory?: string | undefined
  /** Text in reference, title or the customer's name. */
  text?: string | undefined
  after?: Place | undefined
  limit: number
}

export type Counts = Partial<Record<BookingStatus, number>>

interface ListedRow {
  id: string
  reference: string
  status: BookingStatus
  title: string
  service_category: Booking['serviceCategory']
  start_at: Date
  end_at: Date
  time_zone: string
  city: string
  price_model: Price['model']
  price_amount: number | null
  price_currency: string | null
  respond_by: Date | null
  confirmed_at: Date | null
  version: number
  created_at: Date
  customer_id: string
  customer_name: string
  customer_avatar: string | null
  customer_phone: string | null
}

type Plain = Pick<
  Booking,
  | 'providerId'
  | 'awaitingParty'
  | 'createdBy'
  | 'source'
  | 'description'
  | 'location'
  | 'schedulingMode'
  | 'arrivalWindowMinutes'
  | 'finalAmount'
  | 'adjustedBy'
  | 'policy'
  | 'rescheduleCount'
  | 'lateCount'
  | 'fixCount'
  | 'startCode'
  | 'enRouteAt'
  | 'etaAt'
  | 'arrivedAt'
  | 'startedAt'
  | 'completedAt'
  | 'customerConfirmedAt'
  | 'autoConfirmAt'
  | 'completion'
  | 'cancellation'
  | 'noShow'
  | 'lastAction'
  | 'lastActionBy'
  | 'rung'
  | 'updatedAt'
>

interface BookingRow extends ListedRow, Plain {
  estimatedMinutes: number | null
  minimumMinutes: number | null
  earlierStarts: { startAt: string; until: string }[]
  pauseReason: PauseReason | null
  resumeOn: Date | null
  declineReason: DeclineReason | null
  declineNote: string | null
  suggestedSlots: ProposedSlot[]
  offerId: string | null
  contractId: string | null
  milestoneId: string | null
  seriesId: string | null
  occurrenceIndex: number | null
  disputeId: string | null
}

const listedColumns = sql`
  b.id, b.reference, b.status, b.title, b.service_category, b.start_at, b.end_at, b.time_zone,
  b.location ->> 'city' as city, b.price_model, b.price_amount, b.price_currency, b.respond_by, b.confirmed_at,
  b.version, b.created_at,
  c.id as customer_id, c.name as customer_name, c.avatar as customer_avatar, c.phone as customer_phone`
const columns = sql`${listedColumns},
  b.provider_id as "providerId", b.awaiting_party as "awaitingParty", b.created_by as "createdBy", b.source,
  b.description, b.location, b.scheduling_mode as "schedulingMode", b.arrival_window_minutes as "arrivalWindowMinutes",
  b.estimated_minutes as "estimatedMinutes", b.minimum_minutes as "minimumMinutes", b.final_amount as "finalAmount",
  b.adjusted_by as "adjustedBy", b.policy, b.earlier_starts as "earlierStarts",
  b.reschedule_count as "rescheduleCount", b.late_count as "lateCount", b.fix_count as "fixCount",
  b.start_code as "startCode", b.en_route_at as "enRouteAt", b.eta_at as "etaAt", b.arrived_at as "arrivedAt",
  b.started_at as "startedAt", b.completed_at as "completedAt", b.customer_confirmed_at as "customerConfirmedAt",
  b.auto_confirm_at as "autoConfirmAt", b.pause_reason as "pauseReason", b.resume_on as "resumeOn", b.completion,
  b.decline_reason as "declineReason", b.decline_note as "declineNote", b.suggested_slots as "suggestedSlots",
  b.cancellation, b.no_show as "noShow", b.last_action as "lastAction", b.last_action_by as "lastActionBy", b.rung,
  b.offer_id as "offerId", b.contract_id as "contractId", b.milestone_id as "milestoneId", b.series_id as "seriesId",
  b.occurrence_index as "occurrenceIndex", b.dispute_id as "disputeId", b.updated_at as "updatedAt"`
// A booking is never shown without its customer, so one statement reads both.
const withCustomer = sql`bookings b join customers c on c.id = b.customer_id`

/**
 * One page by start, and how many there are in each status: all from two indexes and one counter.
 *
 * Every plan of this statement must read the index in its order, however many bookings a provider has, and be made
 * once and kept. So the planner is told neither who the provider is (it comes out of a table) nor how long the page is
 * (it comes out of a subquery): with nothing to gain from knowing them, it stops planning anew each time.
 */
export async function listPage(
  db: Queryable,
  listing: Listing,
): Promise<{ bookings: ListedBooking[]; counts: Counts }> {
  const { providerId, order } = listing
  if (isNarrowed(listing)) {
    const [rows, counts] = await Promise.all([
      db.many<ListedRow>(page(listing, sql`${providerId}`)),
      countMatching(db, listing),
    ])
    return { bookings: rows.map(toListed), counts }
  }
  const rows = await db.many<(ListedRow | { id: null }) & { counts: string }>(sql`
    select d.counts::text as counts, page.*
    from booking_diaries d left join lateral (${page(listing, sql`d.provider_id`)}) as page on true
    where d.provider_id = ${providerId}
    order by ${byStart(order, sql`page.`)}`)
  const listed = rows.filter((row): row is ListedRow & { counts: string } => row.id !== null)
  return { bookings: listed.map(toListed), counts: JSON.parse(rows[0]?.counts ?? '{}') as Counts }
}

const byStart = (order: Listing['order'], of: Sql): Sql =>
  order === 'soonest' ? sql`${of}start_at, ${of}id` : sql`${of}start_at desc, ${of}id desc`

function page(listing: Listing, providerId: Sql): Sql {
  const { statuses, order, after, limit } = listing
  const beyond = order === 'soonest' ? sql`>` : sql`<`
  const sorted = byStart(order, sql`b.`)
  const further = sql`${after ? sql`and (b.start_at, b.id) ${beyond} (${after.at}, ${after.id})` : empty} ${matching(listing)}`
  if (!statuses) {
    return sql`
      select ${listedColumns} from ${withCustomer}
      where b.provider_id = ${providerId} ${further}
      order by ${sorted} limit (select ${limit}::int)`
  }
  // Each status is a short read of its own index range, however rare it is among thousands of others.
  return sql`
    select b.* from unnest(${statuses}::text[]) as wanted (status) cross join lateral (
      select ${listedColumns} from ${withCustomer}
      where b.provider_id = ${providerId} and b.status = wanted.status ${further}
      order by ${sorted} limit (select ${limit}::int)
    ) as b
    order by ${sorted} limit (select ${limit}::int)`
}

const isNarrowed = ({ text, from, to, customerId, serviceCategory }: Listing): boolean =>
  [text, from, to, customerId, serviceCategory].some((filter) => filter !== undefined)

function matching({ text, from, to, customerId, serviceCategory }: Listing): Sql {
  const pattern = text === undefined ? '' : `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // No booking is longer than a day: with that the index by start finds what ends after a moment.
  return sql`
    ${from ? sql`and b.end_at > ${from} and b.start_at > ${from}::timestamptz - interval '1 day'` : empty}
    ${to ? sql`and b.start_at < ${to}` : empty}
    ${customerId ? sql`and b.customer_id = ${customerId}` : empty}
    ${serviceCategory ? sql`and b.service_category = ${serviceCategory}` : empty}
    ${pattern ? sql`and (b.reference ilike ${pattern} or b.title ilike ${pattern} or c.name ilike ${pattern})` : empty}`
}

async function countMatching(db: Queryable, listing: Listing): Promise<Counts> {
  const rows = await db.many<{ status: BookingStatus; count: number }>(sql`
    select b.status, count(*) as count from ${withCustomer}
    where b.provider_id = ${listing.providerId} ${matching(listing)} group by b.status`)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function find(db: Queryable, id: string): Promise<Booking | undefined> {
  const row = await db.maybeOne<BookingRow>(sql`select ${columns} from ${withCustomer} where b.id = ${id}`)
  return row && toBooking(row)
}

/** Those of these bookings that are there and the provider's own. */
export async function findMany(db: Queryable, providerId: string, ids: readonly string[]): Promise<Booking[]> {
  const rows = await db.many<BookingRow>(sql`
    select ${columns} from ${withCustomer} where b.id = any(${[...ids]}) and b.provider_id = ${providerId}`)
  return rows.map(toBooking)
}

/** Adds a booking, unless the same call (`requestKey`) made one before. Answers whether it did. */
export async function insert(tx: Queryable, booking: Booking, requestKey: Buffer | null): Promise<boolean> {
  const { price, links } = booking
  const money = price.hourlyRate ?? price.amount
  const inserted = await tx.run(sql`
    insert into bookings (id, reference, provider_id, customer_id, request_key, status, awaiting_party, created_by,
      source, title, description, service_category, start_at, end_at, time_zone, location, scheduling_mode,
      arrival_window_minutes, price_model, price_amount, price_currency, estimated_minutes, minimum_minutes, policy,
      respond_by, confirmed_at, start_code, last_action, last_action_by, offer_id, contract_id, milestone_id, series_id,
      occurrence_index, version, created_at, updated_at)
    values (${booking.id}, ${booking.reference}, ${booking.providerId}, ${booking.customer.id}, ${requestKey},
      ${booking.status}, ${booking.awaitingParty}, ${booking.createdBy}, ${booking.source}, ${booking.title},
      ${booking.description}, ${booking.serviceCategory}, ${booking.startAt}, ${booking.endAt}, ${booking.timeZone},
      ${JSON.stringify(booking.location)}::jsonb, ${booking.schedulingMode}, ${booking.arrivalWindowMinutes},
      ${price.model}, ${money?.amount ?? null}, ${money?.currency ?? null}, ${price.estimatedMinutes ?? null},
      ${price.minimumMinutes ?? null}, ${JSON.stringify(booking.policy)}::jsonb, ${booking.respondBy},
      ${booking.confirmedAt}, ${booking.startCode}, ${booking.lastAction}, ${booking.lastActionBy}, ${links.offerId},
      ${links.contractId}, ${links.milestoneId}, ${links.seriesId}, ${links.occurrenceIndex}, ${booking.version},
      ${booking.createdAt}, ${booking.updatedAt})
    on conflict (request_key) where request_key is not null do nothing`)
  if (inserted === 0) return false
  await tx.run(sql`
    insert into booking_diaries as d (provider_id, counts)
    values (${booking.providerId}, jsonb_build_object(${booking.status}::text, 1))
    on conflict (provider_id) do update set counts = d.counts || ${counted(booking.status, 1)}`)
  await meet(tx, booking)
  return true
}

export async function findByRequestKey(db: Queryable, requestKey: Buffer): Promise<Booking | undefined> {
  const row = await db.maybeOne<BookingRow>(
    sql`select ${columns} from ${withCustomer} where b.request_key = ${requestKey}`,
  )
  return row && toBooking(row)
}

/** Writes what a move changed, and keeps the counts. The diary's lock must be held. */
export async function save(tx: Queryable, before: Booking, after: Booking): Promise<void> {
  const outcome = after.cancellation ?? after.noShow
  await tx.run(sql`
    update bookings set status = ${after.status}, awaiting_party = ${after.awaitingParty}, start_at = ${after.startAt},
      end_at = ${after.endAt}, location = ${JSON.stringify(after.location)}::jsonb, respond_by = ${after.respondBy},
      confirmed_at = ${after.confirmedAt}, start_code = ${after.startCode}, final_amount = ${after.finalAmount},
      earlier_starts = ${JSON.stringify(after.earlierStarts)}::jsonb, reschedule_count = ${after.rescheduleCount},
      late_count = ${after.lateCount}, fix_count = ${after.fixCount}, en_route_at = ${after.enRouteAt},
      eta_at = ${after.etaAt}, arrived_at = ${after.arrivedAt}, started_at = ${after.startedAt},
      completed_at = ${after.completedAt}, customer_confirmed_at = ${after.customerConfirmedAt},
      auto_confirm_at = ${after.autoConfirmAt}, pause_reason = ${after.pause?.reasonCode ?? null},
      resume_on = ${after.pause?.resumeOn ?? null}, completion = ${jsonOrNull(after.completion)}::jsonb,
      decline_reason = ${after.declined?.reasonCode ?? null}, decline_note = ${after.declined?.note ?? null},
      suggested_slots = ${JSON.stringify(after.declined?.suggestedSlots ?? [])}::jsonb,
      cancellation = ${jsonOrNull(after.cancellation)}::jsonb, no_show = ${jsonOrNull(after.noShow)}::jsonb,
      attributed_to = ${outcome?.attributedTo ?? null}, counts_from = ${outcome?.countsFrom ?? null},
      last_action = ${after.lastAction}, last_action_by = ${after.lastActionBy}, rung = ${[...after.rung]},
      version = ${after.version}, updated_at = ${after.updatedAt}
    where id = ${after.id}`)
  if (before.status === after.status) return
  await tx.run(sql`
    update booking_diaries as d set counts = d.counts || ${counted(before.status, -1)} || ${counted(after.status, 1)}
    where provider_id = ${after.providerId}`)
}

/** What a booking is called and what it is about. */
export async function saveWords(tx: Queryable, { id, title, description }: Booking): Promise<void> {
  await tx.run(sql`update bookings set title = ${title}, description = ${description} where id = ${id}`)
}

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value)

/** The count of a status in diary `d`, changed. */
const counted = (status: BookingStatus, change: 1 | -1): Sql =>
  sql`jsonb_build_object(${status}::text, coalesce((d.counts ->> ${status})::int, 0) + ${change}::int)`

/** Notes what is owed, once: earnings take it from here. Nothing is owed where there is no fee. */
export async function insertFee(
  tx: Queryable,
  { id, providerId, customer }: Booking,
  kind: 'CANCELLATION' | 'NO_SHOW',
  { fee, at }: Pick<Cancellation, 'fee' | 'at'>,
): Promise<void> {
  if (!fee.amount || !fee.payer) return
  await tx.run(sql`
    insert into booking_fees (booking_id, provider_id, customer_id, kind, amount, currency, payer, rule, status, at)
    values (${id}, ${providerId}, ${customer.id}, ${kind}, ${fee.amount.amount}, ${fee.amount.currency}, ${fee.payer},
      ${fee.rule}, 'DUE', ${at})
    on conflict (booking_id) do nothing`)
}

/** What is contested is not asked for. */
export async function holdFee(tx: Queryable, bookingId: string): Promise<void> {
  await tx.run(sql`update booking_fees set status = 'ON_HOLD' where booking_id = ${bookingId} and status = 'DUE'`)
}

/** What the two had to do with each other before, and the chat they have. */
export async function findAcquaintance(
  db: Queryable,
  { providerId, customer }: Pick<Booking, 'providerId' | 'customer'>,
): Promise<{ since: Date; completedWithYou: number; channelId: string | null }> {
  return db.one(sql`
    select min(created_at) as since, count(*) filter (where status = 'COMPLETED') as "completedWithYou",
      (select id from channels where provider_id = ${providerId} and customer_id = ${customer.id}) as "channelId"
    from bookings where provider_id = ${providerId} and customer_id = ${customer.id}`)
}

export async function nameOfProvider(db: Queryable, { providerId }: Pick<Booking, 'providerId'>): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`
    select concat_ws(' ', first_name, last_name) as name from accounts where id = ${providerId}`)
  return name
}

/** A customer as a booking needs them. */
export async function findCustomer(
  db: Queryable,
  id: string,
): Promise<(Booking['customer'] & { timeZone: string }) | undefined> {
  return db.maybeOne(sql`
    select id, name, avatar, phone, time_zone as "timeZone" from customers where id = ${id}`)
}

/** What a customer asked for and is not over, by reference. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.many<{ reference: string }>(sql`
    select reference from bookings where customer_id = ${customerId} and not (status = any(${[...finalStatuses]}))
    order by start_at limit 10`)
  return rows.map(({ reference }) => reference)
}

/** Of a customer who left, what was done stays, but not where. */
export async function forgetPlaces(tx: Queryable, customerId: string): Promise<void> {
  await tx.run(sql`
    update bookings
    set location = jsonb_build_object('line1', '', 'city', location -> 'city', 'country', location -> 'country')
    where customer_id = ${customerId}`)
}

/** Whose booking it is. */
export async function findParties(
  db: Queryable,
  id: string,
): Promise<{ providerId: string; customerId: string } | undefined> {
  return db.maybeOne(sql`
    select provider_id as "providerId", customer_id as "customerId" from bookings where id = ${id}`)
}

/** Whether the two ever had a booking together. */
export async function haveMet(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const { met } = await db.one<{ met: boolean }>(sql`
    select exists (select from bookings where customer_id = ${customerId} and provider_id = ${providerId}) as met`)
  return met
}

function toListed(row: ListedRow): ListedBooking {
  return {
    id: row.id,
    reference: row.reference,
    customer: { id: row.customer_id, name: row.customer_name, avatar: row.customer_avatar, phone: row.customer_phone },
    status: row.status,
    title: row.title,
    serviceCategory: row.service_category,
    startAt: row.start_at,
    endAt: row.end_at,
    timeZone: row.time_zone,
    city: row.city,
    price: toPrice(row),
    respondBy: row.respond_by,
    confirmedAt: row.confirmed_at,
    version: row.version,
    createdAt: row.created_at,
  }
}

/** `price_amount` is the price, or the rate of hourly work. */
export function toPrice({
  price_model: model,
  price_amount: amount,
  price_currency: currency,
}: Pick<ListedRow, 'price_model' | 'price_amount' | 'price_currency'>): Price {
  if (amount === null || currency === null) return { model }
  return model === 'HOURLY' ? { model, hourlyRate: { amount, currency } } : { model, amount: { amount, currency } }
}

function toWholePrice(row: BookingRow): Price {
  const price = toPrice(row)
  const { estimatedMinutes, minimumMinutes, finalAmount, price_currency: currency } = row
  return {
    ...price,
    ...(estimatedMinutes !== null && { estimatedMinutes }),
    ...(minimumMinutes !== null && { minimumMinutes }),
    ...(finalAmount !== null && currency !== null && { amount: { amount: finalAmount, currency } }),
  }
}

function toBooking(row: BookingRow): Booking {
  const { city: _, ...listed } = toListed(row)
  const { declineReason, pauseReason } = row
  return {
    ...listed,
    price: toWholePrice(row),
    providerId: row.providerId,
    awaitingParty: row.awaitingParty,
    createdBy: row.createdBy,
    source: row.source,
    description: row.description,
    location: row.location,
    schedulingMode: row.schedulingMode,
    arrivalWindowMinutes: row.arrivalWindowMinutes,
    finalAmount: row.finalAmount,
    adjustedBy: row.adjustedBy,
    policy: row.policy,
    earlierStarts: row.earlierStarts.map(({ startAt, until }) => ({
      startAt: new Date(startAt),
      until: new Date(until),
    })),
    rescheduleCount: row.rescheduleCount,
    lateCount: row.lateCount,
    fixCount: row.fixCount,
    startCode: row.startCode,
    enRouteAt: row.enRouteAt,
    etaAt: row.etaAt,
    arrivedAt: row.arrivedAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    customerConfirmedAt: row.customerConfirmedAt,
    autoConfirmAt: row.autoConfirmAt,
    pause: pauseReason && { reasonCode: pauseReason, resumeOn: row.resumeOn },
    completion: row.completion,
    declined: declineReason && {
      reasonCode: declineReason,
      note: row.declineNote,
      suggestedSlots: row.suggestedSlots,
    },
    cancellation: row.cancellation,
    noShow: row.noShow,
    lastAction: row.lastAction,
    lastActionBy: row.lastActionBy,
    rung: row.rung,
    links: {
      offerId: row.offerId,
      contractId: row.contractId,
      milestoneId: row.milestoneId,
      seriesId: row.seriesId,
      occurrenceIndex: row.occurrenceIndex,
      disputeId: row.disputeId,
    },
    updatedAt: row.updatedAt,
  }
}
