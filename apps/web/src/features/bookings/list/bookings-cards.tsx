import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayName } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { bookingQuery } from '../api.ts'
import { AnswerRequest, isAnswerable } from '../../../shared/bookings/answer-request.tsx'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { cardClass, CardLink } from '../../../ui/layout/selectable-card.tsx'
import type { Selection } from '../../../ui/layout/use-selection.ts'
import { pressShortcut, SwipeRow } from '../../../ui/layout/swipe-row.tsx'
import { tabLabel } from '../booking-labels.ts'
import { groupByDay } from './group-by-day.ts'
import { useUnread } from './read-state.ts'
import type { ListSearchParams } from './use-list-search-params.ts'

interface BookingsCardsProps {
  listParams: ListSearchParams
  rows: readonly BookingListEntry[]
  now: Date
  /** Id of the booking shown beside the list. */
  selected: string | undefined
  /** With it, cards can be selected. */
  selection: Selection<BookingListEntry> | undefined
}

/** Bookings as cards; upcoming ones are grouped by day. */
export function BookingsCards({ listParams, rows, now, selected, selection }: BookingsCardsProps) {
  const { tab, filter, href } = listParams
  const isUnseen = useUnread()
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  const client = useQueryClient()
  const card = (booking: BookingListEntry, dayIsKnown: boolean) => {
    // The request that is open beside the list is answered there.
    const isAnsweredHere =
      isAnswerable(booking) && booking.id !== selected && !pending.has(booking.id) && !selection?.isSelecting
    return (
      <CardRow
        key={booking.id}
        id={booking.id}
        isAnswerable={isAnsweredHere}
        hasTime={booking.startAt !== null}
        selected={booking.id === selected || (selection?.isChosen(booking.id) ?? false)}
      >
        <CardLink
          rowKey={booking.id}
          to={href(booking.id)}
          name={booking.title}
          isCurrent={booking.id === selected}
          selection={selection}
          // Prefetch on pointer down.
          onPress={() => void client.prefetchQuery(bookingQuery(booking.id))}
        >
          <BookingCard
            booking={booking}
            now={now}
            dayIsKnown={dayIsKnown}
            unseen={isUnseen(booking)}
            pending={pending.has(booking.id)}
          />
        </CardLink>
        {isAnsweredHere && (
          <AnswerRequest
            booking={booking}
            now={now}
            className="justify-end px-4 pb-4 max-md:[&>:is(a,button)]:flex-1"
          />
        )}
      </CardRow>
    )
  }
  const dayOf = (startAt: string | null, timeZone: string) =>
    startAt === null ? t`No time yet` : dayName(startAt, timeZone, now)
  // Days can be grouped only where the order is that of the days.
  if (tab === 'upcoming' && filter.sort.endsWith('startAt')) {
    return (
      <div className="grid grid-cols-1 gap-5">
        {groupByDay(rows).map(({ key, startAt, timeZone, rows: ofDay }) => (
          <section
            key={`${key} ${timeZone}`}
            aria-label={dayOf(startAt, timeZone)}
            className="grid grid-cols-1 gap-2.5"
          >
            <h2 className="text-sm font-semibold text-text-muted">{dayOf(startAt, timeZone)}</h2>
            <ul className="grid grid-cols-1 gap-3">{ofDay.map((booking) => card(booking, startAt !== null))}</ul>
          </section>
        ))}
      </div>
    )
  }
  return (
    <ul aria-label={tabLabel(tab)} className="grid grid-cols-1 gap-3">
      {rows.map((booking) => card(booking, false))}
    </ul>
  )
}

/** Row of a request, which a swipe answers like its buttons. */
function CardRow(props: {
  id: string
  isAnswerable: boolean
  /** Without a time it cannot be accepted as it is. */
  hasTime: boolean
  selected: boolean
  children: ReactNode
}) {
  const { id, selected, children } = props
  const isPending = usePendingStatus(id) !== undefined
  const canSwipe = props.isAnswerable && !isPending
  return (
    <SwipeRow
      className={cardClass(selected)}
      toEnd={
        canSwipe && props.hasTime
          ? {
              label: <Trans>Accept</Trans>,
              className: 'bg-success-soft text-success',
              run: (row) => pressShortcut(row, 'A'),
            }
          : undefined
      }
      toStart={
        canSwipe
          ? {
              label: <Trans>Decline</Trans>,
              className: 'bg-danger-soft text-danger',
              run: (row) => pressShortcut(row, 'D'),
            }
          : undefined
      }
    >
      {children}
    </SwipeRow>
  )
}
