import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { priceText } from '../../../lib/format/money.ts'
import { customerColumn } from '../../../shared/customers/customer-column.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataTable, type Column } from '../../../ui/layout/data-list.tsx'
import type { Selection } from '../../../ui/layout/use-selection.ts'
import { BookingChip } from '../../../shared/bookings/booking-chip.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { whenOf } from '../../../shared/bookings/booking-when.ts'
import { AnswerRequest, isAnswerable } from '../../../shared/bookings/answer-request.tsx'
import { shownStatus, UnseenDot } from '../../../shared/bookings/booking-card.tsx'
import { Overlaps } from '../../../shared/bookings/overlaps.tsx'
import { ServiceTile } from '../../../shared/bookings/service-tile.tsx'
import { tabLabel } from '../booking-labels.ts'
import type { BookingTab } from './booking-tabs.ts'
import { bookingsBulk } from './bookings-bulk.tsx'
import { useUnread } from './read-state.ts'
import type { ListSearchParams } from './use-list-search-params.ts'

/** Shows its content until the request is answered; an answer that can still be undone counts. */
const Unanswered = ({ id, children }: { id: string; children: ReactNode }) =>
  usePendingStatus(id) === undefined ? children : null

type BookingColumn = Column<BookingListEntry>

const job = (isUnseen: (booking: BookingListEntry) => boolean, className?: string): BookingColumn => ({
  name: 'job',
  header: t`Job`,
  sort: 'title',
  ...(className && { className }),
  cell: (booking) => (
    <span className="flex items-center gap-3">
      <ServiceTile type={booking.serviceCategory} photo={booking.thumbnail} />
      <span className="grid min-w-0">
        <span dir="auto" className="line-clamp-2 font-semibold">
          {isUnseen(booking) && (
            <Unanswered id={booking.id}>
              <UnseenDot />
            </Unanswered>
          )}
          {booking.title}
        </span>
        <span className="text-xs font-normal text-text-muted tabular-nums">{booking.reference}</span>
        <Unanswered id={booking.id}>
          <Overlaps job={booking.overlaps} />
        </Unanswered>
      </span>
    </span>
  ),
})

const when = (now: Date): BookingColumn => ({
  name: 'when',
  header: t`When`,
  sort: 'startAt',
  className: 'tabular-nums',
  cell: (booking) => {
    const { day, time } = whenOf(booking, now)
    return (
      <span className={clsx('grid', booking.startAt !== null && 'whitespace-nowrap')}>
        <span>{day}</span>
        <span className="text-xs text-text-muted">{time}</span>
      </span>
    )
  },
})

const price = (): BookingColumn => ({
  name: 'price',
  header: t`Price`,
  sort: 'price',
  figures: true,
  cell: (booking) => <span className="whitespace-nowrap">{priceText(booking.price)}</span>,
})

const answer = (): BookingColumn => ({
  name: 'answer',
  header: t`Reply within`,
  sort: 'respondBy',
  className: 'whitespace-nowrap',
  cell: ({ id, status, respondBy }) =>
    status === 'REQUESTED' && respondBy ? (
      <Unanswered id={id}>
        <Countdown until={respondBy} />
      </Unanswered>
    ) : (
      <BookingChip state={shownStatus({ status, respondBy })} />
    ),
})

const actions = (now: Date): BookingColumn => ({
  name: 'actions',
  header: (
    <span className="sr-only">
      <Trans>Actions</Trans>
    </span>
  ),
  figures: true,
  // Above the link that covers the row.
  cell: (booking) =>
    isAnswerable(booking) && (
      <AnswerRequest
        booking={booking}
        now={now}
        // Three answers take two lines, which leaves the titles more room.
        className={clsx('relative ms-auto justify-end max-[88rem]:flex-wrap', booking.overlaps && 'max-w-64')}
      />
    ),
})

const state = (): BookingColumn => ({
  name: 'state',
  header: t`Status`,
  cell: ({ status }) => <BookingChip state={status} />,
})

const columns = (tab: BookingTab, now: Date, isUnseen: (booking: BookingListEntry) => boolean): BookingColumn[] => [
  // Most titles fit in one line, beside the answers too.
  job(isUnseen, tab === 'requests' ? 'min-[88rem]:w-[30%]' : undefined),
  customerColumn(),
  when(now),
  price(),
  ...(tab === 'requests' ? [answer(), actions(now)] : [state()]),
]

/** Bookings as a table. */
export function BookingsTable(props: {
  listParams: ListSearchParams
  rows: readonly BookingListEntry[]
  now: Date
  selection: Selection<BookingListEntry>
}) {
  const { listParams, rows, now, selection } = props
  const { tab, filter, href, sortBy } = listParams
  return (
    <DataTable
      label={tabLabel(tab)}
      rows={rows}
      columns={columns(tab, now, useUnread())}
      rowKey={({ id }) => id}
      href={({ id }) => href(id)}
      sorting={{ current: filter.sort, onSort: sortBy }}
      bulk={bookingsBulk()}
      selection={selection}
    />
  )
}
