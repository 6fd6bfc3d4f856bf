import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { priceText } from '../../../lib/format/money.ts'
import { customerColumn } from '../../../shared/customers/customer-column.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { whenOf } from '../../../shared/bookings/booking-when.ts'
import { BookingCard, UnseenDot } from '../../../shared/bookings/booking-card.tsx'
import { tabLabel } from '../booking-labels.ts'
import type { BookingTab } from '../model.ts'
import { useUnread } from './read-state.ts'

type BookingColumn = Column<BookingSummary>

const job = (isUnseen: (booking: BookingSummary) => boolean): BookingColumn => ({
  name: 'job',
  header: t`Job`,
  cell: (booking) => (
    <span className="grid">
      <span dir="auto" className="line-clamp-2 font-semibold">
        {isUnseen(booking) && <UnseenDot />}
        {booking.title}
      </span>
      <span className="text-xs font-normal text-text-muted tabular-nums">{booking.reference}</span>
    </span>
  ),
})

const when = (now: Date): BookingColumn => ({
  name: 'when',
  header: t`When`,
  className: 'tabular-nums',
  cell: (booking) => {
    const { day, time } = whenOf(booking, now)
    return (
      <span className="grid whitespace-nowrap">
        <span>{day}</span>
        <span className="text-xs text-text-muted">{time}</span>
      </span>
    )
  },
})

const price = (): BookingColumn => ({
  name: 'price',
  header: t`Price`,
  figures: true,
  cell: (booking) => <span className="whitespace-nowrap">{priceText(booking.price)}</span>,
})

const answer = (): BookingColumn => ({
  name: 'answer',
  header: t`Reply within`,
  className: 'whitespace-nowrap',
  cell: ({ status, respondBy }) =>
    status === 'REQUESTED' && respondBy ? <Countdown until={respondBy} /> : <StatusChip state={status} />,
})

const state = (): BookingColumn => ({
  name: 'state',
  header: t`Status`,
  cell: ({ status }) => <StatusChip state={status} />,
})

const columns = (tab: BookingTab, now: Date, isUnseen: (booking: BookingSummary) => boolean): BookingColumn[] => [
  job(isUnseen),
  customerColumn(),
  when(now),
  price(),
  tab === 'requests' ? answer() : state(),
]

const cardAt = (now: Date) => (booking: BookingSummary) => <BookingCard booking={booking} now={now} />

/** Bookings as a table. */
export function BookingsTable(props: {
  tab: BookingTab
  rows: readonly BookingSummary[]
  href: (id: string) => string
  now: Date
}) {
  const { tab, rows, href, now } = props
  const isUnseen = useUnread()
  return (
    <DataList
      label={tabLabel(tab)}
      rows={rows}
      columns={columns(tab, now, isUnseen)}
      rowKey={({ id }) => id}
      href={({ id }) => href(id)}
      card={cardAt(now)}
    />
  )
}
