import type { BookingStatus } from '@fettle/protocol/bookings'
import { empty, sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import { jsonOrNull } from '../../platform/db/json-rows.ts'
import { linkCustomer } from '../customers/index.ts'
import { columns, toBooking, withCustomer, type BookingRow } from './listing/booking-rows.store.ts'
import type { Booking } from './booking.types.ts'

export async function find(db: Queryable, id: string): Promise<Booking | undefined> {
  const row = await db.maybeOne<BookingRow>(sql`select ${columns} from ${withCustomer} where b.id = ${id}`)
  return row && toBooking(row)
}

/**
 * Locks the schedule of a booking, whose row exists since the provider's first booking. Returns nothing for an unknown
 * booking.
 */
export async function lockScheduleOf(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`
    select from provider_schedules where provider_id = (select provider_id from bookings where id = ${id}) for update`)
}

/** The provider's bookings among these ids. */
export async function findMany(db: Queryable, providerId: string, ids: readonly string[]): Promise<Booking[]> {
  const rows = await db.query<BookingRow>(sql`
    select ${columns} from ${withCustomer} where b.id = any(${[...ids]}) and b.provider_id = ${providerId}`)
  return rows.map(toBooking)
}

/** The provider's other jobs in progress, most recently started first. */
export async function listOthersInProgress(
  db: Queryable,
  { id, providerId }: Pick<Booking, 'id' | 'providerId'>,
): Promise<Booking[]> {
  const rows = await db.query<BookingRow>(sql`
    select ${columns} from ${withCustomer}
    where b.provider_id = ${providerId} and b.status = 'IN_PROGRESS' and b.id <> ${id}
    order by b.started_at desc nulls last, b.id desc`)
  return rows.map(toBooking)
}

export async function insert(tx: Queryable, booking: Booking): Promise<void> {
  const { price, links } = booking
  const money = price.hourlyRate ?? price.amount
  await tx.execute(sql`
    insert into bookings (id, reference, provider_id, customer_id, status, awaiting_party, created_by,
      source, title, description, service_category, start_at, end_at, time_zone, location, scheduling_mode,
      arrival_window_minutes, duration_minutes, price_model, price_amount, price_currency, estimated_minutes, minimum_minutes, policy,
      respond_by, confirmed_at, start_code, last_action, last_action_by, offer_id, contract_id, milestone_id, series_id,
      occurrence_index, version, created_at, updated_at)
    values (${booking.id}, ${booking.reference}, ${booking.providerId}, ${booking.customer.id},
      ${booking.status}, ${booking.awaitingParty}, ${booking.createdBy}, ${booking.source}, ${booking.title},
      ${booking.description}, ${booking.serviceCategory}, ${booking.startAt}, ${booking.endAt}, ${booking.timeZone},
      ${JSON.stringify(booking.location)}::jsonb, ${booking.schedulingMode}, ${booking.arrivalWindowMinutes}, ${durationWithoutTime(booking)},
      ${price.model}, ${money?.amount ?? null}, ${money?.currency ?? null}, ${price.estimatedMinutes ?? null},
      ${price.minimumMinutes ?? null}, ${JSON.stringify(booking.policy)}::jsonb, ${booking.respondBy},
      ${booking.confirmedAt}, ${booking.startCode}, ${booking.lastAction}, ${booking.lastActionBy}, ${links.offerId},
      ${links.contractId}, ${links.milestoneId}, ${links.seriesId}, ${links.occurrenceIndex}, ${booking.version},
      ${booking.createdAt}, ${booking.updatedAt})`)
  await tx.execute(sql`
    insert into provider_schedules as s (provider_id, counts)
    values (${booking.providerId}, jsonb_build_object(${booking.status}::text, 1))
    on conflict (provider_id) do update set counts = s.counts || ${withCount(booking.status, 1)}`)
  await linkCustomer(tx, booking)
}

/** Saves a transition and updates the counters. The caller holds the schedule lock. */
export async function save(tx: Queryable, before: Booking, after: Booking): Promise<void> {
  const outcome = after.cancellation ?? after.noShow
  const counts = sql`
    with schedule as (
      update provider_schedules as s set counts = s.counts || ${withCount(before.status, -1)} || ${withCount(after.status, 1)}
      where provider_id = ${after.providerId})`
  await tx.execute(sql`
    ${before.status === after.status ? empty : counts}
    update bookings set status = ${after.status}, awaiting_party = ${after.awaitingParty}, start_at = ${after.startAt},
      end_at = ${after.endAt}, duration_minutes = ${durationWithoutTime(after)},
      scheduling_mode = ${after.schedulingMode}, location = ${JSON.stringify(after.location)}::jsonb, respond_by = ${after.respondBy},
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
      last_action = ${after.lastAction}, last_action_by = ${after.lastActionBy}, fired_timers = ${[...after.firedTimers]},
      dispute_id = ${after.links.disputeId}, offer_id = ${after.links.offerId},
      version = ${after.version}, updated_at = ${after.updatedAt}
    where id = ${after.id}`)
}

/**
 * Exempts a job that is reopened from the exclusion of overlapping jobs, if another took its time since it was handed
 * over.
 */
export async function allowOverlap(tx: Queryable, { id, providerId }: Booking, reason: string): Promise<void> {
  await tx.execute(sql`
    update bookings b set overlap_reason = ${reason}
    where b.id = ${id} and b.overlap_reason is null and exists (
      select from bookings o
      where o.provider_id = ${providerId} and o.id <> b.id and o.start_at < b.end_at and o.end_at > b.start_at
        and o.status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS'))`)
}

/** Saves title and description of a booking. */
export async function saveTexts(tx: Queryable, { id, title, description }: Booking): Promise<void> {
  await tx.execute(sql`update bookings set title = ${title}, description = ${description} where id = ${id}`)
}

/** Saves the terms of an accepted offer on the request it answered: texts and price. */
export async function saveTerms(tx: Queryable, booking: Booking): Promise<void> {
  const { id, title, description, price } = booking
  await tx.execute(sql`
    update bookings set title = ${title}, description = ${description}, price_model = ${price.model},
      price_amount = ${price.amount?.amount ?? null}, price_currency = ${price.amount?.currency ?? null},
      estimated_minutes = null, minimum_minutes = null
    where id = ${id}`)
}

/** Only an unscheduled booking stores its length: that of any other follows from its time. */
const durationWithoutTime = ({ startAt, durationMinutes }: Booking): number | null =>
  startAt === null ? durationMinutes : null

/** Changes the counter of a status in schedule `s`. */
const withCount = (status: BookingStatus, change: 1 | -1): Sql =>
  sql`jsonb_build_object(${status}::text, coalesce((s.counts ->> ${status})::int, 0) + ${change}::int)`
