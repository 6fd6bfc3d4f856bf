import type { BookingDetails } from '@fettle/protocol/bookings'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import type { PriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { formatMoney } from '../../../platform/locale/money.ts'

/**
 * `Wednesday 25 November 2026` and below it `09:00–11:00 (Lagos time)`, in the site's time zone. Private notes and tags
 * are never printed.
 */
export function whenText({ startAt, endAt, timeZone }: Pick<BookingDetails, 'startAt' | 'endAt' | 'timeZone'>): string {
  if (startAt === null || endAt === null) return 'Time to be agreed'
  const part = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(at))
  const day = (at: string) =>
    part(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '')
  const time = (at: string) => part(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const until = day(startAt) === day(endAt) ? time(endAt) : `${day(endAt)}, ${time(endAt)}`
  const zoneCity = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return `${day(startAt)}\n${time(startAt)}–${until} (${zoneCity} time)`
}

/** Access, parking and pets. */
export function siteText({ accessNotes, parkingNotes, pets }: BookingDetails['location']): string {
  return [accessNotes, parkingNotes && `Parking: ${parkingNotes}`, pets && `Pets: ${pets}`].filter(Boolean).join('\n')
}

/** `27 Herbert Macaulay Way, Yaba, Lagos`, or only the city while the address is hidden. */
export function addressText({ line1, line2, city, state, postalCode }: BookingDetails['location']): string {
  return [line1, line2, [postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
}

export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

export function priceText({ price: { model, amount, hourlyRate } }: Pick<BookingDetails, 'price'>): string {
  if (model === 'HOURLY' && hourlyRate) {
    const rate = `${formatMoney(hourlyRate)} an hour`
    return amount ? `${formatMoney(amount)} (${rate})` : rate
  }
  return amount ? formatMoney(amount) : 'To be quoted'
}

/** The price, each price adjustment with its outcome, and the total. */
export function amountRows(booking: Pick<BookingDetails, 'price' | 'priceAdjustments' | 'adjustedTotal'>) {
  const { priceAdjustments, adjustedTotal } = booking
  const visible = priceAdjustments.filter(({ status }) => status === 'APPROVED' || status === 'PENDING')
  const extra = visible.flatMap(({ status, lines, total }) =>
    lines.map((line) => ({
      text: `${line.description}${line.quantity === '1' ? '' : ` × ${line.quantity}`}${waitingText(status)}`,
      amount: formatMoney({ amount: line.amount, currency: total.currency }),
    })),
  )
  const isChanged = visible.some(({ status }) => status === 'APPROVED')
  return [
    { text: 'Agreed price', amount: priceText(booking), strong: false },
    ...extra.map((row) => ({ ...row, strong: false })),
    ...(isChanged && adjustedTotal ? [{ text: 'Total', amount: formatMoney(adjustedTotal), strong: true }] : []),
  ]
}

const waitingText = (status: PriceAdjustment['status']) =>
  status === 'PENDING' ? ' (not approved yet: do not start this work)' : ''

/** An item with its answer, ticked or open. */
export function checklistRow({ label, type, required, value, done, note }: ChecklistItem) {
  const answer = type === 'PASS_FAIL' && value !== null ? (value === 'PASS' ? 'Pass' : 'Fail') : value
  return {
    mark: done ? ('ticked' as const) : ('box' as const),
    text: `${label}${required && !done ? ' (required)' : ''}${answer === null ? '' : `: ${answer}`}`,
    ...(note !== null && { note }),
  }
}

const kinds = { TRAVEL: 'Travel', WORK: 'Work', BREAK: 'Break' } as const

/** Totals of travel, work and breaks. */
export function timeFacts({ workLog }: Pick<BookingDetails, 'workLog'>): { label: string; value: string }[] {
  return (['TRAVEL', 'WORK', 'BREAK'] as const).flatMap((kind) => {
    const minutes = workLog.reduce((sum, each) => (each.kind === kind ? sum + (each.minutes ?? 0) : sum), 0)
    return minutes > 0 ? [{ label: kinds[kind], value: durationText(minutes) }] : []
  })
}
