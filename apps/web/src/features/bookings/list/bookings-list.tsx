import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { countText } from '../../../lib/format/count-text.ts'
import { searchText } from '../../../lib/format/search-text.ts'
import { useTwoPaneRoom } from '../../../lib/browser/media.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { useLastValue } from '../../../lib/browser/use-last-value.ts'
import { PagedRows } from '../../../shared/lists/paged-rows.tsx'
import { SavedFilters } from '../../../shared/lists/saved-filters.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { BulkBar, SelectIconButton } from '../../../ui/layout/bulk-bar.tsx'
import { useSelection } from '../../../ui/layout/use-selection.ts'
import { Tabs } from '../../../ui/navigation/tabs.tsx'
import { bookingsQuery } from '../api.ts'
import { tabLabel } from '../booking-labels.ts'
import { SeriesStrip } from '../series/series-strip.tsx'
import { bookingTabs, countsOf, type BookingTab } from './booking-tabs.ts'
import { filterNames } from './booking-filters.ts'
import { bookingsBulk } from './bookings-bulk.tsx'
import { BookingsCards } from './bookings-cards.tsx'
import { BookingsTable } from './bookings-table.tsx'
import { EmptyBookings } from './empty-bookings.tsx'
import type { ListSearchParams } from './use-list-search-params.ts'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

const savedParams = ['tab', 'view', ...filterNames, 'sort']

/** Status of the series that a tab also lists. */
const seriesStatusByTab: Partial<Record<BookingTab, 'PENDING' | 'ACTIVE'>> = { requests: 'PENDING', upcoming: 'ACTIVE' }

interface BookingsListProps {
  listParams: ListSearchParams
  /** Id of the booking shown beside the list. */
  selected?: string
}

/** Bookings with tabs, counts, search and filters: a table where there is room, cards elsewhere. */
export function BookingsList({ listParams, selected }: BookingsListProps) {
  const now = useNow()
  const isAlone = selected === undefined
  const isTable = useTwoPaneRoom() && isAlone
  const { tab, filter, narrowed } = listParams
  const text = searchText(listParams.q)
  const query = useInfiniteQuery(bookingsQuery(filter, text))
  const loaded = query.data?.pages.flatMap(({ bookings }) => bookings) ?? []
  const selection = useSelection(loaded, ({ id }) => id)
  const page = useLastValue(query.data?.pages[0])
  const counts = countsOf(page?.countsByStatus)
  const seriesStatus = seriesStatusByTab[tab]
  const [filtering, setFiltering] = useState(false)
  return (
    <Tabs
      label={t`Bookings by status`}
      current={tab}
      onChange={(next) => {
        selection.clear()
        listParams.chooseTab(next)
      }}
      tabs={bookingTabs.map((name) => {
        const count = counts[name]
        return { name, label: tabLabel(name), ...(count !== undefined && { count: countText(count, page?.atLeast) }) }
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap gap-2">
          <SearchField
            value={listParams.typed}
            onChange={listParams.setTyped}
            label={t`Search bookings`}
            placeholder={t`Title, customer or reference`}
            className={isTable ? 'flex-1 basis-40 md:max-w-sm' : 'flex-1 basis-40'}
          />
          {/* Beside an open booking there is no room for a selection. */}
          {isAlone && !isTable && loaded.length > 0 && <SelectIconButton selection={selection} />}
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
        {isAlone && <SavedFilters params={savedParams} narrowing={[...filterNames, 'sort']} />}
        <div className="grid grid-cols-1 gap-6">
          <PagedRows
            query={query}
            rowsOf={({ bookings }) => bookings}
            failed={t`We couldn't load the bookings.`}
            empty={<EmptyBookings listParams={listParams} upcomingCount={counts.upcoming ?? 0} />}
          >
            {(rows) => (
              <>
                {isTable ? (
                  <BookingsTable listParams={listParams} rows={rows} now={now} selection={selection} />
                ) : (
                  <BookingsCards
                    listParams={listParams}
                    rows={rows}
                    now={now}
                    selected={selected}
                    selection={isAlone ? selection : undefined}
                  />
                )}
                {isAlone && <BulkBar selection={selection} bulk={bookingsBulk()} />}
              </>
            )}
          </PagedRows>
          {/* Rendered after the rows, so that it does not shift them. */}
          {seriesStatus && !query.isPending && !text && narrowed === 0 && <SeriesStrip status={seriesStatus} />}
        </div>
      </div>
      <Suspense>{filtering && <FilterSheet listParams={listParams} onClose={() => setFiltering(false)} />}</Suspense>
    </Tabs>
  )
}
