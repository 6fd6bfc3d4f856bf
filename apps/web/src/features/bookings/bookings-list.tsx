import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { bookingsQuery } from './api.ts'
import { tabLabel } from './booking-words.ts'
import { BookingsRows, type RowsLayout } from './bookings-rows.tsx'
import { bookingTabs, countOf, searchText, type BookingTab } from './model.ts'
import type { ListPlace } from './use-list-place.ts'

export interface BookingsListProps {
  place: ListPlace
  layout: RowsLayout
  selected?: string | undefined
}

/** Counts stay while another tab is on its way: figures that vanish and return make everything jump. */
function useCounts(tab: BookingTab, q: string | undefined): Readonly<Record<string, number>> | undefined {
  const counts = useInfiniteQuery(bookingsQuery(tab, q)).data?.pages[0]?.countsByStatus
  const [last, setLast] = useState(counts)
  if (counts && counts !== last) setLast(counts)
  return counts ?? last
}

/** Tabs with their counts, a search, and the bookings they leave. */
export function BookingsList({ place, layout, selected }: BookingsListProps) {
  const counts = useCounts(place.tab, searchText(place.q))
  return (
    <Tabs
      label={t`Bookings by state`}
      current={place.tab}
      onChange={place.chooseTab}
      tabs={bookingTabs.map((name) => ({
        name,
        label: tabLabel(name),
        count: counts && countOf(name, counts),
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
        <BookingsRows place={place} layout={layout} selected={selected} counts={counts} />
      </div>
    </Tabs>
  )
}
