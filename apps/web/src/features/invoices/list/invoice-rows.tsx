import { remindOfInvoice, voidInvoice } from '@fettle/protocol/invoices/calls'
import type { InvoiceCard as InvoiceRow } from '@fettle/protocol/invoices/invoices'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { dayCell, moneyCells, type CsvTable } from '../../../lib/browser/save-csv.ts'
import { dayName, ownTimeZone } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { call } from '../../../lib/http/api.ts'
import { paths } from '../../../routing/paths.ts'
import { MoneyChip, moneyStateLabel } from '../../../shared/cards/money-chip.tsx'
import { CustomerLine } from '../../../shared/customers/customer-line.tsx'
import { ExportSelected, RemindButton } from '../../../shared/lists/bulk-actions.tsx'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { remindWithUndo } from '../../../shared/lists/remind-with-undo.ts'
import { deleteSwipe, remindSwipe } from '../../../shared/lists/row-swipes.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import type { Sorting } from '../../../ui/layout/sorting.tsx'
import type { RowSwipes } from '../../../ui/layout/selectable-card.tsx'
import { invalidateInvoices } from '../api.ts'
import { numberText, rowName, stateOf, subjectLabel } from '../labels.ts'

interface InvoiceRowsProps {
  rows: readonly InvoiceRow[]
  now: Date
  /** All of them are owed: customers can be reminded. */
  areOwed: boolean
  sorting: Sorting
}

/** Invoices as a table, or as cards on a tablet or phone, with what can be done with each and with several. */
export function InvoiceRows({ rows, now, areOwed, sorting }: InvoiceRowsProps) {
  const client = useQueryClient()
  const invalidate = () => invalidateInvoices(client)
  return (
    <DataList
      label={t`Invoices`}
      rows={rows}
      columns={columns(now)}
      swipes={(invoice) => swipesOf(invoice, invalidate)}
      rowKey={({ id }) => id}
      href={({ id }) => paths.invoice(id)}
      card={(invoice) => <InvoiceCard invoice={invoice} now={now} />}
      sorting={sorting}
      rowActions={
        areOwed
          ? (invoice) => (
              <RemindButton
                label={remindLabel(numberText(invoice))}
                rows={[invoice]}
                mayRemind={mayRemind}
                remind={remind}
                onDone={invalidate}
              />
            )
          : undefined
      }
      bulk={{
        nameOf: rowName,
        actions: (selected, clear) => (
          <>
            {areOwed && (
              <RemindButton
                rows={selected}
                mayRemind={mayRemind}
                remind={remind}
                onDone={() => {
                  clear()
                  invalidate()
                }}
              />
            )}
            <ExportSelected name={t`Invoices`} table={() => invoicesTable(selected)} />
          </>
        ),
      }}
    />
  )
}

const mayRemind = ({ allowedActions }: InvoiceRow) => allowedActions.includes('remind')

/** Owed invoices are reminded of, drafts discarded. */
const swipesOf = (invoice: InvoiceRow, invalidate: () => void): RowSwipes => {
  const { id, version, customer } = invoice
  if (isDraft(invoice)) {
    const body = { version, reason: t`Discarded` }
    const send = async () => {
      await call(voidInvoice, { params: { id }, body }, { keepalive: true })
      invalidate()
    }
    return { toStart: deleteSwipe(() => void deleteWithUndo({ id, name: rowName(invoice) }, send)) }
  }
  if (!mayRemind(invoice)) return {}
  const send = async () => {
    await call(remindOfInvoice, { params: { id }, body: { version } }, { keepalive: true })
    invalidate()
  }
  return { toEnd: remindSwipe(() => void remindWithUndo({ id, customerName: customer.name }, send)) }
}

const remind = ({ id, version }: InvoiceRow) => call(remindOfInvoice, { params: { id }, body: { version } })
const remindLabel = (number: string) => t`Remind: ${number}`

/** Drafts have no number, and their amount is not due. */
const isDraft = ({ status }: InvoiceRow) => status === 'DRAFT'

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
    moneyCells(isDraft(invoice) ? null : invoice.due)[0],
    ...[invoice.issuedAt, invoice.dueAt, invoice.paidAt].map((at) => dayCell(at, ownTimeZone())),
  ]),
})

const dayOf = (at: string | null, now: Date) => (at ? dayName(at, ownTimeZone(), now) : '–')

/** Columns of the table of invoices. */
const columns = (now: Date): Column<InvoiceRow>[] => [
  {
    name: 'number',
    header: t`Invoice`,
    sort: 'createdAt',
    sortName: t`Date created`,
    latestFirst: true,
    // The chip says that it is a draft; the link needs a name.
    cell: (invoice) =>
      isDraft(invoice) ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{rowName(invoice)}</span>
        </>
      ) : (
        <span className="tabular-nums">{invoice.number}</span>
      ),
    className: 'whitespace-nowrap',
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
    className: 'w-1/3 max-w-48',
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
    className: 'whitespace-nowrap',
  },
  {
    name: 'due',
    header: t`Balance due`,
    cell: (invoice) => (isDraft(invoice) ? '–' : moneyText(invoice.due)),
    figures: true,
    sort: 'due',
    className: 'whitespace-nowrap',
  },
  { name: 'total', header: t`Total`, cell: ({ total }) => moneyText(total), figures: true, sort: 'total' },
]

/** An invoice on a phone. */
function InvoiceCard({ invoice, now }: { invoice: InvoiceRow; now: Date }) {
  const { customer, title, subject, total, due, dueAt, paidAt } = invoice
  const by = dayOf(dueAt, now)
  const paidDay = dayOf(paidAt, now)
  const dueText = moneyText(due)
  const about = subject.type === 'BOOKING' ? title : `${subjectLabel(subject.type)} · ${subject.label}`
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 truncate text-sm text-text-muted tabular-nums">
          {invoice.number ?? about}
        </span>
        <MoneyChip state={stateOf(invoice)} />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <CustomerLine name={customer.name} avatar={customer.avatar} className="font-semibold" />
        <span className="shrink-0 font-semibold tabular-nums">{moneyText(total)}</span>
      </div>
      {invoice.number && (
        <span dir="auto" className="truncate text-sm text-text-muted">
          {about}
        </span>
      )}
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
