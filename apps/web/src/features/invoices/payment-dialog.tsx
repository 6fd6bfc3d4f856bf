import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { directMethods } from '@fettle/protocol/invoices/constants'
import { allowedTypes, uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountInput, parseAmount } from '../../lib/format/amounts.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { dayIn, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../lib/http/idempotency-key.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { receivePayment, type ReportedPayment } from './api.ts'
import { methodLabel } from './labels.ts'
import { itemsText } from '../../lib/format/items-text.ts'

interface PaymentForm {
  amount: string
  tip: string
  method: ReportedPayment['method']
  day: string
  reference: string
}

/** Records a payment made outside the marketplace. The customer has three days to confirm or deny it. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const now = useNow()
  const isConnected = useConnection()
  const { customer, due, waiting, subject } = invoice
  const { currency } = due
  const open = { amount: due.amount - waiting.amount, currency }
  const today = dayIn(now, ownTimeZone())
  const { form, change, clearDraft } = useDraft<PaymentForm>(`payment:${invoice.id}`, {
    amount: amountInput(open.amount, currency),
    tip: '',
    method: 'BANK_TRANSFER',
    day: today,
    reference: '',
  })
  const { amount, tip, method, day, reference } = form
  const [proof, setProof] = useState<File>()
  const [problems, setProblems] = useState<Partial<Record<'amount' | 'tip', string>>>({})
  const receive = useMutation(receivePayment(useQueryClient(), useIdempotencyKey()))
  const isTippable = subject.type === 'BOOKING' || subject.type === 'MILESTONE'

  const submit = () => {
    const sum = parseAmount(amount, currency)
    const extra = tip.trim() === '' ? 0 : parseAmount(tip, currency)
    const most = moneyText(open)
    const wrong = {
      ...((sum === undefined || sum === 0) && { amount: t`Enter an amount.` }),
      ...(sum !== undefined && sum > open.amount && { amount: t`This is more than the ${most} still due.` }),
      ...(extra === undefined && { tip: t`Enter an amount.` }),
    }
    setProblems(wrong)
    if (sum === undefined || extra === undefined || wrong.amount) return
    receive.mutate(
      {
        invoiceId: invoice.id,
        amount: sum,
        tip: extra,
        method,
        // An earlier day is sent as noon, today as now.
        ...(day && day !== today && { paidAt: new Date(`${day}T12:00:00`).toISOString() }),
        ...(reference.trim() && { externalReference: reference.trim() }),
        ...(proof && { proof }),
      },
      {
        onSuccess: () => {
          clearDraft()
          toast.success(t`Payment recorded`, { body: t`We'll ask ${customer.name} to confirm it.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t`Record a payment`}
      description={t`For money you received directly. ${customer.name} confirms it, or it counts after three days.`}
      submit={<Trans>Record payment</Trans>}
      busy={receive.isPending}
      disabled={!isConnected}
      onSubmit={submit}
    >
      <TextField
        label={t`Amount (${currency})`}
        hint={t`Still due: ${moneyText(open)}`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={problems.amount}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <SelectField
        label={<Trans>Payment method</Trans>}
        value={method}
        onChange={(event) => change({ method: event.target.value as ReportedPayment['method'] })}
      >
        {directMethods.map((each) => (
          <option key={each} value={each}>
            {methodLabel(each)}
          </option>
        ))}
      </SelectField>
      <DateField
        label={<Trans>Payment date</Trans>}
        value={day}
        max={today}
        onChange={(next) => change({ day: next })}
      />
      {isTippable && (
        <TextField
          label={t`Tip (${currency})`}
          optional
          inputMode="decimal"
          autoComplete="off"
          value={tip}
          error={problems.tip}
          onChange={(event) => change({ tip: event.target.value })}
        />
      )}
      <TextField
        label={<Trans>Reference</Trans>}
        optional
        maxLength={100}
        value={reference}
        onChange={(event) => change({ reference: event.target.value })}
      />
      <FileDrop
        label={proof ? <bdi>{proof.name}</bdi> : <Trans>Add proof (optional)</Trans>}
        hint={t`A receipt or a screenshot: ${itemsText(allowedTypes('DOCUMENT'))}`}
        accept={uploadRules.DOCUMENT.mimes.join(',')}
        maxBytes={uploadRules.DOCUMENT.maxBytes}
        onPick={setProof}
      />
      {receive.isError && (
        <Banner tone="danger" alert title={errorText(receive.error, t`We couldn't record the payment.`)} />
      )}
    </FormDialog>
  )
}
