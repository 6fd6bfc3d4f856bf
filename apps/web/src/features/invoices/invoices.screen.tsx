import type { InvoiceSums } from '@fettle/protocol/invoices/invoices'
import { invoiceSorts } from '@fettle/protocol/common/list-sorts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'
import { SavedFilters } from '../../shared/lists/saved-filters.tsx'
import { formatter } from '../../lib/format/dates.ts'
import { countText } from '../../lib/format/count-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useLastValue } from '../../lib/browser/use-last-value.ts'
import { useNow } from '../../lib/browser/now.ts'
import { searchText } from '../../lib/format/search-text.ts'
import { useSearchText } from '../../shared/lists/use-search-text.ts'
import { PagedRows } from '../../shared/lists/paged-rows.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { invoicesQuery, invoiceTabs, type InvoiceTab } from './api.ts'
import { InvoiceRows } from './list/invoice-rows.tsx'
import { NewInvoice } from './new-invoice.tsx'

const tabNames = Object.keys(invoiceTabs) as InvoiceTab[]
const isTab = (name: string | null): name is InvoiceTab => tabNames.some((tab) => tab === name)

const tabLabels = (): Record<InvoiceTab, string> => ({
  all: t`All`,
  open: t`Balance due`,
  overdue: t`Overdue`,
  paid: t({ message: 'Paid', context: 'state' }),
  drafts: t`Drafts`,
  void: t`Void`,
})

/** Number of invoices by tab, as far as it is known. */
function countsOf(page: InvoiceSums | undefined): Partial<Record<InvoiceTab, number | undefined>> {
  const counts = page?.countsByStatus
  return {
    open: counts && (counts.ISSUED ?? 0) + (counts.PARTIALLY_PAID ?? 0),
    overdue: page?.overdue,
    paid: counts?.PAID,
    drafts: counts?.DRAFT,
    void: counts?.VOID,
  }
}

const LATEST = '-createdAt'

/** List of invoices and the amounts due. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab')
  const tab = isTab(requestedTab) ? requestedTab : 'all'
  const sort = invoiceSorts.find((each) => each === search.get('sort')) ?? LATEST
  const set = (values: Record<string, string | undefined>) => replaceSearchParams(setSearch, values)
  const searched = useSearchText(search, setSearch)
  const statuses = invoiceTabs[tab].join(',')
  const invoices = useInfiniteQuery(
    invoicesQuery({
      status: statuses || undefined,
      overdue: tab === 'overdue' ? 'true' : undefined,
      q: searchText(searched.q),
      sort: sort === LATEST ? undefined : sort,
    }),
  )
  const first = useLastValue(invoices.data?.pages[0])
  const counts = countsOf(first)
  const labels = tabLabels()
  const due = first && formatter().list(first.dues.map(moneyText), 'and')
  return (
    <Page
      title={t`Invoices`}
      width="list"
      description={first && !first.atLeast && first.dues.length > 0 && <Trans>Customers owe you {due}</Trans>}
      actions={
        <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => set({ new: '' })}>
          <span className="max-sm:sr-only">
            <Trans>New invoice</Trans>
          </span>
        </Button>
      }
    >
      <FilterBar<InvoiceTab>
        label={t`Invoices by status`}
        options={tabNames.map((name) => ({
          name,
          label: labels[name],
          count: countText(counts[name], first?.atLeast),
        }))}
        current={tab}
        onChange={(name) => set({ tab: name === 'all' ? undefined : name })}
        search={{ value: searched.typed, onChange: searched.setTyped, placeholder: t`Number, customer or title` }}
      />
      <SavedFilters params={['tab', 'q', 'sort']} narrowing={['q', 'sort']} />
      <PagedRows
        query={invoices}
        rowsOf={({ rows }) => rows}
        failed={t`We couldn't load your invoices.`}
        empty={
          <EmptyState icon={<ReceiptText size={26} />} title={<Trans>No invoices here</Trans>}>
            <Trans>
              We create an invoice when a customer confirms your work, accepts an offer with a deposit or owes a fee.
              You can also create one yourself for a finished job.
            </Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <InvoiceRows
            rows={rows}
            now={now}
            areOwed={tab === 'open' || tab === 'overdue'}
            sorting={{ current: sort, onSort: (next) => set({ sort: next === LATEST ? undefined : next }) }}
          />
        )}
      </PagedRows>
      {search.has('new') && (
        <NewInvoice
          customerId={search.get('customer') ?? undefined}
          onClose={() => set({ new: undefined, customer: undefined })}
        />
      )}
    </Page>
  )
}
