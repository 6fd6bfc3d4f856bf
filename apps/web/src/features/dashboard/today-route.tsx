import type { Dashboard, DashboardStop } from '@fettle/protocol/workspace/dashboard'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MapPinned } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { timeIn, timeSpan } from '../../lib/format/dates.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/card.tsx'
import { whenOf } from '../../shared/bookings/booking-when.ts'
import { CustomerLine } from '../../shared/customers/customer-line.tsx'
import { TravelNote } from '../../shared/map/travel-note.tsx'
import { BookingChip } from '../../shared/bookings/booking-chip.tsx'
import { JobTodos } from './most-urgent-card.tsx'
import { isDone, type HomeLists } from './model.ts'

/** Today's jobs with the travel between them, a preview of tomorrow, and unscheduled bookings. */
export const TodayRoute = memo(function TodayRoute(props: {
  lists: Pick<HomeLists, 'stops' | 'tomorrow' | 'unscheduled'>
  /** A job of today is on the card above. */
  hasCard: boolean
  now: Date
}) {
  const { lists, hasCard, now } = props
  const { stops, tomorrow, unscheduled } = lists
  return (
    <Section
      title={<Trans>Today</Trans>}
      actions={
        <div className="flex gap-1">
          {stops.length > 0 && (
            <Link to={`${paths.bookings}?view=map`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
              <MapPinned size={18} aria-hidden="true" />
              <Trans>Map</Trans>
            </Link>
          )}
          <Link to={`${paths.bookings}?tab=upcoming`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            <Trans>See all</Trans>
          </Link>
        </div>
      }
    >
      {stops.length > 0 ? (
        <ol aria-label={t`Today's stops`} className="grid grid-cols-1 gap-3">
          {stops.map(({ stop, todos }) => (
            <li key={stop.bookingId} className="grid grid-cols-1 gap-3">
              {!isDone(stop) && <TravelNote stop={stop} />}
              <div className="grid grid-cols-1 gap-1">
                <StopRow stop={stop} />
                <JobTodos todos={todos} />
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-text-muted">
          {hasCard ? <Trans>No other jobs today.</Trans> : <Trans>No jobs today.</Trans>}
        </p>
      )}
      {tomorrow.total > 0 && (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold text-text-muted">{tomorrowText(tomorrow)}</p>
          <Glances rows={tomorrow.first} now={now} withDay={false} />
          {tomorrow.leftOut > 0 && (
            <Link
              to={`${paths.bookings}?view=day&day=${tomorrow.date}`}
              className={buttonClass({ variant: 'quiet', size: 'sm', className: 'justify-self-start' })}
            >
              {tomorrow.first.length > 0 ? <LeftOut count={tomorrow.leftOut} /> : <Trans>Show tomorrow</Trans>}
            </Link>
          )}
        </div>
      )}
      {unscheduled.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold text-text-muted">
            <Trans>Unscheduled</Trans>
          </p>
          <Glances rows={unscheduled} now={now} withDay />
        </div>
      )}
    </Section>
  )
})

/** `Tomorrow: 4 jobs, from 08:30`. */
function tomorrowText({ total: count, begins }: HomeLists['tomorrow']): string {
  const jobs = plural(count, { one: '# job', other: '# jobs' })
  if (!begins?.startAt) return t`Tomorrow: ${jobs}`
  const time = timeIn(begins.startAt, begins.timeZone)
  return t`Tomorrow: ${jobs}, from ${time}`
}

/** `2 more`. */
const LeftOut = ({ count }: { count: number }) => <Trans>{count} more</Trans>

const StopRow = ({ stop }: { stop: DashboardStop }) => (
  <Link
    to={paths.booking(stop.bookingId)}
    className="grid grid-cols-1 gap-1 rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
  >
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="text-sm font-semibold tabular-nums">{timeSpan(stop.startAt, stop.endAt, stop.timeZone)}</span>
      <BookingChip state={stop.status} />
    </span>
    <span dir="auto" className="font-semibold">
      {stop.title}
    </span>
    <CustomerLine name={stop.customerName} avatar={stop.customerAvatar} className="text-sm text-text-muted">
      {' · '}
      <bdi>{stop.address}</bdi>
    </CustomerLine>
  </Link>
)

type Glance = Dashboard['today']['unscheduled'][number]

const Glances = ({ rows, now, withDay }: { rows: readonly Glance[]; now: Date; withDay: boolean }) => (
  <ul className="-mx-2 grid grid-cols-[auto_minmax(0,1fr)]">
    {rows.map((row) => (
      <li key={row.bookingId} className="col-span-full grid grid-cols-subgrid">
        <Link
          to={paths.booking(row.bookingId)}
          className="col-span-full grid min-h-11 grid-cols-subgrid items-start gap-x-3 rounded-control px-2 py-2 hover:bg-surface-hover active:bg-surface-hover"
        >
          <span className="text-sm leading-6 font-semibold tabular-nums">
            {withDay ? whenOf(row, now).day : whenOf(row, now).time}
          </span>
          <span className="grid min-w-0">
            <span dir="auto" className="line-clamp-2">
              {row.title}
            </span>
            <CustomerLine name={row.customerName} avatar={row.customerAvatar} className="text-sm text-text-muted">
              {' · '}
              <bdi>{row.city}</bdi>
            </CustomerLine>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
