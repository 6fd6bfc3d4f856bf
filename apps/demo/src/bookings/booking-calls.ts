import { listBookings, type BookingSummary } from '@fettle/protocol/bookings'
import * as providerActions from '@fettle/protocol/bookings/actions'
import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { createMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as marketplaceApi from '@fettle/protocol/marketplace/bookings'
import type { DemoContext } from '../context.ts'
import type { SeriesContent } from './availability.ts'
import { homeOf, type CustomerKey } from '../people/people.ts'

/** A customer's booking request. */
interface JobRequest {
  who: CustomerKey
  title: string
  description: string
  /** Absent: whenever it suits. */
  startAt?: number
  minutes: number
  /** Absent: to be quoted. */
  naira?: number | undefined
  /** The price is per hour. */
  hourly?: boolean | undefined
}

/** Requests a booking at the customer's home. Returns its id. */
export async function requestBooking(
  { marketplace, adaId, customerIds }: DemoContext,
  { who, title, description, startAt, minutes, naira, hourly }: JobRequest,
): Promise<string> {
  const amount = inNaira(naira ?? 0)
  const price = hourly
    ? { model: 'HOURLY' as const, hourlyRate: amount, estimatedMinutes: minutes }
    : { model: 'FIXED' as const, amount }
  const time = startAt === undefined ? { schedulingMode: 'UNSCHEDULED' as const } : { startAt: toIso(startAt) }
  const body = {
    customerId: customerIds[who],
    providerId: adaId,
    title,
    description,
    ...time,
    durationMinutes: minutes,
    location: homeOf(who),
    ...(naira && { price }),
  }
  return (await marketplace(createMarketplaceBooking, { body })).id
}

/** The job with this title. */
export async function findJob({ ada }: DemoContext, title: string): Promise<BookingSummary> {
  const [job] = await ada(listBookings, { query: { q: title } })
  if (!job) throw new Error(`Unknown job ${title} in the demo data`)
  return job
}

/** Confirms the work as the customer. */
export const confirmWork = ({ marketplace }: DemoContext, id: string) =>
  marketplace(marketplaceApi.confirmMarketplaceBooking, { params: { id }, body: {} })

/** Pays a booking's invoice, which was created on confirmation, through the marketplace. */
export async function payInvoice(
  { ada, marketplace }: DemoContext,
  { bookingId, tip = 0 }: { bookingId: string; tip?: number },
): Promise<void> {
  const [invoice] = await ada(listInvoices, { query: { bookingId } })
  if (!invoice) return
  const body = { invoiceId: invoice.id, amount: invoice.due.amount, tip }
  await marketplace(recordMarketplacePayment, { body })
}

/** Travels there, calls in vain and reports that nobody opens. */
export async function reportNobodyThere(
  { ada }: DemoContext,
  id: string,
  { leftAt, arrivedAt, calledAt, note }: { leftAt: number; arrivedAt: number; calledAt: number; note: string },
): Promise<void> {
  const params = { id }
  await ada(providerActions.startTravel, { params, body: { ...occurred(leftAt), otherJob: 'KEEP_RUNNING' } })
  await ada(providerActions.arriveAtBooking, { params, body: occurred(arrivedAt) })
  await ada(providerActions.addContactAttempt, { params, body: { ...occurred(calledAt), method: 'CALL' } })
  await ada(providerActions.reportNoShow, { params, body: { note } })
}

/** Cancels as the customer, who accepts the fee it may cost. */
export async function cancelAsCustomer(
  { marketplace }: DemoContext,
  id: string,
  reason: { reasonCode: CancelReason; note?: string | undefined },
): Promise<void> {
  const query = { reasonCode: reason.reasonCode }
  const { previewHash } = await marketplace(marketplaceApi.getMarketplaceCancellationPreview, { params: { id }, query })
  const body = { ...reason, acceptFee: true, previewHash }
  await marketplace(marketplaceApi.cancelMarketplaceBooking, { params: { id }, body })
}

/** Builds the body of a request for a series of visits to a customer's home. */
export const seriesOf = (
  { customerIds }: DemoContext,
  { who, naira, body }: { who: CustomerKey; naira: number; body: SeriesContent },
  firstDay: string,
) => ({
  ...body,
  customerId: customerIds[who],
  startsOn: firstDay,
  location: homeOf(who),
  price: { model: 'FIXED' as const, amount: inNaira(naira) },
})

/** Starts a job and hands it over. Both are reported at its end. */
export async function work(
  { ada }: DemoContext,
  id: string,
  { start, end, summary }: { start: number; end: number; summary: string },
): Promise<void> {
  const params = { id }
  await ada(providerActions.startBooking, { params, body: { ...occurred(start), otherJob: 'KEEP_RUNNING' } })
  await ada(providerActions.completeBooking, { params, body: { ...occurred(end), summary } })
}

export const inNaira = (whole: number) => ({ amount: whole * 100, currency: 'NGN' })
export const toIso = (at: number): string => new Date(at).toISOString()
/** The time of a step that is reported later. */
export const occurred = (at: number) => ({ occurredAt: toIso(at) })
