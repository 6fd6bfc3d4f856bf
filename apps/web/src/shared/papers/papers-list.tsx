import type { Money } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { moneyText } from '../../lib/money.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { useLast } from '../../lib/use-last.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { countOf, valueOf, type Paper, type PapersPage } from './papers.ts'
import type { PapersPlace } from './use-papers-place.ts'

interface Part<Row extends Paper> {
  query: UseInfiniteQueryResult<InfiniteData<PapersPage<Row>>>
  /** Says that they could not be loaded. */
  failed: string
  /** Stands where there are none. */
  empty: ReactNode
  /** Draws those there are. */
  children: (rows: Row[]) => ReactNode
}

interface PapersListProps<Row extends Paper, Tab extends string> extends Part<Row> {
  place: PapersPlace<Tab>
  tabs: readonly Tab[]
  tabLabel: (tab: Tab) => string
  statusesOf: Readonly<Record<Tab, readonly string[]>>
  /** What the tabs and the search field are called. */
  label: string
  searchLabel: string
}

/** Tabs with their counts and what they come to, a search, and the papers they leave. */
export function PapersList<Row extends Paper, Tab extends string>(props: PapersListProps<Row, Tab>) {
  const { place, tabs, tabLabel, statusesOf, label, searchLabel, ...part } = props
  const first = useLast(part.query.data?.pages[0])
  return (
    <Tabs
      label={label}
      current={place.tab}
      onChange={place.chooseTab}
      tabs={tabs.map((name) => {
        const count = countOf(first?.countsByStatus, statusesOf[name])
        return { name, label: tabLabel(name), ...(count !== undefined && { count }) }
      })}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SearchField
            value={place.typed}
            onChange={place.type}
            label={searchLabel}
            placeholder={t`Title, customer or reference`}
            className="min-w-56 flex-1 md:max-w-sm"
          />
          <Value values={valueOf(first?.valueByStatus, statusesOf[place.tab])} />
        </div>
        {place.customer && (
          <Button
            size="sm"
            variant="secondary"
            className="justify-self-start"
            icon={<X size={16} aria-hidden="true" />}
            onClick={place.forAll}
          >
            <Trans>Of one customer: show all</Trans>
          </Button>
        )}
        <Rows {...part} />
      </div>
    </Tabs>
  )
}

/** What those under this tab come to. */
function Value({ values }: { values: readonly Money[] }) {
  if (values.length === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-sm text-text-muted">
      <Trans>Altogether</Trans>
      <span className="text-lg font-semibold text-text tabular-nums">{values.map(moneyText).join(' + ')}</span>
    </p>
  )
}

function Rows<Row extends Paper>({ query, failed, empty, children }: Part<Row>) {
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query
  if (isPending) return <SkeletonList rows={4} />
  if (!data) {
    return (
      <Banner
        tone="danger"
        alert
        title={failed}
        action={
          <Button size="sm" variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {errorText(error, t`Try again in a moment.`)}
      </Banner>
    )
  }
  const rows = data.pages.flatMap(({ papers }) => papers)
  if (rows.length === 0) return empty
  const total = data.pages[0]?.total ?? rows.length
  const shown = rows.length
  return (
    <div className="grid gap-4" aria-busy={isPlaceholderData}>
      {children(rows)}
      {hasNextPage && (
        <div className="grid justify-items-center gap-2 pb-2">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
          <p className="text-sm text-text-muted tabular-nums">
            <Trans>
              {shown} of {total}
            </Trans>
          </p>
        </div>
      )}
    </div>
  )
}
