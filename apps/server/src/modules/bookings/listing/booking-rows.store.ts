import type { BookingStatus, DeclineReason, PauseReason, Price } from '@fettle/protocol/bookings'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import { sql } from '../../../platform/db/db.ts'
import type { Booking, ListedBooking } from '../booking.types.ts'

/** A row of the list, as selected. Shared by every statement that reads bookings. */
export interface ListedRow {
  id: string
  reference: string
  status: BookingStatus
  title: string
  service_category: Booking['serviceCategory']
  scheduling_mode: Booking['schedulingMode']
  start_at: Date | null
  end_at: Date | null
  time_zone: string
  city: string
  price_model: Price['model']
  price_amount: number | null
  price_currency: string | null
  respond_by: Date | null
  confirmed_at: Date | null
  createdBy: Booking['createdBy']
  awaitingParty: Booking['awaitingParty']
  cancellation: Booking['cancellation']
  seriesId: string | null
  version: number
  created_at: Date
  customer_id: string
  customer_name: string
  customer_avatar: string | null
  customer_phone: string | null
}

/** Fields that a row has as the booking has them. */
type UnchangedFields = Pick<
  Booking,
  | 'providerId'
  | 'source'
  | 'description'
  | 'location'
  | 'arrivalWindowMinutes'
  | 'durationMinutes'
  | 'finalAmount'
  | 'adjustmentsTotal'
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
  | 'noShow'
  | 'lastAction'
  | 'lastActionBy'
  | 'firedTimers'
  | 'updatedAt'
>

/** A full booking row. */
export interface BookingRow extends ListedRow, UnchangedFields {
  estimatedMinutes: number | null
  minimumMinutes: number | null
  earlierStarts: { startAt: string; until: string; isOneSided?: true }[]
  pauseReason: PauseReason | null
  resumeOn: Date | null
  declineReason: DeclineReason | null
  declineNote: string | null
  suggestedSlots: ProposedSlot[]
  offerId: string | null
  contractId: string | null
  milestoneId: string | null
  occurrenceIndex: number | null
  disputeId: string | null
}

export const listedColumns = sql`
  b.id, b.reference, b.status, b.title, b.service_category, b.scheduling_mode, b.start_at, b.end_at, b.time_zone,
  b.location ->> 'city' as city, b.price_model, b.price_amount, b.price_currency, b.respond_by, b.confirmed_at,
  b.created_by as "createdBy", b.awaiting_party as "awaitingParty", b.cancellation, b.series_id as "seriesId", b.version, b.created_at,
  c.id as customer_id, c.name as customer_name, c.avatar as customer_avatar, c.phone as customer_phone`
export const columns = sql`${listedColumns},
  b.provider_id as "providerId", b.source,
  b.description, b.location, b.arrival_window_minutes as "arrivalWindowMinutes",
  coalesce(b.duration_minutes, round(extract(epoch from b.end_at - b.start_at) / 60)::int) as "durationMinutes",
  b.estimated_minutes as "estimatedMinutes", b.minimum_minutes as "minimumMinutes", b.final_amount as "finalAmount",
  b.adjustments_total as "adjustmentsTotal", b.policy, b.earlier_starts as "earlierStarts",
  b.reschedule_count as "rescheduleCount", b.late_count as "lateCount", b.fix_count as "fixCount",
  b.start_code as "startCode", b.en_route_at as "enRouteAt", b.eta_at as "etaAt", b.arrived_at as "arrivedAt",
  b.started_at as "startedAt", b.completed_at as "completedAt", b.customer_confirmed_at as "customerConfirmedAt",
  b.auto_confirm_at as "autoConfirmAt", b.pause_reason as "pauseReason", b.resume_on as "resumeOn", b.completion,
  b.decline_reason as "declineReason", b.decline_note as "declineNote", b.suggested_slots as "suggestedSlots",
  b.no_show as "noShow", b.last_action as "lastAction", b.last_action_by as "lastActionBy", b.fired_timers as "firedTimers",
  b.offer_id as "offerId", b.contract_id as "contractId", b.milestone_id as "milestoneId",
  b.occurrence_index as "occurrenceIndex", b.dispute_id as "disputeId", b.updated_at as "updatedAt"`
/**
 * Title of a confirmed job at the time of the request `b`. No booking is longer than a day, so this is a short read of
 * the index by start for each request: 10 µs with 50,000 bookings.
 */
export const overlapOf = sql`case when b.status = 'REQUESTED' then
  (select o.title from bookings o
   where o.provider_id = b.provider_id and o.status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS')
     and o.start_at < b.end_at and o.start_at > b.start_at - interval '1 day' and o.end_at > b.start_at
   order by o.start_at limit 1) end`
// A booking is never shown without its customer, so one statement reads both.
export const withCustomer = sql`bookings b join customers c on c.id = b.customer_id`

export function toListed(row: ListedRow): ListedBooking {
  return {
    id: row.id,
    reference: row.reference,
    customer: { id: row.customer_id, name: row.customer_name, avatar: row.customer_avatar, phone: row.customer_phone },
    status: row.status,
    title: row.title,
    serviceCategory: row.service_category,
    schedulingMode: row.scheduling_mode,
    startAt: row.start_at,
    endAt: row.end_at,
    timeZone: row.time_zone,
    city: row.city,
    price: toPrice(row),
    respondBy: row.respond_by,
    confirmedAt: row.confirmed_at,
    createdBy: row.createdBy,
    awaitingParty: row.awaitingParty,
    cancellation: row.cancellation,
    seriesId: row.seriesId,
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

export function toBooking(row: BookingRow): Booking {
  const { city: _, ...listed } = toListed(row)
  const { declineReason, pauseReason } = row
  return {
    ...listed,
    price: toWholePrice(row),
    providerId: row.providerId,
    source: row.source,
    description: row.description,
    location: row.location,
    arrivalWindowMinutes: row.arrivalWindowMinutes,
    durationMinutes: row.durationMinutes,
    finalAmount: row.finalAmount,
    adjustmentsTotal: row.adjustmentsTotal,
    policy: row.policy,
    earlierStarts: row.earlierStarts.map(({ startAt, until, ...rest }) => ({
      ...rest,
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
    noShow: row.noShow,
    lastAction: row.lastAction,
    lastActionBy: row.lastActionBy,
    firedTimers: row.firedTimers,
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
