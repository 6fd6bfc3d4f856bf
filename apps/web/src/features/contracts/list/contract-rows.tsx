import type { RowsLayout } from '../../../shared/paged-rows.tsx'
import type { ContractSummary } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { agoText } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { DataList, type Column } from '../../../ui/layout/data-list.tsx'
import { ContractChip } from '../../../shared/cards/contract-chip.tsx'
import { contractQuery } from '../api.ts'
import { isRunning, type ContractTab } from '../model.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { dueDay, tabLabel, titleOf } from '../labels.ts'

interface RowsProps {
  tab: ContractTab
  rows: readonly ContractSummary[]
  href: (id: string) => string
  now: Date
  layout: RowsLayout
}

export function ContractRows({ tab, rows, href, now, layout }: RowsProps) {
  const card = (contract: ContractSummary) => <ContractLines contract={contract} now={now} />
  if (layout === 'table') {
    return (
      <DataList
        label={tabLabel(tab)}
        rows={rows}
        columns={columns(tab, now)}
        rowKey={({ id }) => id}
        href={({ id }) => href(id)}
        card={card}
      />
    )
  }
  return (
    <ul aria-label={tabLabel(tab)} className="grid gap-3">
      {rows.map((contract) => (
        <li key={contract.id}>
          <CardLink id={contract.id} to={href(contract.id)}>
            {card(contract)}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function CardLink({ id, to, children }: { id: string; to: string; children: ReactNode }) {
  const client = useQueryClient()
  return (
    <Link
      to={to}
      // Prefetch on pointer down.
      onPointerDown={() => void client.prefetchQuery(contractQuery(id))}
      className="block rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
    >
      {children}
    </Link>
  )
}

const totalText = ({ total }: Pick<ContractSummary, 'total'>): string => (total.amount > 0 ? moneyText(total) : '–')

/** Contract as a short card: title, customer, amount, progress and next date. */
export function ContractLines({ contract, now }: { contract: ContractSummary; now: Date }) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <p dir="auto" className="line-clamp-2 font-semibold">
          {titleOf(contract)}
        </p>
        <p className="shrink-0 font-semibold tabular-nums">{totalText(contract)}</p>
      </div>
      <p className="truncate text-sm text-text-muted">
        {[contract.customer.name, contract.city, contract.reference].filter(Boolean).join(' · ')}
      </p>
      {isRunning(contract) && <ProgressBar progress={contract.progress} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <ContractChip state={contract.status} />
        <Next contract={contract} now={now} isNamed />
      </div>
    </div>
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

type ContractColumn = Column<ContractSummary>

const columns = (tab: ContractTab, now: Date): ContractColumn[] => [
  {
    name: 'contract',
    header: t`Contract`,
    cell: (contract) => (
      <span className="grid">
        <span dir="auto" className="line-clamp-2 font-semibold">
          {titleOf(contract)}
        </span>
        <span className="text-xs font-normal text-text-muted tabular-nums">{contract.reference}</span>
      </span>
    ),
  },
  {
    name: 'customer',
    header: t`Customer`,
    cell: ({ customer: { name, avatar }, city }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} src={avatar} size="sm" />
        <span className="grid">
          <span dir="auto" className="max-w-40 truncate">
            {name}
          </span>
          {city && <span className="text-xs text-text-muted">{city}</span>}
        </span>
      </span>
    ),
  },
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
        header: tab === 'sign' ? t`Expires in` : t`Next milestone`,
        className: 'text-sm',
        cell: (contract) => <Next contract={contract} now={now} />,
      }
    : {
        name: 'changed',
        header: t`Last updated`,
        className: 'whitespace-nowrap text-text-muted',
        cell: ({ updatedAt }) => agoText(updatedAt, now),
      },
  {
    name: 'total',
    header: t`Value`,
    figures: true,
    cell: (contract) => <span className="font-semibold whitespace-nowrap">{totalText(contract)}</span>,
  },
]
