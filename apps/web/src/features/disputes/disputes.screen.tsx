import type { DisputeSummary } from '@fettle/protocol/disputes'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { momentWithin, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { disputeReasonLabel } from '../../shared/disputes/dispute-labels.ts'
import { SupportFrame } from '../../shared/support/support-frame.tsx'
import { PagedRows } from '../../shared/lists/paged-rows.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { disputesQuery, disputeTabs, type DisputeTab } from './api.ts'
import { CustomerLine } from '../../shared/customers/customer-line.tsx'
import { stageText, stateTone } from './labels.ts'

/** List of disputes with who has to act and how they ended. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const tab: DisputeTab = search.get('tab') === 'settled' ? 'settled' : 'open'
  const disputes = useInfiniteQuery(disputesQuery(tab))
  return (
    <SupportFrame current="disputes">
      <FilterBar<DisputeTab>
        label={t`Disputes by status`}
        options={(Object.keys(disputeTabs) as DisputeTab[]).map((name) => ({
          name,
          label: name === 'open' ? t`In progress` : t`Settled`,
        }))}
        current={tab}
        onChange={(name) => setSearch(name === 'open' ? {} : { tab: name }, { replace: true })}
      />
      <PagedRows
        query={disputes}
        rowsOf={({ rows }) => rows}
        failed={t`We couldn't load your disputes.`}
        empty={
          <EmptyState icon={<Scale size={26} />} title={<Trans>No disputes here</Trans>}>
            <Trans>
              If you and a customer disagree about work, a fee or a payment, choose “Report a problem” on the booking,
              contract or invoice.
            </Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-3" aria-label={t`Disputes`}>
            {rows.map((dispute) => (
              <li key={dispute.id}>
                <Row dispute={dispute} now={now} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </SupportFrame>
  )
}

function Row({ dispute, now }: { dispute: DisputeSummary; now: Date }) {
  const { id, status, subject, customer, reasonCode, amountInDispute, stage } = dispute
  const { tone, label } = stateTone(status)
  const until = stage.until && momentWithin(stage.until, ownTimeZone(), now)
  return (
    <Card>
      <Link
        to={paths.dispute(id)}
        className="grid grid-cols-1 gap-1 rounded-card p-4 transition-colors hover:bg-surface-hover md:p-5"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span dir="auto" className="text-sm text-text-muted tabular-nums">
            {subject.label}
          </span>
          <Chip tone={tone}>{label}</Chip>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <CustomerLine name={customer.name} avatar={customer.avatar} className="font-semibold" />
          {amountInDispute && <span className="shrink-0 font-semibold tabular-nums">{moneyText(amountInDispute)}</span>}
        </span>
        <span className="truncate text-sm text-text-muted">
          {disputeReasonLabel(reasonCode)} · <bdi>{subject.title}</bdi>
        </span>
        <span className="text-sm">
          {stageText(dispute)}
          {until && (
            <span className="text-text-muted">
              {' · '}
              <Trans>until {until}</Trans>
            </span>
          )}
        </span>
      </Link>
    </Card>
  )
}
