import type { ContractDetails } from '@fettle/protocol/contracts'
import { listInvoices } from '@fettle/protocol/invoices/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../../lib/format/money.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { InvoiceRows } from '../../../shared/documents/invoice-links.tsx'

/** Amounts approved and paid so far, with their invoices. */
export function PaymentsSection({ contract }: { contract: ContractDetails }) {
  const { id, progress } = contract
  const query = useQuery(queryOf(listInvoices, { query: { contractId: id, limit: 50 } }))
  const { data } = query
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
      {!data && query.isError && <LoadError title={t`We couldn't load your invoices.`} query={query} />}
      {data?.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>We create an invoice when a milestone is approved.</Trans>
        </p>
      )}
      {data && data.length > 0 && <InvoiceRows invoices={data} />}
    </Card>
  )
}
