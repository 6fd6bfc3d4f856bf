import { customerSorts } from '@fettle/protocol/common/list-sorts'
import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { agoText, formatter, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { searchText } from '../../lib/format/search-text.ts'
import { useNow } from '../../lib/browser/now.ts'
import { dayCell, moneyCells, type CsvTable } from '../../lib/browser/save-csv.ts'
import { customersPath } from '../../routing/conversation-path.ts'
import { paths } from '../../routing/paths.ts'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'
import { SavedFilters } from '../../shared/lists/saved-filters.tsx'
import { useSearchText } from '../../shared/lists/use-search-text.ts'
import { ExportSelected } from '../../shared/lists/bulk-actions.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { DataList, type Column } from '../../ui/layout/data-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { customerPages } from './api.ts'
import { Tags } from './tags.tsx'

/** List of customers with search. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const searched = useSearchText(search, setSearch)
  const q = searchText(searched.q)
  const sort = customerSorts.find((each) => each === search.get('sort')) ?? LATEST_CONTACT
  const customers = useInfiniteQuery(customerPages(q, sort))
  const rows = customers.data?.pages.flatMap(({ rows: found }) => found)
  const sortBy = (next: string) => replaceSearchParams(setSearch, { sort: next === LATEST_CONTACT ? undefined : next })
  return (
    <Page
      title={t`Customers`}
      width="list"
      description={<Trans>Customers come from the marketplace: everyone who books you appears here.</Trans>}
    >
      <div className="md:max-w-sm">
        <SearchField
          value={searched.typed}
          onChange={searched.setTyped}
          label={t`Search customers`}
          placeholder={t`Search customers`}
        />
      </div>
      <SavedFilters params={['q', 'sort']} narrowing={['q', 'sort']} />
      {customers.isError && !rows && <LoadError title={t`We couldn't load the customers.`} query={customers} />}
      {!rows && !customers.isError && <SkeletonList rows={6} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={<Users size={26} />}
          title={q ? <Trans>No customers found</Trans> : <Trans>No customers yet</Trans>}
        >
          {!q && (
            <Trans>
              You don't add customers yourself. Once somebody books you, they show up here, with your history and your
              notes.
            </Trans>
          )}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <DataList
          label={t`Customers`}
          rows={rows}
          columns={columns(now)}
          rowKey={({ id }) => id}
          href={({ id }) => paths.customer(id)}
          card={(customer) => <CustomerCard customer={customer} now={now} />}
          sorting={{ current: sort, onSort: sortBy }}
          rowActions={(customer) => <RowActions customer={customer} />}
          bulk={{
            nameOf: ({ name }) => name,
            actions: (selected) => <ExportSelected name={t`Customers`} table={() => customersTable(selected)} />,
          }}
        />
      )}
      <ShowMore query={customers} />
    </Page>
  )
}

const LATEST_CONTACT = '-lastContactAt'

/** Writing to and booking a customer, from the row. */
function RowActions({ customer: { id, name } }: { customer: KnownCustomer }) {
  const link = buttonClass({ variant: 'secondary', size: 'sm' })
  return (
    <>
      <Link to={customersPath(id)} aria-label={t`Message: ${name}`} className={link}>
        <Trans>Message</Trans>
      </Link>
      <Link to={`${paths.bookings}?${new URLSearchParams({ new: id })}`} aria-label={t`Book: ${name}`} className={link}>
        <Trans>Book</Trans>
      </Link>
    </>
  )
}

const jobsText = (completed: number) => plural(completed, { one: '# job', other: '# jobs' })

/** Payments in every currency, or a dash without any. */
const paidText = ({ paid }: Pick<KnownCustomer, 'paid'>) => paid.map(moneyText).join(' + ') || '–'

/** Has a column of payments per currency, because a customer may have paid in several. */
function customersTable(customers: readonly KnownCustomer[]): CsvTable {
  const currencies = [...new Set(customers.flatMap(({ paid }) => paid.map(({ currency }) => currency)))]
  return {
    header: [t`Customer`, t`Area`, t`Jobs`, ...currencies.map(paidIn), t`Last contact`, t`Tags`],
    rows: customers.map((customer) => [
      customer.name,
      customer.city,
      customer.completed,
      ...currencies.map(
        (currency) =>
          moneyCells(customer.paid.find((paid) => paid.currency === currency) ?? { amount: 0, currency })[0],
      ),
      dayCell(customer.lastContactAt, ownTimeZone()),
      customer.tags.join(', '),
    ]),
  }
}

const paidIn = (currency: string) => t`Paid (${currency})`

const columns = (now: Date): Column<KnownCustomer>[] => [
  {
    name: 'customer',
    header: t`Customer`,
    sort: 'name',
    sortName: t`Name`,
    cell: ({ name, avatar, tags }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} src={avatar} size="sm" />
        <span className="grid">
          <span dir="auto" className="line-clamp-2 max-w-80">
            {name}
          </span>
          <Tags tags={tags} />
        </span>
      </span>
    ),
  },
  {
    name: 'area',
    header: t`Area`,
    sort: 'city',
    cell: ({ city }) => (
      <span dir="auto" className="line-clamp-2 max-w-56">
        {city ?? '–'}
      </span>
    ),
  },
  { name: 'jobs', header: t`Jobs`, cell: ({ completed }) => completed, figures: true, sort: 'completed' },
  { name: 'paid', header: t`Paid`, cell: paidText, figures: true, sort: 'paid' },
  {
    name: 'contact',
    header: t`Last contact`,
    cell: ({ lastContactAt }) => agoText(lastContactAt, now),
    figures: true,
    sort: 'lastContactAt',
  },
]

function CustomerCard({ customer, now }: { customer: KnownCustomer; now: Date }) {
  const { name, avatar, city, completed, paid, lastContactAt, tags } = customer
  return (
    <div className="flex items-start gap-3">
      <Avatar name={name} src={avatar} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          <span className="shrink-0 text-sm text-text-muted">{agoText(lastContactAt, now)}</span>
        </div>
        <span className="truncate text-sm text-text-muted tabular-nums">
          {[city && formatter().isolate(city), jobsText(completed), paid.length > 0 && paidText(customer)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Tags tags={tags} />
      </div>
    </div>
  )
}
