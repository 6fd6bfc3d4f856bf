import type { ContractSummary } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { moneyCells, type CsvTable } from '../../../lib/browser/save-csv.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { deleteSwipe } from '../../../shared/lists/row-swipes.tsx'
import { ExportSelected } from '../../../shared/lists/bulk-actions.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import type { RowSwipes } from '../../../ui/layout/selectable-card.tsx'
import type { Sorting } from '../../../ui/layout/sorting.tsx'
import { customerColumn } from '../../../shared/customers/customer-column.tsx'
import { DocumentLines, titleColumn, totalColumn, updatedColumn } from '../../../shared/documents/document-rows.tsx'
import { ContractChip, contractStateLabel } from '../../../shared/cards/contract-chip.tsx'
import { contractQuery, deleteDraft } from '../api.ts'
import { isRunning, type ContractTab } from './contract-tabs.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { dueDay, tabLabel, titleOf } from '../labels.ts'

interface RowsProps {
  tab: ContractTab
  rows: readonly ContractSummary[]
  href: (id: string) => string
  now: Date
  sorting?: Sorting
}

export function ContractRows({ tab, rows, href, now, sorting }: RowsProps) {
  const client = useQueryClient()
  return (
    <DataList
      label={tabLabel(tab)}
      rows={rows}
      columns={columns(tab, now)}
      card={(contract) => <ContractLines contract={contract} now={now} />}
      rowKey={({ id }) => id}
      href={({ id }) => href(id)}
      onPress={({ id }) => void client.prefetchQuery(contractQuery(id))}
      sorting={sorting}
      swipes={tab === 'drafts' ? (contract) => deleting(contract, client) : undefined}
      bulk={{
        nameOf: titleOf,
        actions: (selected) => <ExportSelected name={t`Contracts`} table={() => contractsTable(selected)} />,
      }}
    />
  )
}

const deleting = (contract: ContractSummary, client: QueryClient): RowSwipes => ({
  toStart: deleteSwipe(
    () => void deleteWithUndo({ id: contract.id, name: titleOf(contract) }, () => deleteDraft(client, contract.id)),
  ),
})

const totalOf = ({ total }: Pick<ContractSummary, 'total'>) => (total.amount > 0 ? total : null)

const contractsTable = (contracts: readonly ContractSummary[]): CsvTable => ({
  header: [t`Reference`, t`Contract`, t`Customer`, t`Status`, t`Total`, t`Currency`, t`Start`, t`End`],
  rows: contracts.map((contract) => [
    contract.reference,
    titleOf(contract),
    contract.customer.name,
    contractStateLabel(contract.status),
    ...moneyCells(totalOf(contract)),
    contract.startDate,
    contract.endDate,
  ]),
})

/** Contract as a short card: title, customer, amount, progress and next date. */
export function ContractLines({ contract, now }: { contract: ContractSummary; now: Date }) {
  return (
    <DocumentLines
      title={titleOf(contract)}
      total={totalOf(contract)}
      customer={contract.customer}
      about={[contract.reference, contract.city]}
    >
      <div className="grid grid-cols-1 gap-1.5 pt-0.5">
        {isRunning(contract) && <ProgressBar progress={contract.progress} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <ContractChip state={contract.status} />
          <Next contract={contract} now={now} isNamed />
        </div>
      </div>
    </DocumentLines>
  )
}

/** The next milestone with its day, or the deadline for signing. */
function Next(props: { contract: ContractSummary; now: Date; isNamed?: boolean }) {
  const { contract, now, isNamed = false } = props
  const { nextMilestone, signBy, status } = contract
  if (status === 'PENDING_SIGNATURES' && signBy) return <Countdown until={signBy} over={t`Time is up`} />
  if (!nextMilestone || !isRunning(contract)) return null
  const { title, dueDate } = nextMilestone
  return (
    <span className="min-w-0">
      {isNamed ? (
        <Trans>
          Next:{' '}
          <span dir="auto" className="font-medium">
            {title}
          </span>
        </Trans>
      ) : (
        <span dir="auto" className="font-medium">
          {title}
        </span>
      )}
      {dueDate && <Due day={dueDate} now={now} />}
    </span>
  )
}

function Due({ day, now }: { day: string; now: Date }) {
  const { name, isOver } = dueDay(day, now)
  return isOver ? (
    <span className="font-semibold text-danger">
      {' '}
      <Trans>was due {name}</Trans>
    </span>
  ) : (
    <span className="text-text-muted">
      {' '}
      <Trans>due {name}</Trans>
    </span>
  )
}

const columns = (tab: ContractTab, now: Date): Column<ContractSummary>[] => [
  titleColumn<ContractSummary>('contract', t`Contract`, titleOf),
  customerColumn(),
  { name: 'state', header: t`Status`, cell: ({ status }) => <ContractChip state={status} /> },
  ...(tab === 'active'
    ? [
        {
          name: 'progress',
          header: t`Approved`,
          cell: (contract: ContractSummary) => (
            <div className="w-32">
              <ProgressBar progress={contract.progress} />
            </div>
          ),
        },
      ]
    : []),
  tab === 'active' || tab === 'sign'
    ? {
        name: 'next',
        ...(tab === 'sign' && { sort: 'deadline' }),
        header: tab === 'sign' ? t`Expires in` : t`Next milestone`,
        className: 'text-sm',
        cell: (contract) => <Next contract={contract} now={now} />,
      }
    : updatedColumn(now),
  totalColumn(t`Value`, totalOf),
]
