import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { SearchField, type SearchFieldProps } from '../../../ui/forms/search-field.tsx'

/** A search field is shown from this number of items. */
const SEARCH_FROM_COUNT = 8

interface LimitedListProps {
  title: ReactNode
  count: number
  limit: number
  /** Button that adds an item. */
  add: ReactNode
  search: SearchFieldProps
  /** The rows that match the search. */
  rows: readonly ReactNode[]
  /** Says that no row matches. */
  nothing: ReactNode
}

/** Card with a list of at most so many items, and a search once there are many. */
export const LimitedList = ({ title, count, limit, add, search, rows, nothing }: LimitedListProps) => (
  <Card className="grid gap-4 p-5 md:p-6">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-text-muted tabular-nums">
          <Trans>
            {count} of {limit}
          </Trans>
        </p>
      </div>
      {add}
    </div>
    {(count >= SEARCH_FROM_COUNT || search.value !== '') && <SearchField {...search} />}
    <ul className="grid divide-y divide-line">{rows}</ul>
    {rows.length === 0 && (
      <p role="status" className="text-text-muted">
        {nothing}
      </p>
    )}
  </Card>
)
