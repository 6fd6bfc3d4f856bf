import { getCalendar } from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { longDay, ownTimeZone, regionalLocale } from '../../../lib/format/dates.ts'
import { useTableRoom } from '../../../lib/browser/media.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { slotDraft, type SlotDraft } from '../../../shared/bookings/slot-field.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'
import { Agenda } from './agenda.tsx'
import { clockOf, daysOf, entriesOf, rangeOf, type CalendarEntry, type DropTarget } from './model.ts'
import { TimeGrid } from './time-grid.tsx'
import { bookingQuery } from '../api.ts'
import { RescheduleSheet } from '../sheets/time-sheets.tsx'
import { useOfflineActions } from '../offline/use-offline-actions.ts'

/** Asks for confirmation before proposing another time: the customer has to agree. */
function Propose(props: { id: string; slot: SlotDraft; now: Date; onClose: () => void }) {
  const { id, slot, now, onClose } = props
  const { data: booking } = useQuery(bookingQuery(id))
  const field = useOfflineActions(id)
  if (!booking) return null
  return <RescheduleSheet booking={booking} field={field} now={now} slot={slot} onClose={onClose} />
}

const noon = (day: string) => `${day}T12:00:00Z`

/** Formats the days shown as `23–29 November 2026`, or one day in full. */
function nameOf(days: readonly string[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (days.length === 1) return longDay(noon(first), 'UTC')
  return new Intl.DateTimeFormat(regionalLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(new Date(noon(first)), new Date(noon(last)))
}

/** Calendar of a day or a week: an hour grid; a week on narrow screens is an agenda. */
export function Calendar({ listParams }: { listParams: ListSearchParams }) {
  const now = useNow()
  // Seven readable columns need more room than a portrait tablet has.
  const roomy = useTableRoom()
  const look = listParams.look === 'week' ? 'week' : 'day'
  const today = wallTime(now, ownTimeZone()).day
  const day = /^\d{4}-\d{2}-\d{2}$/.test(listParams.day ?? '') ? (listParams.day ?? today) : today
  const days = useMemo(() => daysOf(look, day), [look, day])
  const query = useQuery({
    ...queryOf(getCalendar, { query: rangeOf(days, ownTimeZone()) }),
    placeholderData: keepPreviousData,
  })
  const view = query.data
  const entries = useMemo(() => (view ? entriesOf(view) : []), [view])
  const timeZone = view?.timeZone ?? ownTimeZone()
  const [proposed, setProposed] = useState<{ id: string; slot: SlotDraft }>()
  const step = look === 'week' ? 7 : 1
  const propose = (entry: CalendarEntry, target: DropTarget) =>
    setProposed({
      id: entry.id,
      slot: { ...slotDraft(entry.startAt, entry.endAt, timeZone), day: target.day, time: clockOf(target.from) },
    })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={look === 'week' ? t`Previous week` : t`Previous day`}
          icon={<ChevronLeft size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(addDays(day, -step))}
        />
        <Button size="sm" variant="secondary" onClick={() => listParams.chooseDay(undefined)}>
          <Trans>Today</Trans>
        </Button>
        <IconButton
          label={look === 'week' ? t`Go to next week` : t`Next day`}
          icon={<ChevronRight size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(addDays(day, step))}
        />
        <h2 aria-live="polite" className="text-lg font-semibold">
          {nameOf(days)}
        </h2>
      </div>
      {query.isPending && <SkeletonList rows={6} />}
      {!query.isPending && !view && (
        <Banner
          tone="danger"
          alert
          title={t`The calendar could not be loaded.`}
          action={
            <Button size="sm" variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(query.error, t`Try again in a moment.`)}
        </Banner>
      )}
      {view &&
        (roomy || look === 'day' ? (
          <TimeGrid
            days={days}
            entries={entries}
            loads={view.days}
            timeZone={timeZone}
            now={now}
            href={listParams.href}
            onMove={propose}
          />
        ) : (
          <Agenda
            days={days}
            entries={entries}
            loads={view.days}
            timeZone={timeZone}
            now={now}
            href={listParams.href}
          />
        ))}
      {proposed && <Propose {...proposed} now={now} onClose={() => setProposed(undefined)} />}
    </div>
  )
}
