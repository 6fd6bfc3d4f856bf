import type { CalendarBooking } from '@fettle/protocol/availability/calendar'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { MapPinned, Navigation } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { scrollBehavior } from '../../../lib/browser/media.ts'
import { durationText, timeSpan } from '../../../lib/format/dates.ts'
import { directionsLink } from '../../../lib/format/map-links.ts'
import { AcceptRequest } from '../../../shared/bookings/accept-request.tsx'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { LazyMap } from '../../../shared/map/lazy-map.tsx'
import { TravelNote } from '../../../shared/map/travel-note.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { BookingChip } from '../../../shared/bookings/booking-chip.tsx'
import { stopNumber, type DayRoute } from './route.ts'

interface DayMapProps {
  route: DayRoute
  timeZone: string
  now: Date
  /** The day is not loaded yet. */
  isLoading: boolean
  href: (id: string) => string
  /** There is room for the list beside the map. */
  isWide: boolean
}

/** Describes a route as `4 stops, 1 h 5 min driving`. */
function routeText({ stops, drivingMinutes }: DayRoute): string {
  const count = plural(stops.length, { one: '# stop', other: '# stops' })
  if (drivingMinutes === 0) return count
  const driving = durationText(drivingMinutes)
  return t`${count}, ${driving} driving`
}

/** The jobs of a day on a map, and the same as a list in driving order. */
export function DayMap({ route, timeZone, now, isLoading, href, isWide }: DayMapProps) {
  const [selected, setSelected] = useState<string>()
  const { stops, requests, pins, routeIds } = route
  const select = (id: string) => {
    setSelected(id)
    document.getElementById(rowId(id))?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
  }
  const isEmpty = stops.length + requests.length === 0
  if (isEmpty && isLoading) return <SkeletonList rows={4} />
  if (isEmpty)
    return (
      <EmptyState icon={<MapPinned size={26} />} title={<Trans>No jobs on this day</Trans>}>
        <Trans>Jobs with a time show up here in driving order, with when to leave.</Trans>
      </EmptyState>
    )
  const row = (booking: CalendarBooking, mark: string) => (
    <StopRow
      key={booking.id}
      booking={booking}
      mark={mark}
      href={href(booking.id)}
      selected={booking.id === selected}
      onSelect={() => setSelected(booking.id)}
    >
      {booking.canAccept && <AcceptRequest id={booking.id} title={booking.title} timeZone={timeZone} now={now} />}
    </StopRow>
  )
  return (
    <div className={clsx('grid items-start gap-5', isWide && 'grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]')}>
      {pins.length > 0 && (
        <LazyMap
          pins={pins}
          routeIds={routeIds}
          label={t`Map: ${routeText(route)}`}
          selected={selected}
          onSelect={select}
          className={
            isWide ? 'sticky top-4 order-last h-[min(70dvh,46rem)] border border-line' : 'h-64 border border-line'
          }
        />
      )}
      <div className="grid min-w-0 content-start gap-5">
        <p className="text-sm text-text-muted tabular-nums">{routeText(route)}</p>
        {stops.length > 0 && (
          <ol aria-label={t`Stops in driving order`} className="grid gap-3">
            {stops.map((stop, index) => row(stop, stopNumber(index)))}
          </ol>
        )}
        {requests.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-sm font-semibold text-text-muted">
              <Trans>Requests</Trans>
            </h3>
            <ul aria-label={t`Requests`} className="grid gap-3">
              {requests.map((request) => row(request, '?'))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

const rowId = (id: string) => `stop-${id}`

interface StopRowProps {
  booking: CalendarBooking
  mark: string
  href: string
  selected: boolean
  onSelect: () => void
  /** Actions. */
  children: ReactNode
}

function StopRow({ booking, mark, href, selected, onSelect, children }: StopRowProps) {
  const { id, title, status, customerName, customerAvatar, address, lat, lng } = booking
  const isRequest = status === 'REQUESTED'
  return (
    <li id={rowId(id)} className="grid scroll-m-4 gap-2" onPointerEnter={onSelect} onFocus={onSelect}>
      <TravelNote stop={booking} />
      <div
        className={clsx(
          'grid gap-3 rounded-card border p-4 transition-colors',
          selected ? 'border-accent-text bg-accent-soft' : 'border-line bg-surface-raised shadow-raised',
          isRequest && 'border-dashed',
        )}
      >
        <div className="flex items-start gap-3">
          <span
            aria-hidden="true"
            className={clsx(
              'grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold tabular-nums',
              isRequest ? 'border-2 border-dashed border-accent-text text-accent-text' : 'bg-text text-surface',
            )}
          >
            {mark}
          </span>
          <Link to={href} className="grid min-w-0 flex-1 gap-1 rounded-control hover:underline">
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="text-sm font-semibold tabular-nums">
                {timeSpan(booking.startAt, booking.endAt, booking.timeZone)}
              </span>
              {status !== 'CONFIRMED' && <BookingChip state={status} />}
            </span>
            <span dir="auto" className="font-semibold text-pretty">
              {title}
            </span>
            <CustomerLine name={customerName} avatar={customerAvatar} className="text-sm text-text-muted" />
            <span dir="auto" className="text-sm text-text-muted">
              {address}
            </span>
            {(lat === null || lng === null) && (
              <span className="text-sm text-text-muted">
                <Trans>Not on the map: the position of the address is unknown.</Trans>
              </span>
            )}
          </Link>
          {!isRequest && <Directions booking={booking} />}
        </div>
        {children && <div className="flex flex-wrap justify-end gap-2">{children}</div>}
      </div>
    </li>
  )
}

function Directions({ booking: { title, address, lat, lng } }: { booking: CalendarBooking }) {
  return (
    <a
      {...directionsLink({ lat, lng, address })}
      aria-label={t`Directions: ${title}`}
      title={t`Directions`}
      className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text"
    >
      <Navigation size={20} aria-hidden="true" />
    </a>
  )
}

/** The route of a day as a small picture that opens the map. */
export const RouteStrip = ({ route, href }: { route: DayRoute; href: string }) => (
  <Link
    to={href}
    className="grid gap-2 rounded-card border border-line bg-surface-raised p-2 text-sm shadow-raised hover:bg-surface-hover"
  >
    <LazyMap pins={route.pins} routeIds={route.routeIds} label={t`Map`} still className="h-32" />
    <span className="flex flex-wrap justify-between gap-x-3 px-1 tabular-nums">
      {routeText(route)}
      <span className="font-semibold text-accent-text">
        <Trans>Open map</Trans>
      </span>
    </span>
  </Link>
)
