import type { ContractDetails } from '@fettle/protocol/contracts'
import { listInvoices } from '@fettle/protocol/invoices/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { MoneyChip } from '../../../shared/cards/money-chip.tsx'

/** Amounts approved and paid so far, with their invoices. */
export function PaymentsSection({ contract }: { contract: ContractDetails }) {
  const { id, progress } = contract
  const { data } = useQuery(queryOf(listInvoices, { query: { contractId: id, limit: 50 } }))
  return (
    <Card className="grid content-start gap-3 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>Payments</Trans>
      </h2>
      <dl className="grid gap-1.5 tabular-nums">
        <div className="flex justify-between gap-4">
          <dt>
            <Trans>Approved</Trans>
          </dt>
          <dd className="font-semibold">{moneyText(progress.approvedAmount)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>
            <Trans>Paid</Trans>
          </dt>
          <dd className="font-semibold">{moneyText(progress.paidAmount)}</dd>
        </div>
      </dl>
      {data?.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>We create an invoice when a milestone is approved.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="grid gap-1" aria-label={t`Invoices`}>
          {data.map((invoice) => (
            <li key={invoice.id}>
              <Link
                to={paths.invoice(invoice.id)}
                className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-control px-2 hover:bg-surface-hover"
              >
                <span className="grid">
                  <span className="text-sm font-semibold tabular-nums">{invoice.number ?? t`Draft invoice`}</span>
                  <span className="text-sm text-text-muted tabular-nums">{moneyText(invoice.total)}</span>
                </span>
                <MoneyChip state={invoice.overdue ? 'OVERDUE' : invoice.status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
