import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayName } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { bookingQuery } from '../api.ts'
import { AnswerRequest } from '../../../shared/bookings/answer-request.tsx'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { useHeld } from '../../../ui/feedback/undo.ts'
import { pressShortcut, SwipeRow } from '../../../ui/layout/swipe-row.tsx'
import { tabLabel } from '../booking-labels.ts'
import { groupByDay, type BookingTab } from '../model.ts'
import { useUnread } from './read-state.ts'

export interface BookingsCardsProps {
  tab: BookingTab
  rows: readonly BookingListEntry[]
  href: (id: string) => string
  now: Date
  /** Id of the booking shown beside the list. */
  selected?: string | undefined
}

/** Bookings as cards; upcoming ones are grouped by day. */
export function BookingsCards({ tab, rows, href, now, selected }: BookingsCardsProps) {
  const isUnseen = useUnread()
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  const card = (booking: BookingListEntry, dayIsKnown: boolean) => {
    // The request that is open beside the list is answered there.
    const isAnswerable = booking.canAccept && booking.id !== selected && !pending.has(booking.id)
    return (
      <CardRow key={booking.id} id={booking.id} isAnswerable={isAnswerable} selected={booking.id === selected}>
        <CardLink id={booking.id} to={href(booking.id)} selected={booking.id === selected}>
          <BookingCard
            booking={booking}
            now={now}
            dayIsKnown={dayIsKnown}
            unseen={isUnseen(booking)}
            pending={pending.has(booking.id)}
          />
        </CardLink>
        {isAnswerable && <AnswerRequest booking={booking} now={now} className="justify-end px-4 pb-4" />}
      </CardRow>
    )
  }
  const dayOf = (startAt: string | null, timeZone: string) =>
    startAt === null ? t`No time yet` : dayName(startAt, timeZone, now)
  if (tab !== 'upcoming') {
    return (
      <ul aria-label={tabLabel(tab)} className="grid grid-cols-1 gap-3">
        {rows.map((booking) => card(booking, false))}
      </ul>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {groupByDay(rows).map(({ key, startAt, timeZone, rows: ofDay }) => (
        <section key={`${key} ${timeZone}`} aria-label={dayOf(startAt, timeZone)} className="grid grid-cols-1 gap-2.5">
          <h2 className="text-sm font-semibold text-text-muted">{dayOf(startAt, timeZone)}</h2>
          <ul className="grid grid-cols-1 gap-3">{ofDay.map((booking) => card(booking, startAt !== null))}</ul>
        </section>
      ))}
    </div>
  )
}

/** Row of a request, which a swipe answers like its buttons. */
function CardRow(props: { id: string; isAnswerable: boolean; selected: boolean; children: ReactNode }) {
  const { id, isAnswerable, selected, children } = props
  const isHeld = useHeld(id) !== undefined
  const canSwipe = isAnswerable && !isHeld
  return (
    <SwipeRow
      className={cardClass(selected)}
      toEnd={
        canSwipe
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

const cardClass = (selected: boolean): string =>
  clsx(
    'rounded-card border transition-colors',
    selected
      ? 'border-accent-text bg-accent-soft'
      : 'border-line bg-surface-raised shadow-raised hover:bg-surface-hover active:bg-surface-hover',
  )

function CardLink(props: { id: string; to: string; selected: boolean; children: ReactNode }) {
  const client = useQueryClient()
  const { id, to, selected, children } = props
  return (
    <Link
      to={to}
      data-row
      aria-current={selected ? 'true' : undefined}
      // Prefetch on pointer down.
      onPointerDown={() => void client.prefetchQuery(bookingQuery(id))}
      className="block rounded-card p-4"
    >
      {children}
    </Link>
  )
}
