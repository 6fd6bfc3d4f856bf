import type { PayoutTerms } from '@fettle/protocol/earnings/payouts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { amountInput, parseAmount } from '../../lib/format/amounts.ts'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../lib/http/idempotency-key.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { StepUpCancelled, useStepUp } from '../../shared/step-up/use-step-up.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { requestPayoutNow } from './api.ts'

/** Asks for the amount and shows account and arrival date. The server's refusals are shown as they are. */
export function PayoutDialog({ terms, onClose }: { terms: PayoutTerms; onClose: () => void }) {
  const form = useId()
  const now = useNow()
  const isConnected = useConnection()
  const { available, smallest, bank, expectedBy } = terms
  const { currency } = available
  const arrives = dayName(expectedBy, ownTimeZone(), now)
  const [typed, setTyped] = useState(() => amountInput(available.amount, currency))
  const [problem, setProblem] = useState<string>()
  const { guarded, dialog } = useStepUp()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const failure = (error: Error) => errorText(error, t`We couldn't request the payout.`)
  const ask = useMutation({
    ...requestPayoutNow(useQueryClient(), guarded, useIdempotencyKey()),
    meta: { showsFailure: true },
    // In the options of the mutation, so that the error is shown after the dialog was closed too.
    onError: (error) => {
      // The open dialog shows it.
      if (isOpen.current || error instanceof StepUpCancelled) return
      toast.error(failure(error), { id: 'payout' })
    },
    onSuccess: (payout) => {
      const sum = moneyText(payout.amount)
      toast.success(t`Payout of ${sum} requested`, { id: 'payout', body: t`Arrives: ${arrives}` })
      onClose()
    },
  })
  const least = moneyText(smallest)
  const isAllOrNothing = smallest.amount === available.amount
  // Errors about the amount are shown at its field, which gets the focus.
  const isAmount = hasCode(ask.error, 'PAYOUT_TOO_LARGE', 'PAYOUT_TOO_SMALL')
  const isCancelled = ask.error instanceof StepUpCancelled
  const refusal = ask.isError && !isCancelled ? failure(ask.error) : undefined
  useEffect(() => {
    if (isAmount) document.getElementById(`${form}-amount`)?.focus()
  }, [isAmount, ask.error, form])

  const submit = () => {
    const amount = parseAmount(typed, currency)
    const wrong = amount === undefined || amount <= 0 ? t`Enter an amount.` : undefined
    setProblem(wrong)
    if (!wrong && amount !== undefined) ask.mutate(amount)
  }

  if (dialog) return dialog
  return (
    <FormDialog
      onClose={onClose}
      title={t`Request payout`}
      description={bank ? t`To ${bank.bankName}, account ending in ${bank.last4}` : undefined}
      submit={<Trans>Request payout</Trans>}
      busy={ask.isPending}
      disabled={!isConnected}
      onSubmit={submit}
    >
      <TextField
        id={`${form}-amount`}
        label={t`Amount (${currency})`}
        hint={
          isAllOrNothing
            ? t`You have ${moneyText(available)} available. It can only be paid out as a whole.`
            : t`You have ${moneyText(available)} available. The smallest payout is ${least}.`
        }
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={problem ?? (isAmount ? refusal : undefined)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="text-sm text-text-muted">
        <Trans>Free of charge. Arrives: {arrives}</Trans>
      </p>
      {!isConnected && (
        <Banner tone="warning" title={t`You need a connection to request a payout.`}>
          <Trans>You're offline. Try again when you're back online.</Trans>
        </Banner>
      )}
      {refusal && !isAmount && <Banner tone="danger" alert title={refusal} />}
    </FormDialog>
  )
}
