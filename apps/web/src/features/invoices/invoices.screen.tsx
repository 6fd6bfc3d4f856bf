import { remindOfInvoice, voidInvoice } from '@fettle/protocol/invoices/calls'
import { invoiceSorts } from '@fettle/protocol/common/list-sorts'
import type { InvoiceCard as InvoiceRow } from '@fettle/protocol/invoices/invoices'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { moneyCells, type CsvTable } from '../../lib/browser/save-csv.ts'
import { call } from '../../lib/http/api.ts'
import { paths } from '../../routing/paths.ts'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'
import { deleteUndoably } from '../../shared/lists/delete-undoably.ts'
import { remindUndoably } from '../../shared/lists/remind-undoably.ts'
import { deleteSwipe, remindSwipe } from '../../shared/lists/row-swipes.tsx'
import { SavedFilters } from '../../shared/lists/saved-filters.tsx'
import { ExportSelected, RemindButton } from '../../shared/lists/bulk-actions.tsx'
import { dayName, formatter, ownTimeZone } from '../../lib/format/dates.ts'
import { countText } from '../../lib/format/count-text.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { searchText } from '../../lib/format/search-text.ts'
import { useSearchText } from '../../shared/lists/use-search-text.ts'
import { MoneyChip, moneyStateLabel } from '../../shared/cards/money-chip.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useWithoutDeleted } from '../../ui/feedback/undo.ts'
import type { RowSwipes } from '../../ui/layout/selectable-card.tsx'
import { DataList, type Column } from '../../ui/layout/data-list.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { invoicesQuery, invoiceTabs, type InvoiceTab } from './api.ts'
import { CustomerLine } from '../../shared/customers/customer-line.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { numberText, stateOf, subjectLabel } from './labels.ts'
import { NewInvoice } from './new-invoice.tsx'

const tabNames = Object.keys(invoiceTabs) as InvoiceTab[]
const isTab = (name: string | null): name is InvoiceTab => tabNames.some((tab) => tab === name)

const LATEST = '-createdAt'

/** List of invoices and the amounts due. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'all'
  const sort = invoiceSorts.find((each) => each === search.get('sort')) ?? LATEST
  const set = (values: Record<string, string | undefined>) => replaceSearchParams(setSearch, values)
  const client = useQueryClient()
  const invalidateInvoices = () => void client.invalidateQueries({ queryKey: ['invoices'] })
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
  const first = invoices.data?.pages[0]
  const loaded = invoices.data?.pages.flatMap((page) => page.invoices)
  const shown = useWithoutDeleted(loaded ?? [])
  const rows = loaded && shown
  const counts = first?.countsByStatus
  const countOf: Partial<Record<InvoiceTab, number | undefined>> = {
    open: counts && (counts.ISSUED ?? 0) + (counts.PARTIALLY_PAID ?? 0),
    overdue: first?.overdue,
    paid: counts?.PAID,
    drafts: counts?.DRAFT,
    void: counts?.VOID,
  }
  const labels: Record<InvoiceTab, string> = {
    all: t`All`,
    open: t`Balance due`,
    overdue: t`Overdue`,
    paid: t({ message: 'Paid', context: 'state' }),
    drafts: t`Drafts`,
    void: t`Void`,
  }
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
        options={(['all', 'open', 'overdue', 'paid', 'drafts', 'void'] as const).map((name) => ({
          name,
          label: labels[name],
          count: countText(countOf[name], first?.atLeast),
        }))}
        current={tab}
        onChange={(name) => set({ tab: name === 'all' ? undefined : name })}
        search={{ value: searched.typed, onChange: searched.setTyped, placeholder: t`Number, customer or title` }}
      />
      <SavedFilters params={['tab', 'q', 'sort']} narrowing={['q', 'sort']} />
      {invoices.isError && (
        <Banner tone="danger" alert title={t`We couldn't load your invoices.`}>
          {errorText(invoices.error, t`Try again in a moment.`)}
        </Banner>
      )}
      {!rows && !invoices.isError && <SkeletonList rows={5} />}
      {rows?.length === 0 && (
        <EmptyState icon={<ReceiptText size={26} />} title={<Trans>No invoices here</Trans>}>
          <Trans>
            We create an invoice when a customer confirms your work, accepts an offer with a deposit or owes a fee. You
            can also create one yourself for a finished job.
          </Trans>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <DataList
          label={t`Invoices`}
          rows={rows}
          columns={columns(now)}
          swipes={(invoice) => swipesOf(invoice, invalidateInvoices)}
          rowKey={({ id }) => id}
          href={({ id }) => paths.invoice(id)}
          card={(invoice) => <InvoiceCard invoice={invoice} now={now} />}
          sorting={{ current: sort, onSort: (next) => set({ sort: next === LATEST ? undefined : next }) }}
          rowActions={
            tab === 'open' || tab === 'overdue'
              ? (invoice) =>
                  mayRemind(invoice) && (
                    <RemindButton
                      label={remindLabel(numberText(invoice))}
                      rows={[invoice]}
                      remind={remind}
                      onDone={invalidateInvoices}
                    />
                  )
              : undefined
          }
          bulk={{
            nameOf: numberText,
            actions: (selected, clear) => (
              <>
                {(tab === 'open' || tab === 'overdue') && (
                  <RemindButton
                    rows={selected}
                    remind={remind}
                    onDone={() => {
                      clear()
                      invalidateInvoices()
                    }}
                  />
                )}
                <ExportSelected name={t`Invoices`} table={() => invoicesTable(selected)} />
              </>
            ),
          }}
        />
      )}
      {search.has('new') && (
        <NewInvoice
          customerId={search.get('customer') ?? undefined}
          onClose={() => set({ new: undefined, customer: undefined })}
        />
      )}
      {invoices.hasNextPage && (
        <Button variant="secondary" busy={invoices.isFetchingNextPage} onClick={() => void invoices.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Page>
  )
}

const mayRemind = ({ allowedActions }: InvoiceRow) => allowedActions.includes('remind')

/** Owed invoices are reminded of, drafts discarded. */
const swipesOf = (invoice: InvoiceRow, invalidateInvoices: () => void): RowSwipes => {
  const { id, version, status, customer } = invoice
  if (status === 'DRAFT') {
    const body = { version, reason: t`Discarded` }
    const send = async () => {
      await call(voidInvoice, { params: { id }, body }, { keepalive: true })
      invalidateInvoices()
    }
    return { toStart: deleteSwipe(() => void deleteUndoably({ id, name: numberText(invoice) }, send)) }
  }
  if (!mayRemind(invoice)) return {}
  const send = async () => {
    await call(remindOfInvoice, { params: { id }, body: { version } }, { keepalive: true })
    invalidateInvoices()
  }
  return { toEnd: remindSwipe(() => void remindUndoably({ id, customerName: customer.name }, send)) }
}

const remind = ({ id, version }: InvoiceRow) => call(remindOfInvoice, { params: { id }, body: { version } })
const remindLabel = (number: string) => t`Remind: ${number}`

const invoicesTable = (invoices: readonly InvoiceRow[]): CsvTable => ({
  header: [
    t`Invoice`,
    t`Title`,
    t`Customer`,
    t`Status`,
    t`Total`,
    t`Currency`,
    t`Balance due`,
    t`Issued`,
    t`Pay by`,
    t`Paid on`,
  ],
  rows: invoices.map((invoice) => [
    numberText(invoice),
    invoice.title,
    invoice.customer.name,
    moneyStateLabel(stateOf(invoice)),
    ...moneyCells(invoice.total),
    moneyCells(invoice.due)[0],
    invoice.issuedAt,
    invoice.dueAt,
    invoice.paidAt,
  ]),
})

const dayOf = (at: string | null, now: Date) => (at ? dayName(at, ownTimeZone(), now) : '–')

const columns = (now: Date): Column<InvoiceRow>[] => [
  {
    name: 'number',
    header: t`Invoice`,
    sort: 'createdAt',
    sortName: t`Date created`,
    latestFirst: true,
    cell: (invoice) => <span className="tabular-nums">{numberText(invoice)}</span>,
  },
  {
    name: 'for',
    header: t`For`,
    sort: 'customer',
    sortName: t`Customer`,
    cell: ({ customer, title }) => (
      <span className="flex items-center gap-3">
        <Avatar name={customer.name} src={customer.avatar} size="sm" />
        <span className="grid min-w-0">
          <span dir="auto" className="truncate">
            {customer.name}
          </span>
          <span dir="auto" className="truncate text-text-muted">
            {title}
          </span>
        </span>
      </span>
    ),
    className: 'max-w-48',
  },
  { name: 'state', header: t`Status`, cell: (invoice) => <MoneyChip state={stateOf(invoice)} /> },
  {
    name: 'due-at',
    header: t`Pay by`,
    sort: 'dueAt',
    sortName: t`Due date`,
    cell: ({ dueAt, due, paidAt }) => {
      const paidDay = dayOf(paidAt, now)
      return paidAt ? <Trans>Paid: {paidDay}</Trans> : dayOf(due.amount > 0 ? dueAt : null, now)
    },
    className: 'max-lg:hidden',
  },
  { name: 'due', header: t`Balance due`, cell: ({ due }) => moneyText(due), figures: true, sort: 'due' },
  { name: 'total', header: t`Total`, cell: ({ total }) => moneyText(total), figures: true, sort: 'total' },
]

function InvoiceCard({ invoice, now }: { invoice: InvoiceRow; now: Date }) {
  const { customer, title, subject, total, due, dueAt, paidAt } = invoice
  const by = dayOf(dueAt, now)
  const paidDay = dayOf(paidAt, now)
  const dueText = moneyText(due)
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-text-muted tabular-nums">{numberText(invoice)}</span>
        <MoneyChip state={stateOf(invoice)} />
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <CustomerLine name={customer.name} avatar={customer.avatar} className="font-semibold" />
        <span className="shrink-0 font-semibold tabular-nums">{moneyText(total)}</span>
      </div>
      <span className="truncate text-sm text-text-muted">
        {subject.type === 'BOOKING' ? title : `${subjectLabel(subject.type)} · ${subject.label}`}
      </span>
      {paidAt && (
        <span className="text-sm text-text-muted">
          <Trans>Paid: {paidDay}</Trans>
        </span>
      )}
      {due.amount > 0 && dueAt && (
        <span className="text-sm text-text-muted">
          <Trans>
            {dueText} due: {by}
          </Trans>
        </span>
      )}
    </div>
  )
}
