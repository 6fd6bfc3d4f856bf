import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { countText } from '../../../lib/format/count-text.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { useLastValue } from '../../../lib/browser/use-last-value.ts'
import { SavedFilters } from '../../../shared/lists/saved-filters.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Tabs } from '../../../ui/navigation/tabs.tsx'
import { bookingsQuery } from '../api.ts'
import { tabLabel } from '../booking-labels.ts'
import { BookingsRows, type RowsLayout } from './bookings-rows.tsx'
import { bookingTabs, countsOf } from './booking-tabs.ts'
import { filterNames } from './booking-filters.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import type { ListSearchParams } from './use-list-search-params.ts'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

export interface BookingsListProps {
  listParams: ListSearchParams
  layout: RowsLayout
  selected?: string | undefined
}

const savedParams = ['tab', 'view', ...filterNames, 'sort']

/** Bookings with tabs, counts, search and filters. */
export function BookingsList({ listParams, layout, selected }: BookingsListProps) {
  const now = useNow()
  const { tab, filter, q, narrowed } = listParams
  const { data } = useInfiniteQuery(bookingsQuery(filter, searchText(q)))
  const page = useLastValue(data?.pages[0])
  const counts = countsOf(page?.countsByStatus)
  const [filtering, setFiltering] = useState(false)
  const selectHost = useRef<HTMLDivElement>(null)
  return (
    <Tabs
      label={t`Bookings by status`}
      current={tab}
      onChange={listParams.chooseTab}
      tabs={bookingTabs.map((name) => {
        const count = counts[name]
        return { name, label: tabLabel(name), ...(count !== undefined && { count: countText(count, page?.atLeast) }) }
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex gap-2">
          <SearchField
            value={listParams.typed}
            onChange={listParams.setTyped}
            label={t`Search bookings`}
            placeholder={t`Title, customer or reference`}
            className={layout === 'table' ? 'flex-1 md:max-w-sm' : 'flex-1'}
          />
          <div ref={selectHost} className="contents" />
          <IconButton
            label={narrowed > 0 ? t`Filters, ${narrowed} set` : t`Filters`}
            icon={
              <>
                <SlidersHorizontal size={20} />
                {narrowed > 0 && <span className="absolute end-2 top-2 size-2 rounded-full bg-accent" />}
              </>
            }
            className="border border-line-strong md:size-10"
            onClick={() => setFiltering(true)}
          />
        </div>
        {!selected && <SavedFilters params={savedParams} narrowing={[...filterNames, 'sort']} />}
        <BookingsRows
          listParams={listParams}
          layout={layout}
          selected={selected}
          now={now}
          upcomingCount={counts.upcoming ?? 0}
          selectHost={selectHost}
        />
      </div>
      <Suspense>{filtering && <FilterSheet listParams={listParams} onClose={() => setFiltering(false)} />}</Suspense>
    </Tabs>
  )
}
