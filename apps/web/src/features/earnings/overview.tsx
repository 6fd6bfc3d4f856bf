import type { EarningsSummary } from '@fettle/protocol/earnings/earnings'
import type { PayoutTerms } from '@fettle/protocol/earnings/payouts'
import type { Money } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { monthsQuery, saveStatement, summaryQuery, termsQuery } from './api.ts'
import { MonthChart } from './month-chart.tsx'
import { availableNote, currentMonth, lastMonths, monthName, remedyFor } from './labels.ts'
import { PayoutDialog } from './payout-dialog.tsx'

/** Balances, monthly earnings and statements. */
export function Overview({ onPayouts }: { onPayouts: () => void }) {
  const summary = useQuery(summaryQuery())
  const terms = useQuery(termsQuery())
  const months = useQuery(monthsQuery())
  const now = useNow()
  // Wait for all data, so that the layout does not shift.
  if (summary.isPending || terms.isPending || months.isPending) return <OverviewSkeleton />
  const latest = currentMonth(months.data, now)
  return (
    <div className="grid grid-cols-1 gap-6">
      {summary.isError && !summary.data && <LoadError title={t`We couldn't load your earnings.`} query={summary} />}
      {summary.data && !terms.data && <LoadError title={t`We couldn't load payouts.`} query={terms} />}
      {summary.data && <Cards summary={summary.data} terms={terms.data} onPayouts={onPayouts} />}
      {months.data ? <MonthChart months={months.data} /> : <LoadError query={months} />}
      <Statement key={latest} latest={latest} />
    </div>
  )
}

/** At most three columns, each wide enough for an amount in the millions; of two, the last row is full. */
const figures =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(10.5rem,calc((100%-1.5rem)/3))),1fr))] gap-3 max-sm:*:last:odd:col-span-full'

interface CardsProps {
  summary: EarningsSummary
  /** Undefined where they could not be loaded. */
  terms: PayoutTerms | undefined
  onPayouts: () => void
}

function Cards({ summary, terms, onPayouts }: CardsProps) {
  const now = useNow()
  const { available, pending, onHold, inPayout, paidOut, collectedDirectly, feesOwed } = summary
  return (
    <div className="grid grid-cols-1 gap-3">
      <Card className="grid grid-cols-1 gap-4 p-5 sm:flex sm:items-center sm:justify-between">
        <div className="grid grid-cols-1 gap-0.5">
          <h2 className="text-sm font-semibold text-text-muted">
            <Trans>Available</Trans>
          </h2>
          {/* Large text grows only as far as the amount stays on one line. */}
          <p className="text-[length:min(1.75rem,7.5vw)] leading-[1.3] font-semibold tabular-nums wrap-anywhere">
            {moneyText(available)}
          </p>
          {terms && <p className="text-sm text-pretty text-text-muted">{availableNote(terms, now)}</p>}
        </div>
        {terms && <PayoutButton terms={terms} onPayouts={onPayouts} />}
      </Card>
      <ul className={figures}>
        <Figure
          label={t`Pending`}
          money={pending}
          note={t`Available a few days after the job; deposits once the work is done.`}
        />
        <Figure label={t`On its way`} money={inPayout} note={t`Payouts that haven't reached your bank yet.`} />
        <Figure label={t`Paid out`} money={paidOut} note={t`Everything that reached your bank.`} />
        {onHold.amount > 0 && <Figure label={t`On hold`} money={onHold} note={t`In dispute until it's resolved.`} />}
        {collectedDirectly.amount !== 0 && (
          <Figure label={t`Paid to you directly`} money={collectedDirectly} note={t`In cash or to your own account.`} />
        )}
        {feesOwed.amount !== 0 && (
          <Figure label={t`Fees you owe`} money={feesOwed} note={t`Our share of what customers paid you directly.`} />
        )}
      </ul>
    </div>
  )
}

/** Requests a payout, or links to the one in progress or to what is missing; other obstacles are explained beside it. */
function PayoutButton({ terms, onPayouts }: { terms: PayoutTerms; onPayouts: () => void }) {
  const isConnected = useConnection()
  const [isRequesting, setRequesting] = useState(false)
  if (terms.obstacle?.code === 'PAYOUT_OPEN') {
    return (
      <Button variant="secondary" className="shrink-0" onClick={onPayouts}>
        <Trans>View payouts</Trans>
      </Button>
    )
  }
  const remedy = remedyFor(terms)
  if (remedy) {
    return (
      <Link to={remedy.to} className={buttonClass({ className: 'shrink-0' })}>
        {remedy.label}
      </Link>
    )
  }
  return (
    <>
      <Button
        className="shrink-0"
        disabled={terms.obstacle !== null || !isConnected}
        onClick={() => setRequesting(true)}
      >
        <Trans>Request payout</Trans>
      </Button>
      {isRequesting && <PayoutDialog terms={terms} onClose={() => setRequesting(false)} />}
    </>
  )
}

const Figure = ({ label, money, note }: { label: string; money: Money; note: string }) => (
  <li>
    <Card className="grid h-full content-start gap-0.5 p-4">
      <span className="text-sm font-semibold text-text-muted">{label}</span>
      <span className="text-lg font-semibold tabular-nums wrap-anywhere">{moneyText(money)}</span>
      <span className="text-sm text-pretty text-text-muted">{note}</span>
    </Card>
  </li>
)

const OverviewSkeleton = () => (
  <div className="grid gap-6">
    <div className="grid gap-3">
      <Skeleton className="h-28" />
      <div className={figures}>
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </div>
    <Skeleton className="h-56" />
  </div>
)

/** Downloads a monthly statement as PDF or spreadsheet. */
function Statement({ latest }: { latest: string }) {
  const months = lastMonths(latest, 24)
  const [month, setMonth] = useState(months[0] ?? '')
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'csv') => saveStatement(month, format),
    onError: (error) => toast.error(errorText(error, t`We couldn't create the statement.`)),
  })
  return (
    <Section title={<Trans>Statement</Trans>} description={<Trans>Every entry of a month, with its balances.</Trans>}>
      <Card className="flex flex-wrap items-end gap-3 p-4">
        <SelectField
          label={<Trans>Month</Trans>}
          className="min-w-[min(12rem,100%)] flex-1"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        >
          {months.map((each) => (
            <option key={each} value={each}>
              {monthName(each)}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-3 max-sm:flex-1 max-sm:*:flex-1">
          <Button
            variant="secondary"
            busy={save.isPending && save.variables === 'pdf'}
            icon={<FileText size={20} aria-hidden="true" />}
            onClick={() => save.mutate('pdf')}
          >
            PDF
          </Button>
          <Button
            variant="secondary"
            busy={save.isPending && save.variables === 'csv'}
            icon={<FileSpreadsheet size={20} aria-hidden="true" />}
            onClick={() => save.mutate('csv')}
          >
            CSV
          </Button>
        </div>
      </Card>
    </Section>
  )
}
