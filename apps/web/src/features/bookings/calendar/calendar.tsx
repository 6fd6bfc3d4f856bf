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
import { addDays, isDay, wallTime } from '../../../lib/format/wall-time.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { slotDraft, slotOf } from '../../../shared/bookings/slot-field.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'
import { Agenda } from './agenda.tsx'
import { clockOf, type DropTarget } from './layout/drop-target.ts'
import { daysOf, firstWeekdayIn, monthOf, rangeOf, type CalendarSpan } from './layout/calendar-days.ts'
import { entriesOf, type CalendarEntry } from './layout/calendar-entries.ts'
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
  const query = useQuery(bookingQuery(id))
  const offline = useOfflineActions(id)
  const { data: booking } = query
  if (!booking)
    return (
      query.error && (
        <Dialog onClose={onClose} title={<Trans>Propose another time</Trans>}>
          <LoadError query={query} />
        </Dialog>
      )
    )
  // The site may have another time zone than the calendar.
  const draft = slotDraft(slot.startAt, slot.endAt, booking.timeZone)
  return <RescheduleSheet booking={booking} offline={offline} now={now} slot={draft} onClose={onClose} />
}

const noon = (day: string) => `${day}T12:00:00Z`

/** Formats the days shown as `23–29 November 2026`, one day in full, or the month. */
function nameOf(span: CalendarSpan, day: string, days: readonly string[]): string {
  if (span === 'month')
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

const stepLabels = (span: CalendarSpan): [back: string, ahead: string] => {
  if (span === 'month') return [t`Previous month`, t`Next month`]
  return span === 'week' ? [t`Previous week`, t`Go to next week`] : [t`Previous day`, t`Next day`]
}

/** The day, week or month before (-1) or after (1). */
function stepTo(span: CalendarSpan, day: string, by: 1 | -1): string {
  if (span === 'month') return monthOf(day, by)
  return addDays(day, by * (span === 'week' ? 7 : 1))
}

/** Calendar of a day, a week or a month, or the map of a day. On narrow screens a week is an agenda that starts today. */
export function Calendar({ listParams }: { listParams: ListSearchParams }) {
  const now = useNow()
  // Seven readable columns need more room than a portrait tablet has.
  const isWide = useTableRoom()
  const wide = useTwoPaneRoom()
  const hasListRoom = useWeekAndListRoom()
  const span = listParams.view === 'week' || listParams.view === 'month' ? listParams.view : 'day'
  // The device's time zone, until that of the provider's working hours is loaded.
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const today = wallTime(now, timeZone).day
  const day = isDay(listParams.day) ? listParams.day : today
  const days = useMemo(() => daysOf(span, day, firstWeekdayIn(regionalLocale())), [span, day])
  const query = useQuery({
    ...queryOf(getCalendar, { query: rangeOf(days, timeZone) }),
    placeholderData: keepPreviousData,
  })
  const calendar = query.data
  if (calendar && calendar.timeZone !== timeZone) setTimeZone(calendar.timeZone)
  const entries = useMemo(() => (calendar ? entriesOf(calendar) : []), [calendar])
  const [proposed, setProposed] = useState<{ id: string; slot: Slot }>()
  const [created, setCreated] = useState<Slot>()
  const [backLabel, aheadLabel] = stepLabels(span)
  const unscheduled = calendar?.unscheduled ?? []
  const route = useMemo(() => (calendar && span === 'day' ? routeOf(calendar, day) : undefined), [calendar, span, day])
  const strip = route && route.pins.length > 0 && listParams.view === 'day' && (
    <RouteStrip route={route} href={listParams.viewHref('map', day)} />
  )
  // Seven columns need the whole width of a laptop: the unscheduled jobs are collapsed above them.
  const isAbove = isWide && span === 'week' && !hasListRoom
  const hasSide = (unscheduled.length > 0 && !isAbove) || (wide && Boolean(strip))
  const slotAt = ({ day: on, from }: DropTarget, minutes: number) =>
    slotOf({ day: on, time: clockOf(from), minutes }, timeZone)
  const create = (target: DropTarget) => setCreated(slotAt(target, target.minutes))
  const propose = ({ id, startAt, endAt }: CalendarEntry, target: DropTarget) =>
    setProposed({ id, slot: slotAt(target, slotDraft(startAt, endAt, timeZone).minutes) })
  const isLoading = query.isPlaceholderData
  const shown = (of: CalendarView) => ({
    days,
    entries,
    loads: of.days,
    timeZone,
    now,
    isLoading,
    href: listParams.href,
  })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={backLabel}
          icon={<ChevronLeft size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(stepTo(span, day, -1))}
        />
        <Button size="sm" variant="secondary" onClick={() => listParams.chooseDay(undefined)}>
          <Trans>Today</Trans>
        </Button>
        <IconButton
          label={aheadLabel}
          icon={<ChevronRight size={20} className="rtl:rotate-180" />}
          onClick={() => listParams.chooseDay(stepTo(span, day, 1))}
        />
        <h2 aria-live="polite" className="text-lg font-semibold">
          {nameOf(span, day, days)}
        </h2>
      </div>
      {query.isPending && <SkeletonList rows={6} />}
      {!query.isPending && !calendar && <LoadError title={t`We couldn't load the calendar.`} query={query} />}
      {calendar && (
        <div className={clsx('grid items-start gap-5', wide && hasSide && 'grid-cols-[minmax(0,1fr)_17rem]')}>
          {!wide && strip}
          {isAbove && <CollapsibleUnscheduledJobs jobs={unscheduled} href={listParams.href} />}
          {route && listParams.view === 'map' ? (
            <DayMap {...{ route, timeZone, now, isLoading, isWide }} href={listParams.href} />
          ) : span === 'month' ? (
            <MonthGrid
              {...shown(calendar)}
              chosen={day}
              isWide={isWide}
              dayHref={(on) => listParams.viewHref('day', on)}
              onChoose={listParams.chooseDay}
            />
          ) : isWide || span === 'day' ? (
            <TimeGrid {...shown(calendar)} onMove={propose} onCreate={create} />
          ) : (
            <Agenda {...shown(calendar)} />
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
