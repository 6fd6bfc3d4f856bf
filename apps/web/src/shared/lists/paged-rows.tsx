import { Trans } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countText } from '../../lib/format/count-text.ts'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { useWithoutDeleted } from '../../ui/feedback/undo.ts'
import { LoadError } from '../errors/load-error.tsx'
import { ShowMore } from './show-more.tsx'

interface Counted {
  total?: number | undefined
  atLeast?: boolean | undefined
}

interface PagedRowsProps<Page extends Counted, Row extends { id: string }> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  /** Message when loading fails. */
  failed: string
  /** Empty state. */
  empty: ReactNode
  /** Renders the rows. */
  children: (rows: Row[]) => ReactNode
}

/** Paged list with loading, error and empty states, and a button to load more. */
export function PagedRows<Page extends Counted, Row extends { id: string }>(props: PagedRowsProps<Page, Row>) {
  const { query, rowsOf, failed, empty, children } = props
  const { data, isPending, isPlaceholderData, hasNextPage } = query
  const rows = useWithoutDeleted(data?.pages.flatMap(rowsOf) ?? [])
  if (isPending) return <SkeletonList rows={4} />
  if (!data) return <LoadError title={failed} query={query} />
  if (rows.length === 0) return empty
  const total = countText(data.pages[0]?.total, data.pages[0]?.atLeast)
  const shown = rows.length
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={isPlaceholderData}>
      {children(rows)}
      {hasNextPage && (
        <div className="grid justify-items-center gap-2 pb-2">
          <ShowMore query={query} />
          {total !== undefined && (
            <p className="text-sm text-text-muted tabular-nums">
              <Trans>
                {shown} of {total}
              </Trans>
            </p>
          )}
        </div>
      )}
    </div>
  )
}
