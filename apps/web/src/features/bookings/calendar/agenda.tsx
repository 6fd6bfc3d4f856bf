import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Link } from 'react-router'
import { clockText } from '../../../lib/format/dates.ts'
import { AcceptRequest } from '../../../shared/bookings/accept-request.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { TravelNote } from '../../../shared/map/travel-note.tsx'
import { BookingChip } from '../../../shared/bookings/booking-chip.tsx'
import { linkOf, loadText, blockClassOf, nameOf, type DayLoad } from './block-labels.ts'
import { blocksOn, DAY_MINUTES, type CalendarBlock } from './layout/calendar-blocks.ts'
import { nameOfDay } from './layout/calendar-days.ts'
import type { CalendarEntry } from './layout/calendar-entries.ts'

export interface AgendaProps {
  days: readonly string[]
  entries: readonly CalendarEntry[]
  loads: readonly DayLoad[]
  timeZone: string
  now: Date
  /** The days are not loaded yet: those without entries may have some. */
  isLoading: boolean
  href: (id: string) => string
}

const span = ({ from, to }: CalendarBlock): string =>
  from === 0 && to === DAY_MINUTES ? t`All day` : `${clockText(from)}–${clockText(to)}`

/** Calendar as a list, one day below the other. */
export function Agenda({ days, entries, loads, timeZone, now, isLoading, href }: AgendaProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {days.map((day) => {
        const blocks = blocksOn(day, entries, timeZone)
        const name = nameOfDay(day, timeZone, now)
        const load = loadText(loads.find(({ date }) => date === day))
        return (
          <section key={day} aria-label={name} className="grid grid-cols-1 gap-2.5">
            <div className="flex items-baseline justify-between gap-3">
              <h3 dir="auto" className="font-semibold">
                {name}
              </h3>
              <span className="text-sm text-text-muted tabular-nums">{load}</span>
            </div>
            {blocks.length === 0 && isLoading ? (
              <Skeleton className="h-13" />
            ) : blocks.length === 0 ? (
              load === '' && (
                <p className="text-sm text-text-muted">
                  <Trans>Nothing planned</Trans>
                </p>
              )
            ) : (
              <ul className="grid grid-cols-1 gap-2">
                {blocks.map((block) => (
                  <li key={block.entry.key}>
                    <Line block={block} href={href} timeZone={timeZone} now={now} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

function Line(props: { block: CalendarBlock } & Pick<AgendaProps, 'href' | 'timeZone' | 'now'>) {
  const { block, href, timeZone, now } = props
  const { entry } = block
  const to = linkOf(entry, href)
  const content = (
    <>
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          <span className="shrink-0 font-semibold tabular-nums">{span(block)}</span>
          {entry.who && <CustomerLine name={entry.who} avatar={entry.avatar} className="text-text-muted" />}
        </span>
        <span dir="auto" className="truncate font-medium">
          {nameOf(entry)}
        </span>
      </span>
      {entry.status && entry.status !== 'CONFIRMED' && !entry.canAccept && (
        <BookingChip state={entry.status} className="shrink-0" />
      )}
    </>
  )
  const className = clsx(
    'flex min-h-13 min-w-0 items-center gap-3 rounded-control px-3.5 py-2',
    entry.kind === 'booking' && !entry.canAccept ? 'border border-line bg-surface-raised' : blockClassOf(entry),
  )
  if (to === undefined) return <div className={className}>{content}</div>
  return (
    <div className="grid grid-cols-1 gap-2">
      {block.from > 0 && <TravelNote stop={entry} className="px-3.5" />}
      <div
        className={clsx('grid items-center gap-2', entry.canAccept ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-1')}
      >
        <Link to={to} className={className}>
          {content}
        </Link>
        {entry.canAccept && <AcceptRequest id={entry.id} title={entry.title} timeZone={timeZone} now={now} />}
      </div>
    </div>
  )
}
