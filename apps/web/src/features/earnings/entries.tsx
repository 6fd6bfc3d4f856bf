import type { LedgerEntry, LedgerType } from '@fettle/protocol/earnings/earnings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { replaceSearchParams } from '../../routing/replace-search-params.ts'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { PagedRows } from '../../shared/lists/paged-rows.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { entriesQuery, monthsQuery } from './api.ts'
import { currentMonth, daysOf, entryLabel, lastMonths, monthName, sourcePath, typeLabel } from './labels.ts'

const entryTypes: readonly LedgerType[] = [
  'EARNING',
  'PLATFORM_FEE',
  'TIP',
  'CANCELLATION_FEE',
  'REFERRAL_BONUS',
  'DEPOSIT',
  'REFUND',
  'ADJUSTMENT',
  'PAYOUT',
  'PAYOUT_REVERSAL',
]

/** Ledger entries, newest first. */
export function Entries() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const months = lastMonths(currentMonth(useQuery(monthsQuery()).data, now), 24)
  const type = entryTypes.find((each) => each === search.get('type'))
  const month = months.find((each) => each === search.get('month'))
  const choose = (name: 'type' | 'month', value: string) =>
    replaceSearchParams(setSearch, { [name]: value || undefined })
  const filter = { ...(type && { type }), ...(month && daysOf(month)) }
  const entries = useInfiniteQuery(entriesQuery(filter))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-3 min-[360px]:grid-cols-2 md:max-w-md">
        <SelectField
          label={<Trans>Kind</Trans>}
          value={type ?? ''}
          onChange={(event) => choose('type', event.target.value)}
        >
          <option value="">{t`All kinds`}</option>
          {entryTypes.map((each) => (
            <option key={each} value={each}>
              {typeLabel(each)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={<Trans>Month</Trans>}
          value={month ?? ''}
          onChange={(event) => choose('month', event.target.value)}
        >
          <option value="">{t`All months`}</option>
          {months.map((each) => (
            <option key={each} value={each}>
              {monthName(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <PagedRows
        query={entries}
        rowsOf={({ rows }) => rows}
        failed={t`We couldn't load these.`}
        empty={
          <EmptyState icon={<ListChecks size={26} />} title={<Trans>No entries</Trans>}>
            <Trans>Work your customers confirm, tips, fees and payouts are listed here.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <Card>
            <ul aria-label={t`Entries`}>
              {rows.map((entry) => (
                <li key={entry.id} className="border-b border-line last:border-b-0">
                  <Row entry={entry} now={now} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PagedRows>
    </div>
  )
}

function Row({ entry, now }: { entry: LedgerEntry; now: Date }) {
  const path = sourcePath(entry)
  const clears = entry.status === 'PENDING' && entry.availableAt ? dayName(entry.availableAt, ownTimeZone(), now) : ''
  const content = (
    <>
      <span className="grid min-w-0 flex-1">
        <span className="font-medium">{entryLabel(entry)}</span>
        <span className="text-sm text-text-muted tabular-nums">
          {[dayName(entry.at, ownTimeZone(), now), entry.source.label].filter(Boolean).join(' · ')}
        </span>
        {clears && (
          <span className="text-sm text-text-muted">
            <Trans>Available: {clears}</Trans>
          </span>
        )}
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        <span className="font-semibold tabular-nums">{moneyText(entry.amount)}</span>
        <MoneyChip state={entry.status} />
      </span>
    </>
  )
  const className = 'flex min-h-14 items-center gap-3 px-4 py-2.5'
  return path ? (
    <Link to={path} className={`${className} hover:bg-surface-hover active:bg-surface-hover`}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  )
}
