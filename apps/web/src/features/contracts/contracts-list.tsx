import type { Money } from '@fettle/protocol'
import type { ContractSummary } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { moneyText } from '../../lib/money.ts'
import { useNow } from '../../lib/now.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { searchText } from '../../lib/search-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { contractsQuery, type ContractsPage } from './api.ts'
import { NoContracts } from './no-contracts.tsx'
import { countOf, contractTabs, valueOf } from './model.ts'
import { ContractRows, type RowsLayout } from './contract-rows.tsx'
import type { ListPlace } from './use-list-place.ts'
import { tabLabel } from './words.ts'

/** Figures stay while they are read anew: those that vanish and return make everything jump. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Tabs with their counts and what they come to, a search, and the contracts they leave. */
export function ContractsList({ place, layout }: { place: ListPlace; layout: RowsLayout }) {
  const { tab, customer, q } = place
  const query = useInfiniteQuery(contractsQuery({ tab, customer, q: searchText(q) }))
  const first = useLast(query.data?.pages[0])
  return (
    <Tabs
      label={t`Contracts by state`}
      current={tab}
      onChange={place.chooseTab}
      tabs={contractTabs.map((name) => {
        const count = countOf(first?.countsByStatus, name)
        return { name, label: tabLabel(name), ...(count !== undefined && { count }) }
      })}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SearchField
            value={place.typed}
            onChange={place.type}
            label={t`Search contracts`}
            placeholder={t`Title, customer or reference`}
            className="min-w-56 flex-1 md:max-w-sm"
          />
          <Value values={valueOf(first?.valueByStatus, tab)} />
        </div>
        {customer && (
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
        <Rows place={place} layout={layout} query={query} />
      </div>
    </Tabs>
  )
}

/** What the contracts under this tab come to. */
function Value({ values }: { values: readonly Money[] }) {
  if (values.length === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-sm text-text-muted">
      <Trans>Altogether</Trans>
      <span className="text-lg font-semibold text-text tabular-nums">{values.map(moneyText).join(' + ')}</span>
    </p>
  )
}

type ListQuery = ReturnType<typeof useInfiniteQuery<ContractsPage, Error, { pages: ContractsPage[] }>>

function Rows({ place, layout, query }: { place: ListPlace; layout: RowsLayout; query: Pick<ListQuery, QueryParts> }) {
  const now = useNow()
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query
  if (isPending) return <SkeletonList rows={4} />
  if (!data) {
    return (
      <Banner
        tone="danger"
        alert
        title={t`The contracts could not be loaded.`}
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
  const rows: ContractSummary[] = data.pages.flatMap(({ contracts }) => contracts)
  if (rows.length === 0) return <NoContracts place={place} />
  const total = data.pages[0]?.total ?? rows.length
  const shown = rows.length
  return (
    <div className="grid gap-4" aria-busy={isPlaceholderData}>
      <ContractRows tab={place.tab} rows={rows} href={place.href} now={now} layout={layout} />
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

type QueryParts =
  | 'data'
  | 'error'
  | 'isPending'
  | 'isPlaceholderData'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetching'
  | 'refetch'
  | 'fetchNextPage'
