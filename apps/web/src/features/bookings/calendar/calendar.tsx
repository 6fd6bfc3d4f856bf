import type { CalendarView } from '@fettle/protocol/availability/calendar'
import { getCalendar } from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatter, longDay, ownTimeZone, regionalLocale } from '../../../lib/format/dates.ts'
import { useTableRoom, useTwoPaneRoom, useWeekAndListRoom } from '../../../lib/browser/media.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { slotDraft, slotOf } from '../../../shared/bookings/slot-field.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'
import { Agenda } from './agenda.tsx'
import {
  clockOf,
  daysOf,
  entriesOf,
  firstWeekdayIn,
  monthOf,
  rangeOf,
  type CalendarEntry,
  type CalendarLook,
  type DropTarget,
} from './model.ts'
import { DayMap, RouteStrip } from './day-map.tsx'
import { MonthGrid } from './month-grid.tsx'
import { routeOf } from './route.ts'
import { TimeGrid } from './time-grid.tsx'
import { CollapsibleUnscheduledJobs, UnscheduledJobs } from './unscheduled-jobs.tsx'
import { bookingQuery } from '../api.ts'
import { NewBooking } from '../sheets/new-booking.tsx'
import { RescheduleSheet } from '../sheets/time-sheets.tsx'
import { useOfflineActions } from '../offline/use-offline-actions.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'

interface Slot {
  startAt: string
  endAt: string
}

/** Asks for confirmation before proposing another time: the customer has to agree. */
function Propose(props: { id: string; slot: Slot; now: Date; onClose: () => void }) {
  const { id, slot, now, onClose } = props
  const { data: booking } = useQuery(bookingQuery(id))
  const offline = useOfflineActions(id)
  if (!booking) return null
  // The site may have another time zone than the calendar.
  const draft = slotDraft(slot.startAt, slot.endAt, booking.timeZone)
  return <RescheduleSheet booking={booking} offline={offline} now={now} slot={draft} onClose={onClose} />
}

const noon = (day: string) => `${day}T12:00:00Z`

/** Formats the days shown as `23–29 November 2026`, one day in full, or the month. */
function nameOf(look: CalendarLook, day: string, days: readonly string[]): string {
  if (look === 'month')
    return formatter().date(new Date(noon(monthOf(day))), { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (days.length === 1) return longDay(noon(first), 'UTC')
  return new Intl.DateTimeFormat(regionalLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatRange(new Date(noon(first)), new Date(noon(last)))
}

const stepLabels = (look: CalendarLook): [back: string, ahead: string] => {
  if (look === 'month') return [t`Previous month`, t`Next month`]
  return look === 'week' ? [t`Previous week`, t`Go to next week`] : [t`Previous day`, t`Next day`]
}

/** The same view before (-1) or after (1). */
function stepTo(look: CalendarLook, day: string, by: 1 | -1): string {
  if (look === 'month') return monthOf(day, by)
  return addDays(day, by * (look === 'week' ? 7 : 1))
}

/** Calendar of a day, a week or a month, or the map of a day. On narrow screens a week is an agenda that starts today. */
export function Calendar({ listParams }: { listParams: ListSearchParams }) {
  const now = useNow()
  // Seven readable columns need more room than a portrait tablet has.
  const roomy = useTableRoom()
  const wide = useTwoPaneRoom()
  const hasListRoom = useWeekAndListRoom()
  const look = listParams.look === 'week' || listParams.look === 'month' ? listParams.look : 'day'
  // That of the provider's hours, once they are loaded.
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const today = wallTime(now, timeZone).day
  const day = /^\d{4}-\d{2}-\d{2}$/.test(listParams.day ?? '') ? (listParams.day ?? today) : today
  const days = useMemo(() => daysOf(look, day, firstWeekdayIn(regionalLocale())), [look, day])
  const query = useQuery({
    ...queryOf(getCalendar, { query: rangeOf(days, timeZone) }),
    placeholderData: keepPreviousData,
  })
  const view = query.data
  if (view && view.timeZone !== timeZone) setTimeZone(view.timeZone)
  const entries = useMemo(() => (view ? entriesOf(view) : []), [view])
  const [proposed, setProposed] = useState<{ id: string; slot: Slot }>()
  const [created, setCreated] = useState<Slot>()
  const [back, ahead] = stepLabels(look)
  const unscheduled = view?.unscheduled ?? []
  const route = useMemo(() => (view && look === 'day' ? routeOf(view, day) : undefined), [view, look, day])
  const strip = route && route.pins.length > 0 && listParams.look === 'day' && (
    <RouteStrip route={route} href={listParams.viewHref('map', day)} />
  )
  // Seven columns need the whole width of a laptop: the unscheduled jobs are collapsed above them.
  const isAbove = roomy && look === 'week' && !hasListRoom
  const hasSide = (unscheduled.length > 0 && !isAbove) || (wide && Boolean(strip))
  const slotAt = ({ day: on, from }: DropTarget, minutes: number) =>
    slotOf({ day: on, time: clockOf(from), minutes }, timeZone)
  const create = (target: DropTarget) => setCreated(slotAt(target, target.minutes))
  const propose = ({ id, startAt, endAt }: CalendarEntry, target: DropTarget) =>
    setProposed({ id, slot: slotAt(target, slotDraft(startAt, endAt, timeZone).minutes) })
  const shown = (of: CalendarView) => ({ days, entries, loads: of.days, timeZone, now, href: listParams.href })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={back}
          icon={<ChevronLeft size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(stepTo(look, day, -1))}
        />
        <Button size="sm" variant="secondary" onClick={() => listParams.chooseDay(undefined)}>
          <Trans>Today</Trans>
        </Button>
        <IconButton
          label={ahead}
          icon={<ChevronRight size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(stepTo(look, day, 1))}
        />
        <h2 aria-live="polite" className="text-lg font-semibold">
          {nameOf(look, day, days)}
        </h2>
      </div>
      {query.isPending && <SkeletonList rows={6} />}
      {!query.isPending && !view && <LoadError title={t`We couldn't load the calendar.`} query={query} />}
      {view && (
        <div className={clsx('grid items-start gap-5', wide && hasSide && 'grid-cols-[minmax(0,1fr)_17rem]')}>
          {!wide && strip}
          {isAbove && <CollapsibleUnscheduledJobs jobs={unscheduled} href={listParams.href} />}
          {route && listParams.look === 'map' ? (
            <DayMap route={route} timeZone={timeZone} now={now} href={listParams.href} roomy={roomy} />
          ) : look === 'month' ? (
            <MonthGrid
              {...shown(view)}
              chosen={day}
              roomy={roomy}
              dayHref={(on) => listParams.viewHref('day', on)}
              onChoose={listParams.chooseDay}
            />
          ) : roomy || look === 'day' ? (
            <TimeGrid {...shown(view)} onMove={propose} onCreate={create} />
          ) : (
            <Agenda {...shown(view)} />
          )}
          {hasSide && (
            <div className="grid gap-5">
              {wide && strip}
              {unscheduled.length > 0 && !isAbove && <UnscheduledJobs jobs={unscheduled} href={listParams.href} />}
            </div>
          )}
        </div>
      )}
      {proposed && <Propose {...proposed} now={now} onClose={() => setProposed(undefined)} />}
      {created && <NewBooking slot={created} onClose={() => setCreated(undefined)} />}
    </div>
  )
}
