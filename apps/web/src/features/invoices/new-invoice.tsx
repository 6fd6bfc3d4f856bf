import { createInvoice, listBillableJobs } from '@fettle/protocol/invoices/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { dayName, formatter, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryOf } from '../../lib/http/query.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

export interface NewInvoiceProps {
  /** Offers only jobs for this customer. */
  customerId?: string | undefined
  onClose: () => void
}

/** Drafts an invoice for a job that was handed over and has none. */
export function NewInvoice({ customerId, onClose }: NewInvoiceProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const now = useNow()
  const isConnected = useConnection()
  const query = useQuery(queryOf(listBillableJobs, { query: { ...(customerId && { customerId }) } }))
  const { data: jobs } = query
  const [chosen, setChosen] = useState<string>()
  const id = chosen ?? jobs?.[0]?.subject.id
  const create = useMutation({
    mutationFn: (bookingId: string) =>
      callOnce(createInvoice, { body: { subject: { type: 'BOOKING', id: bookingId } } }),
    onSuccess: (invoice) => {
      void client.invalidateQueries({ queryKey: ['invoices'] })
      void navigate(paths.invoice(invoice.id), { replace: true })
    },
  })
  if (jobs?.length === 0) {
    return (
      <Dialog
        onClose={onClose}
        title={<Trans>New invoice</Trans>}
        footer={
          <Link to={paths.bookings} className={buttonClass()}>
            <Trans>See your bookings</Trans>
          </Link>
        }
      >
        <p>
          <Trans>
            No finished job is waiting for an invoice. You can invoice a job once you have completed it. We invoice
            deposits and milestones for you.
          </Trans>
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={<Trans>New invoice</Trans>}
      description={<Trans>Only you can see it until you issue it.</Trans>}
      submit={<Trans>Create invoice</Trans>}
      busy={create.isPending}
      disabled={!isConnected || id === undefined}
      onSubmit={() => id !== undefined && create.mutate(id)}
      onClose={onClose}
    >
      {!jobs && !query.error && <SkeletonList rows={2} />}
      {!jobs && query.error && <LoadError title={t`We couldn't load your jobs.`} query={query} />}
      {jobs && (
        <ChoiceCards
          label={t`Finished job`}
          name="job"
          chosen={id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          choices={jobs.map(({ subject, customer, title, total, completedAt }) => ({
            value: subject.id,
            label: <bdi>{title}</bdi>,
            hint: [
              formatter().isolate(customer.name),
              completedAt && dayName(completedAt, ownTimeZone(), now),
              moneyText(total),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      )}
      {!isConnected && (
        <Banner tone="info">
          <Trans>You need a connection to create an invoice.</Trans>
        </Banner>
      )}
      {create.isError && (
        <Banner tone="danger" alert title={errorText(create.error, t`We couldn't create the invoice.`)} />
      )}
    </FormDialog>
  )
}
