import type { CancelReason } from '@fettle/protocol/bookings/cancellations'
import { cancelReasonCodes, cancelReasons, declineReasons } from '@fettle/protocol/bookings/constants'
import type { DeclineReason } from '@fettle/protocol/bookings'
import type { Call } from '@fettle/protocol/core/operation'
import type { WithdrawReason } from '@fettle/protocol/offers/actions'
import { withdrawReasons } from '@fettle/protocol/offers/constants'
import { cancelOffer, passOffer, withdrawOffer } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { isApiError } from '../../../lib/http/api-error.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { cancelReasonLabel } from '../../../shared/bookings/cancel-labels.ts'
import { declineReasonLabel } from '../../../shared/bookings/decline-labels.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useOfferAction } from '../use-offer-action.ts'
import { withdrawReasonLabel } from '../labels.ts'
import { OfferSheet } from './offer-sheet.tsx'
import type { OfferSheetProps } from './sheets.types.ts'

interface EndingProps<Reason extends string> extends OfferSheetProps {
  operation: Call
  title: ReactNode
  description: ReactNode
  submit: ReactNode
  /** Toast shown on success. */
  done: string
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  needsNote: (reason: Reason) => boolean
}

/** Sheet that ends an offer with a reason the customer is told. */
function Ending<Reason extends string>(props: EndingProps<Reason>) {
  const { offer, now, onClose, operation, title, description, submit, done, reasons, label, needsNote } = props
  const draft = useDraft<{ reason: Reason | ''; note: string }>(`${operation.name}:${offer.id}`, {
    reason: '',
    note: '',
  })
  const { form, change } = draft
  const [isSubmitted, setSubmitted] = useState(false)
  const action = useOfferAction(offer)
  const { reason } = form
  const note = form.note.trim()
  const isNoteNeeded = reason !== '' && needsNote(reason)
  const missing = isNoteNeeded && note === ''
  // Shows the server's field errors at their fields.
  const noteProblem = isApiError(action.error)
    ? action.error.issues.find(({ field }) => field === 'note')?.message
    : undefined
  const run = async () => {
    setSubmitted(true)
    if (reason === '' || missing) return
    const body = { version: offer.version, reasonCode: reason, ...(note && { note }) }
    if ((await action.run(operation, { body })) === undefined) return
    draft.clearDraft()
    onClose()
    toast.success(done)
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={title}
      description={description}
      submit={submit}
      variant="danger"
      error={noteProblem ? undefined : action.error}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <ReasonField
        reasons={reasons}
        label={label}
        value={reason}
        onChange={(next) => change({ reason: next })}
        error={isSubmitted && reason === ''}
      />
      <NoteField
        required={isNoteNeeded}
        value={form.note}
        onChange={(words) => change({ note: words })}
        error={isSubmitted && missing ? t`Enter a short reason.` : noteProblem}
      />
    </OfferSheet>
  )
}

const isOther = (reason: string): boolean => reason === 'OTHER'

/** Declines to quote a request. */
export function PassSheet(props: OfferSheetProps) {
  const { name } = props.offer.customer
  return (
    <Ending<DeclineReason>
      {...props}
      operation={passOffer}
      title={<Trans>Don't quote for this?</Trans>}
      description={<Trans>We'll let {name} know. You can still message each other.</Trans>}
      submit={<Trans>Don't quote</Trans>}
      done={t`We've let ${name} know`}
      reasons={declineReasons}
      label={declineReasonLabel}
      needsNote={isOther}
    />
  )
}

/** Withdraws a sent offer. */
export function WithdrawSheet(props: OfferSheetProps) {
  const { name } = props.offer.customer
  return (
    <Ending<WithdrawReason>
      {...props}
      operation={withdrawOffer}
      title={<Trans>Withdraw the offer?</Trans>}
      description={<Trans>We'll let {name} know. They can no longer accept it.</Trans>}
      submit={<Trans>Withdraw</Trans>}
      done={t`Offer withdrawn`}
      reasons={withdrawReasons}
      label={withdrawReasonLabel}
      needsNote={isOther}
    />
  )
}

const providerReasons = cancelReasonCodes.filter((reason) =>
  (cancelReasons[reason].by as readonly string[]).includes('PROVIDER'),
)

/** Cancels an accepted offer before it was converted. */
export function CancelSheet(props: OfferSheetProps) {
  const { name } = props.offer.customer
  return (
    <Ending<CancelReason>
      {...props}
      operation={cancelOffer}
      title={<Trans>Cancel this accepted offer?</Trans>}
      description={<Trans>We'll let {name} know. The deposit is no longer due. If it was paid, it is refunded.</Trans>}
      submit={<Trans>Cancel offer</Trans>}
      done={t`Offer cancelled`}
      reasons={providerReasons}
      label={cancelReasonLabel}
      needsNote={(reason) => 'note' in cancelReasons[reason]}
    />
  )
}
