import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../lib/now.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { bookingsQuery } from './api.ts'
import { tabLabel } from './booking-words.ts'
import { BookingsRows, type RowsLayout } from './bookings-rows.tsx'
import { bookingTabs, countsOf, filterOf, searchText, type BookingTab } from './model.ts'
import type { ListPlace } from './use-list-place.ts'

export interface BookingsListProps {
  place: ListPlace
  layout: RowsLayout
  selected?: string | undefined
}

/** Counts stay while they are read anew: figures that vanish and return make everything jump. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** What is to be answered and what is ahead is always at hand: those tabs open at once. */
function useCounts(tab: BookingTab, q: string | undefined, now: Date): Record<BookingTab, number | undefined> {
  const requests = useInfiniteQuery(bookingsQuery(filterOf('requests', now), q))
  const upcoming = useInfiniteQuery(bookingsQuery(filterOf('upcoming', now), q))
  const past = useInfiniteQuery({ ...bookingsQuery(filterOf('past', now), q), enabled: tab === 'past' })
  return countsOf({
    countsByStatus: useLast(requests.data?.pages[0]?.countsByStatus),
    upcoming: useLast(upcoming.data?.pages[0]?.total),
    past: useLast(past.data?.pages[0]?.total),
  })
}

/** Tabs with their counts, a search, and the bookings they leave. */
export function BookingsList({ place, layout, selected }: BookingsListProps) {
  const now = useNow()
  const counts = useCounts(place.tab, searchText(place.q), now)
  return (
    <Tabs
      label={t`Bookings by state`}
      current={place.tab}
      onChange={place.chooseTab}
      tabs={bookingTabs.map((name) => ({
        name,
        label: tabLabel(name),
        count: counts[name],
      }))}
    >
      <div className="grid gap-4">
        <SearchField
          value={place.typed}
          onChange={place.type}
          label={t`Search bookings`}
          placeholder={t`Title, customer or reference`}
          className={layout === 'table' ? 'max-w-sm' : ''}
        />
        <BookingsRows place={place} layout={layout} selected={selected} now={now} ahead={counts.upcoming ?? 0} />
      </div>
    </Tabs>
  )
}
