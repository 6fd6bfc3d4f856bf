import type { BookingDetails } from '@fettle/protocol/bookings'
import { createInvoice, listInvoices } from '@fettle/protocol/invoices/calls'
import type { InvoiceSummary } from '@fettle/protocol/invoices/invoices'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { queryOf } from '../../lib/http/query.ts'
import { MoneyChip } from '../cards/money-chip.tsx'
import { LoadError } from '../errors/load-error.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

const charged = new Set(['AWAITING_CONFIRMATION', 'COMPLETED', 'DISPUTED', 'CANCELLED', 'NO_SHOW'])

interface InvoiceLinksProps {
  booking: Pick<BookingDetails, 'id' | 'status' | 'adjustedTotal' | 'milestoneId'>
}

/**
 * Invoices of a booking, with a button to create one after completion. Of a visit that a milestone pays, extra work is
 * charged by itself.
 */
export function InvoiceLinks({ booking }: InvoiceLinksProps) {
  const { id, status, adjustedTotal, milestoneId } = booking
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({ ...queryOf(listInvoices, { query: { bookingId: id } }), enabled: charged.has(status) })
  const { data } = query
  const create = useMutation({
    mutationFn: () => callOnce(createInvoice, { body: { subject: { type: 'BOOKING', id } } }),
    onSuccess: (invoice) => {
      void client.invalidateQueries({ queryKey: ['invoices'] })
      void navigate(paths.invoice(invoice.id))
    },
    onError: (error) => toast.error(errorText(error, t`We couldn't create the invoice.`)),
  })
  if (!data) return query.isError && <LoadError title={t`We couldn't load your invoices.`} query={query} />
  const isCharged = data.some((invoice) => invoice.subject.type === 'BOOKING' && invoice.status !== 'VOID')
  const isDone = status === 'AWAITING_CONFIRMATION' || status === 'COMPLETED'
  const canCharge = isDone && !isCharged && milestoneId === null && adjustedTotal !== null && adjustedTotal.amount > 0
  if (data.length === 0 && !canCharge) return null
  return (
    <div className="mt-1 grid gap-2">
      <InvoiceRows invoices={data} />
      {canCharge && (
        <Button
          variant="secondary"
          busy={create.isPending}
          icon={<ReceiptText size={20} aria-hidden="true" />}
          onClick={() => create.mutate()}
        >
          <Trans>Create invoice</Trans>
        </Button>
      )}
    </div>
  )
}

/** Links to invoices, with amount and state. */
export const InvoiceRows = ({ invoices }: { invoices: readonly InvoiceSummary[] }) => (
  <ul className="grid gap-1" aria-label={t`Invoices`}>
    {invoices.map((invoice) => (
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
)
