import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import type { BookingDetails } from '@fettle/protocol/bookings'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import type { BookingPhoto } from '@fettle/protocol/bookings/photos'
import { localDate } from '../../../platform/locale/zoned-time.ts'
import type { PricedRow } from '../../../platform/pdf/priced-lines.ts'

/** Lines of a text. */
type Lines = readonly MessageParam[]

/**
 * `Wednesday, 25 November 2026` and below it `09:00–11:00 (Lagos time)`, in the site's time zone. Private notes and tags
 * are never printed.
 */
export function timeLines({ startAt, endAt, timeZone }: Pick<BookingDetails, 'startAt' | 'endAt' | 'timeZone'>): Lines {
  if (startAt === null || endAt === null) return [{ code: 'job-sheet.unscheduled' }]
  const isSameDay = localDate(new Date(startAt), timeZone) === localDate(new Date(endAt), timeZone)
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  const start: MessageParam = { at: startAt, timeZone, show: 'time' }
  const end: MessageParam = { at: endAt, timeZone, show: isSameDay ? 'time' : 'sentence' }
  return [
    { at: startAt, timeZone, show: 'day' },
    { code: 'job-sheet.time-range', params: { start, end, city } },
  ]
}

/** Access, parking and pets. */
export function siteLines({ accessNotes, parkingNotes, pets }: BookingDetails['location']): Lines {
  return [
    ...(accessNotes ? [accessNotes] : []),
    ...(parkingNotes ? [{ code: 'job-sheet.parking', params: { notes: parkingNotes } }] : []),
    ...(pets ? [{ code: 'job-sheet.pets', params: { notes: pets } }] : []),
  ]
}

/** `1 h 30 min` */
function toDuration(total: number): MessageDescriptor {
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  if (hours === 0) return { code: 'job-sheet.minutes', params: { minutes } }
  return minutes === 0
    ? { code: 'job-sheet.hours', params: { hours } }
    : { code: 'job-sheet.hours-and-minutes', params: { hours, minutes } }
}

function toPrice({ price: { model, amount, hourlyRate: rate } }: Pick<BookingDetails, 'price'>): MessageParam {
  if (model === 'HOURLY' && rate)
    return amount
      ? { code: 'job-sheet.amount-and-rate', params: { amount, rate } }
      : { code: 'job-sheet.rate', params: { rate } }
  return amount ?? { code: 'job-sheet.to-quote' }
}

/** The price, each price adjustment with its outcome, and the total, unless a milestone is paid instead of the price. */
export function amountRows(
  booking: Pick<BookingDetails, 'price' | 'priceAdjustments' | 'adjustedTotal' | 'milestoneId'>,
): PricedRow[] {
  const { priceAdjustments, milestoneId } = booking
  const adjustedTotal = milestoneId === null ? booking.adjustedTotal : null
  const visible = priceAdjustments.filter(({ status }) => status === 'APPROVED' || status === 'PENDING')
  const extra = visible.flatMap(({ status, lines, total }) =>
    lines.map(({ description, quantity, amount }): PricedRow => {
      const line: MessageParam =
        quantity === '1'
          ? description
          : { code: 'document.line-quantity', params: { line: description, quantity: Number(quantity) } }
      return {
        text: status === 'PENDING' ? { code: 'job-sheet.pending', params: { line } } : line,
        amount: { amount, currency: total.currency },
      }
    }),
  )
  const isChanged = visible.some(({ status }) => status === 'APPROVED')
  return [
    { text: { code: 'job-sheet.agreed-price' }, amount: toPrice(booking) },
    ...extra,
    ...(isChanged && adjustedTotal ? [{ text: { code: 'document.total' }, amount: adjustedTotal, strong: true }] : []),
  ]
}

/** An item with its answer, ticked or open. */
export function checklistRow({ label, type, required, value, done, note }: ChecklistItem) {
  const item: MessageParam = required && !done ? { code: 'job-sheet.item-required', params: { item: label } } : label
  const answer: MessageParam | null =
    type === 'PASS_FAIL' && value !== null ? { code: value === 'PASS' ? 'job-sheet.pass' : 'job-sheet.fail' } : value
  const text: MessageParam = answer === null ? item : { code: 'job-sheet.item-answer', params: { item, answer } }
  return { mark: done ? ('ticked' as const) : ('box' as const), text, ...(note !== null && { note }) }
}

/** Totals of travel, work and breaks. */
export function timeFacts({
  workLog,
}: Pick<BookingDetails, 'workLog'>): { label: MessageDescriptor; value: MessageDescriptor }[] {
  return (['TRAVEL', 'WORK', 'BREAK'] as const).flatMap((kind) => {
    const minutes = workLog.reduce((sum, each) => (each.kind === kind ? sum + (each.minutes ?? 0) : sum), 0)
    return minutes > 0 ? [{ label: { code: `job-sheet.work-log.${kind}` }, value: toDuration(minutes) }] : []
  })
}

/** `Problem: The leak` */
export function toCaption({ kind: type, caption }: BookingPhoto): MessageDescriptor {
  const kind: MessageDescriptor = { code: `job-sheet.photo.${type}` }
  return caption ? { code: 'job-sheet.photo-caption', params: { kind, caption } } : kind
}
