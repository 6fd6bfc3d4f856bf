import { DAY_MS } from '@fettle/protocol/core/durations'
import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { MAX_DUE_DAYS } from '@fettle/protocol/invoices/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { useTableRoom } from '../../lib/browser/media.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { parseWholeNumber } from '../../lib/format/amounts.ts'
import { moneyText } from '../../lib/format/money.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FormDialog, type FormDialogProps } from '../../ui/overlays/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { stepDraft } from './api.ts'
import { CustomerInvoice } from './customer-invoice.tsx'
import { numberText } from './labels.ts'

/** Form of a step, with what the server refused. */
const StepDialog = ({ error, children, ...dialog }: FormDialogProps & { error: unknown }) => (
  <FormDialog {...dialog}>
    {children}
    {error !== null && error !== undefined && (
      <Banner tone="danger" alert title={errorText(error, t`That didn't work. Try again in a moment.`)} />
    )}
  </FormDialog>
)

interface StepProps {
  invoice: Invoice
  busy: boolean
  error: unknown
  onClose: () => void
}

const MAX_REASON_LENGTH = 500

/** Voids an invoice with a reason that the customer reads on the credit note. */
export function VoidDialog({
  invoice,
  busy,
  error,
  onVoid,
  onClose,
}: StepProps & { onVoid: (reason: string) => void }) {
  const { form, change } = useDraft(stepDraft(invoice, 'void'), { reason: '' })
  const { reason } = form
  const [problem, setProblem] = useState<string>()
  const isIssued = invoice.number !== null
  const submit = () => {
    const wrong = reason.trim().length < 3 ? t`Enter a short reason.` : undefined
    setProblem(wrong)
    if (!wrong) onVoid(reason.trim())
  }
  return (
    <StepDialog
      title={isIssued ? t`Void this invoice?` : t`Discard this draft?`}
      description={
        isIssued
          ? t`It keeps its number and gets a credit note. We'll let ${invoice.customer.name} know.`
          : t`Nobody has seen it. You can invoice the same work again.`
      }
      submit={isIssued ? <Trans>Void invoice</Trans> : <Trans>Discard draft</Trans>}
      variant="danger"
      busy={busy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={<Trans>Reason</Trans>}
        rows={3}
        value={reason}
        error={problem}
        count={{ used: reason.length, of: MAX_REASON_LENGTH }}
        maxLength={MAX_REASON_LENGTH}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </StepDialog>
  )
}

const daysOf = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : parseWholeNumber(typed, MAX_DUE_DAYS)

/** The invoice with the terms that are being typed. */
function withTerms(invoice: Invoice, { days, note }: { days: string; note: string }, now: Date): Invoice {
  const dueInDays = daysOf(days)
  const dueAt = dueInDays === undefined ? null : new Date(now.getTime() + dueInDays * DAY_MS).toISOString()
  return { ...invoice, note, dueAt }
}

/** The invoice as the customer will see it, beside its terms. Follows the typing when there is time. */
function LivePreview({ invoice }: { invoice: Invoice }) {
  const shown = useDeferredValue(invoice)
  const { name } = invoice.customer
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-card bg-surface-sunken p-3">
      <h3 className="px-1 text-sm font-semibold text-text-muted">
        <Trans>As {name} will see it</Trans>
      </h3>
      <CustomerInvoice invoice={shown} name={numberText(shown)} />
    </section>
  )
}

/** Terms of an invoice, which cannot be changed once it is issued. */
export function IssueDialog({
  invoice,
  busy,
  error,
  onIssue,
  onClose,
}: StepProps & { onIssue: (terms: { dueInDays: number; note: string }) => void }) {
  const { form, change } = useDraft(stepDraft(invoice, 'issue'), {
    days: String(invoice.dueInDays),
    note: invoice.note,
  })
  const { days, note } = form
  const [problem, setProblem] = useState<string>()
  const total = moneyText(invoice.total)
  const isDesk = useTableRoom()
  const now = useNow()
  const submit = () => {
    const dueInDays = daysOf(days)
    setProblem(dueInDays === undefined ? t`Enter 0 to ${MAX_DUE_DAYS} days.` : undefined)
    if (dueInDays !== undefined) onIssue({ dueInDays, note: note.trim() })
  }
  return (
    <StepDialog
      title={t`Issue this invoice?`}
      description={t`${invoice.customer.name} gets an invoice for ${total}. After that you can't edit it, only void it.`}
      submit={<Trans>Issue invoice</Trans>}
      busy={busy}
      error={error}
      aside={isDesk && <LivePreview invoice={withTerms(invoice, { days, note }, now)} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={<Trans>Days to pay</Trans>}
        inputMode="numeric"
        value={days}
        error={problem}
        onChange={(event) => change({ days: event.target.value })}
      />
      <TextAreaField
        label={<Trans>Note</Trans>}
        optional
        rows={3}
        value={note}
        maxLength={1000}
        count={{ used: note.length, of: 1000 }}
        onChange={(event) => change({ note: event.target.value })}
      />
    </StepDialog>
  )
}
