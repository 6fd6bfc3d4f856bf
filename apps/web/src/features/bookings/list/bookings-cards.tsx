import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { dayName } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { bookingQuery } from '../api.ts'
import { AnswerRequest, isAnswerable } from '../../../shared/bookings/answer-request.tsx'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { usePendingStatus } from '../../../ui/feedback/undo.ts'
import { BulkBar, SelectIconButton } from '../../../ui/layout/bulk-bar.tsx'
import { cardClass, CardLink } from '../../../ui/layout/selectable-card.tsx'
import { useSelection } from '../../../ui/layout/use-selection.ts'
import { pressShortcut, SwipeRow } from '../../../ui/layout/swipe-row.tsx'
import { tabLabel } from '../booking-labels.ts'
import { groupByDay } from './group-by-day.ts'
import type { BookingTab } from './booking-tabs.ts'
import { bookingsBulk } from './bookings-bulk.tsx'
import { useUnread } from './read-state.ts'

export interface BookingsCardsProps {
  tab: BookingTab
  rows: readonly BookingListEntry[]
  href: (id: string) => string
  now: Date
  /** Id of the booking shown beside the list. */
  selected?: string | undefined
  /** Sorted by start, so that days can be grouped. */
  isByStart: boolean
  /** Place for the button that starts a selection, beside the search. */
  selectHost: RefObject<HTMLElement | null>
}

/** Bookings as cards; upcoming ones are grouped by day. */
export function BookingsCards(props: BookingsCardsProps) {
  const { tab, rows, href, now, selected, isByStart, selectHost } = props
  const isUnseen = useUnread()
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  const client = useQueryClient()
  const selection = useSelection(rows, ({ id }) => id)
  // Beside an open booking there is no room for a selection.
  const bulk = selected === undefined ? bookingsBulk() : undefined
  const card = (booking: BookingListEntry, dayIsKnown: boolean) => {
    // The request that is open beside the list is answered there.
    const isAnsweredHere =
      isAnswerable(booking) && booking.id !== selected && !pending.has(booking.id) && !selection.isSelecting
    return (
      <CardRow
        key={booking.id}
        id={booking.id}
        isAnswerable={isAnsweredHere}
        hasTime={booking.startAt !== null}
        selected={booking.id === selected || selection.isChosen(booking.id)}
      >
        <CardLink
          rowKey={booking.id}
          to={href(booking.id)}
          name={booking.title}
          isCurrent={booking.id === selected}
          selection={bulk && selection}
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
  const list =
    tab === 'upcoming' && isByStart ? (
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
    ) : (
      <ul aria-label={tabLabel(tab)} className="grid grid-cols-1 gap-3">
        {rows.map((booking) => card(booking, false))}
      </ul>
    )
  return (
    <>
      {bulk && (
        <Hosted host={selectHost}>
          <SelectIconButton selection={selection} />
        </Hosted>
      )}
      {list}
      {bulk && <BulkBar selection={selection} bulk={bulk} />}
    </>
  )
}

/** Renders its children in an element of the same screen. The element is not known before the rows are rendered. */
function Hosted({ host, children }: { host: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setElement(host.current), [host])
  return element && createPortal(children, element)
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
