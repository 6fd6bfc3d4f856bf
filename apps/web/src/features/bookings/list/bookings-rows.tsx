import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, Hammer, Hourglass, Inbox, SearchX } from 'lucide-react'
import type { RefObject } from 'react'
import { PagedRows } from '../../../shared/lists/paged-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { bookingsQuery } from '../api.ts'
import { BookingsCards } from './bookings-cards.tsx'
import { BookingsTable } from './bookings-table.tsx'
import type { BookingTab } from './booking-tabs.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import type { ListSearchParams } from './use-list-search-params.ts'
import { SeriesStrip } from '../series/series-strip.tsx'

/** Status of the series that a tab also lists. */
const seriesStatusByTab: Partial<Record<BookingTab, 'PENDING' | 'ACTIVE'>> = { requests: 'PENDING', upcoming: 'ACTIVE' }

/** Table where there is room, cards elsewhere. */
export type RowsLayout = 'table' | 'cards'

interface RowsProps {
  listParams: ListSearchParams
  layout: RowsLayout
  selected: string | undefined
  now: Date
  upcomingCount: number
  /** Place for the button that starts a selection. */
  selectHost: RefObject<HTMLElement | null>
}

/** Bookings of a tab, with its series. */
export function BookingsRows(props: RowsProps) {
  const { tab, q, narrowed, filter } = props.listParams
  const seriesStatus = seriesStatusByTab[tab]
  const { isPending } = useInfiniteQuery(bookingsQuery(filter, searchText(q)))
  return (
    <div className="grid grid-cols-1 gap-6">
      <Rows {...props} />
      {/* Rendered after the rows, so that it does not shift them. */}
      {seriesStatus && !isPending && !searchText(q) && narrowed === 0 && <SeriesStrip status={seriesStatus} />}
    </div>
  )
}

/** Pages of the bookings under a tab, or an empty state. */
function Rows({ listParams, layout, selected, now, upcomingCount, selectHost }: RowsProps) {
  const { tab, filter, q, href } = listParams
  return (
    <PagedRows
      query={useInfiniteQuery(bookingsQuery(filter, searchText(q)))}
      rowsOf={({ bookings }) => bookings}
      failed={t`We couldn't load the bookings.`}
      empty={<EmptyBookings listParams={listParams} upcomingCount={upcomingCount} />}
    >
      {(rows) =>
        layout === 'table' ? (
          <BookingsTable
            tab={tab}
            rows={rows}
            href={href}
            now={now}
            sorting={{ current: filter.sort, onSort: listParams.sortBy }}
          />
        ) : (
          <BookingsCards
            tab={tab}
            rows={rows}
            href={href}
            now={now}
            selected={selected}
            isByStart={filter.sort.endsWith('startAt')}
            selectHost={selectHost}
          />
        )
      }
    </PagedRows>
  )
}

/** Empty state of a tab, a search or a filter. */
function EmptyBookings({ listParams, upcomingCount }: Pick<RowsProps, 'listParams' | 'upcomingCount'>) {
  const { tab, q, setTyped, chooseTab } = listParams
  const text = searchText(q)
  if (text) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>No results for “{text}”</Trans>}
        action={
          <Button variant="secondary" onClick={() => setTyped('')}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>Try another tab, or search for part of a name, title or reference.</Trans>
      </EmptyState>
    )
  }
  if (listParams.narrowed > 0) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>Nothing matches these filters</Trans>}
        action={
          <Button variant="secondary" onClick={() => listParams.setFilters({})}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Try another tab or clear the filters.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'requests') {
    return (
      <EmptyState
        icon={<Inbox size={26} />}
        title={<Trans>No requests to answer</Trans>}
        action={
          upcomingCount > 0 && (
            <Button variant="secondary" onClick={() => chooseTab('upcoming')}>
              <Trans>See what's coming up</Trans>
            </Button>
          )
        }
      >
        <Trans>New requests show up here with the time you have to reply.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'upcoming') {
    return (
      <EmptyState icon={<CalendarCheck size={26} />} title={<Trans>Nothing coming up</Trans>}>
        <Trans>Jobs you accept show up here, soonest first.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'progress') {
    return (
      <EmptyState icon={<Hammer size={26} />} title={<Trans>No jobs in progress</Trans>}>
        <Trans>Jobs you're working on show up here.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'confirm') {
    return (
      <EmptyState icon={<Hourglass size={26} />} title={<Trans>Nothing to confirm</Trans>}>
        <Trans>Finished jobs wait here until the customer confirms.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<CalendarClock size={26} />} title={<Trans>No past bookings yet</Trans>}>
      <Trans>Finished jobs and closed requests are kept here.</Trans>
    </EmptyState>
  )
}
