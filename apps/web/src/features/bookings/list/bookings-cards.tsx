import type { BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Link } from 'react-router'
import { dayName } from '../../../lib/format/dates.ts'
import { useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { bookingQuery } from '../api.ts'
import { BookingCard } from '../../../shared/bookings/booking-card.tsx'
import { tabLabel } from '../booking-labels.ts'
import { groupByDay, type BookingTab } from '../model.ts'
import { useUnread } from './read-state.ts'

export interface BookingsCardsProps {
  tab: BookingTab
  rows: readonly BookingSummary[]
  href: (id: string) => string
  now: Date
  /** Id of the booking shown beside the list. */
  selected?: string | undefined
}

/** Bookings as cards; upcoming ones are grouped by day. */
export function BookingsCards({ tab, rows, href, now, selected }: BookingsCardsProps) {
  const isUnseen = useUnread()
  const pending = new Set(useQueuedMutations().map(({ subject }) => subject))
  const card = (booking: BookingSummary, dayIsKnown: boolean) => (
    <li key={booking.id}>
      <CardLink id={booking.id} to={href(booking.id)} selected={booking.id === selected}>
        <BookingCard
          booking={booking}
          now={now}
          dayIsKnown={dayIsKnown}
          unseen={isUnseen(booking)}
          pending={pending.has(booking.id)}
        />
      </CardLink>
    </li>
  )
  const dayOf = (startAt: string | null, timeZone: string) =>
    startAt === null ? t`No time yet` : dayName(startAt, timeZone, now)
  if (tab !== 'upcoming') {
    return (
      <ul aria-label={tabLabel(tab)} className="grid gap-3">
        {rows.map((booking) => card(booking, false))}
      </ul>
    )
  }
  return (
    <div className="grid gap-5">
      {groupByDay(rows).map(({ key, startAt, timeZone, rows: ofDay }) => (
        <section key={`${key} ${timeZone}`} aria-label={dayOf(startAt, timeZone)} className="grid gap-2.5">
          <h2 className="text-sm font-semibold text-text-muted">{dayOf(startAt, timeZone)}</h2>
          <ul className="grid gap-3">{ofDay.map((booking) => card(booking, startAt !== null))}</ul>
        </section>
      ))}
    </div>
  )
}

function CardLink(props: { id: string; to: string; selected: boolean; children: React.ReactNode }) {
  const client = useQueryClient()
  const { id, to, selected, children } = props
  return (
    <Link
      to={to}
      aria-current={selected ? 'true' : undefined}
      // Prefetch on pointer down.
      onPointerDown={() => void client.prefetchQuery(bookingQuery(id))}
      className={clsx(
        'block rounded-card border p-4 transition-colors',
        selected
          ? 'border-accent-text bg-accent-soft'
          : 'border-line bg-surface-raised shadow-raised hover:bg-surface-hover active:bg-surface-hover',
      )}
    >
      {children}
    </Link>
  )
}
