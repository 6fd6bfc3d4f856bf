import type { EarningsSummary } from '@fettle/protocol/earnings'
import type { Money } from '@fettle/protocol'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { moneyText } from '../../lib/money.ts'
import { useNow } from '../../lib/now.ts'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { monthsQuery, saveStatement, summaryQuery, termsQuery } from './api.ts'
import { MonthChart } from './month-chart.tsx'
import { availableNote, lastMonths, monthName } from './words.ts'

/** Where the money is, what came in month by month, and a statement of each. */
export function Overview({ onPayouts }: { onPayouts: () => void }) {
  const summary = useQuery(summaryQuery())
  const months = useQuery(monthsQuery())
  return (
    <div className="grid gap-6">
      {summary.isError && (
        <Banner tone="danger" alert title={t`Your earnings could not be loaded.`}>
          {errorText(summary.error, t`Try again in a moment.`)}
        </Banner>
      )}
      {summary.data ? <Cards summary={summary.data} onPayouts={onPayouts} /> : !summary.isError && <CardsSkeleton />}
      {months.data ? <MonthChart months={months.data} /> : !months.isError && <Skeleton className="h-56" />}
      <Statement />
    </div>
  )
}

function Cards({ summary, onPayouts }: { summary: EarningsSummary; onPayouts: () => void }) {
  const now = useNow()
  const terms = useQuery(termsQuery())
  const { available, pending, onHold, inPayout, paidOut, collectedDirectly, feesOwed } = summary
  return (
    <div className="grid gap-3">
      <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
        <div className="grid gap-0.5">
          <h2 className="text-sm font-semibold text-text-muted">
            <Trans>Available</Trans>
          </h2>
          <p className="text-2xl font-semibold tabular-nums">{moneyText(available)}</p>
          {/* Its line is kept free until it is known: nothing is promised before. */}
          <p className="min-h-5 text-sm text-pretty text-text-muted">{terms.data && availableNote(terms.data, now)}</p>
        </div>
        <Button onClick={onPayouts}>
          <Trans>Pay out</Trans>
        </Button>
      </Card>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Figure
          label={t`Pending`}
          money={pending}
          note={t`Finished work clears after a few days. Deposits wait for their work.`}
        />
        <Figure label={t`On its way`} money={inPayout} note={t`Payouts your bank has not booked yet.`} />
        <Figure label={t`Paid out`} money={paidOut} note={t`Everything that reached your bank.`} />
        {onHold.amount > 0 && <Figure label={t`On hold`} money={onHold} note={t`In dispute until that is settled.`} />}
        {collectedDirectly.amount !== 0 && (
          <Figure label={t`Paid to you directly`} money={collectedDirectly} note={t`In cash or to your own account.`} />
        )}
        {feesOwed.amount !== 0 && (
          <Figure
            label={t`Fees you owe`}
            money={feesOwed}
            note={t`The platform’s share of what was paid to you directly.`}
          />
        )}
      </ul>
    </div>
  )
}

const Figure = ({ label, money, note }: { label: string; money: Money; note: string }) => (
  <li>
    <Card className="grid h-full content-start gap-0.5 p-4">
      <span className="text-sm font-semibold text-text-muted">{label}</span>
      <span className="text-lg font-semibold tabular-nums">{moneyText(money)}</span>
      <span className="text-sm text-pretty text-text-muted">{note}</span>
    </Card>
  </li>
)

const CardsSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="h-28" />
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  </div>
)

/** A month on paper, or as a spreadsheet. */
function Statement() {
  const now = useNow()
  const months = lastMonths(now, 24)
  const [month, setMonth] = useState(months[0] ?? '')
  const [busy, setBusy] = useState<'pdf' | 'csv'>()
  const save = (format: 'pdf' | 'csv') => {
    setBusy(format)
    saveStatement(month, format)
      .catch((error: unknown) => toast.error(errorText(error, t`The statement could not be made.`)))
      .finally(() => setBusy(undefined))
  }
  return (
    <Section title={<Trans>Statement</Trans>} description={<Trans>Every entry of a month, with its balances.</Trans>}>
      <Card className="flex flex-wrap items-end gap-3 p-4">
        <SelectField
          label={<Trans>Month</Trans>}
          className="min-w-48 flex-1"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        >
          {months.map((each) => (
            <option key={each} value={each}>
              {monthName(each)}
            </option>
          ))}
        </SelectField>
        <Button
          variant="secondary"
          busy={busy === 'pdf'}
          icon={<FileText size={20} aria-hidden="true" />}
          onClick={() => save('pdf')}
        >
          PDF
        </Button>
        <Button
          variant="secondary"
          busy={busy === 'csv'}
          icon={<FileSpreadsheet size={20} aria-hidden="true" />}
          onClick={() => save('csv')}
        >
          CSV
        </Button>
      </Card>
    </Section>
  )
}
