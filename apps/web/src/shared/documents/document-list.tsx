import type { Money } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { moneyText } from '../../lib/format/money.ts'
import { useLastValue } from '../../lib/browser/use-last-value.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { PagedRows } from '../lists/paged-rows.tsx'
import { SavedFilters } from '../lists/saved-filters.tsx'
import { tabCount, valueOf, type ListedDocument, type DocumentsPage } from './document-list-query.ts'
import type { DocumentListParams } from './use-document-list-params.ts'

interface ListSection<Row extends ListedDocument> {
  query: UseInfiniteQueryResult<InfiniteData<DocumentsPage<Row>>>
  /** Message when loading fails. */
  failed: string
  /** Empty state. */
  empty: ReactNode
  /** Renders the rows. */
  children: (rows: Row[]) => ReactNode
}

interface DocumentsListProps<Row extends ListedDocument, Tab extends string> extends ListSection<Row> {
  listParams: DocumentListParams<Tab>
  tabs: readonly Tab[]
  tabLabel: (tab: Tab) => string
  statusesOf: Readonly<Record<Tab, readonly string[]>>
  /** Number of local documents the server does not know. */
  localCounts?: Partial<Record<Tab, number>>
  /** Content before the rows. */
  first?: ReactNode
  /** Accessible name of tabs and search field. */
  label: string
  searchLabel: string
}

/** List of documents with tabs, counts, totals and search. */
export function DocumentsList<Row extends ListedDocument, Tab extends string>(props: DocumentsListProps<Row, Tab>) {
  const { listParams, tabs, tabLabel, statusesOf, localCounts, first, label, searchLabel, ...part } = props
  const page = useLastValue(part.query.data?.pages[0])
  return (
    <Tabs
      label={label}
      current={listParams.tab}
      onChange={listParams.chooseTab}
      tabs={tabs.map((name) => {
        const count = tabCount(page, statusesOf[name], localCounts?.[name])
        return { name, label: tabLabel(name), ...(count !== undefined && { count }) }
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SearchField
            value={listParams.typed}
            onChange={listParams.setTyped}
            label={searchLabel}
            placeholder={t`Title, customer or reference`}
            className="min-w-[min(14rem,100%)] flex-1 md:max-w-sm"
          />
          <Value values={valueOf(page?.valueByStatus, statusesOf[listParams.tab])} atLeast={page?.atLeast ?? false} />
        </div>
        {listParams.customer && (
          <Button
            size="sm"
            variant="secondary"
            className="justify-self-start"
            icon={<X size={16} aria-hidden="true" />}
            onClick={listParams.clearCustomer}
          >
            <Trans>One customer only: show all</Trans>
          </Button>
        )}
        <SavedFilters params={['tab', 'customer', 'sort']} narrowing={['customer', 'sort']} />
        {first}
        <PagedRows {...part} rowsOf={({ documents }) => documents} />
      </div>
    </Tabs>
  )
}

/** Total of the documents under a tab. */
function Value({ values, atLeast }: { values: readonly Money[]; atLeast: boolean }) {
  if (values.length === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-sm text-text-muted">
      {atLeast ? <Trans>At least</Trans> : <Trans>Total</Trans>}
      <span className="text-lg font-semibold text-text tabular-nums">{values.map(moneyText).join(' + ')}</span>
    </p>
  )
}
