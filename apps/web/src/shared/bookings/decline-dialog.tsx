import type { DeclineReason } from '@fettle/protocol/bookings'
import { declineReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { ReasonChoice, readReason, type ReasonForm } from '../forms/reason-choice.tsx'
import { declineDraft } from './decline-draft.ts'
import { declineReasonLabel } from './decline-labels.ts'

const MAX_NOTE_LENGTH = 500

interface DeclineDialogProps {
  onClose: () => void
  bookingId: string
  customer: string
  onDecline: (answer: { reasonCode: DeclineReason; note?: string }) => void
}

/** Asks why a request is declined. */
export function DeclineDialog({ onClose, bookingId, customer, onDecline }: DeclineDialogProps) {
  const { form, change } = useDraft<ReasonForm<DeclineReason>>(declineDraft(bookingId), { reason: '', note: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = () => {
    setSubmitted(true)
    const answer = readReason(form, MAX_NOTE_LENGTH)
    if (!answer) return
    // The draft stays until the answer was sent: it can be undone or refused.
    const { reason: reasonCode, ...note } = answer
    onDecline({ reasonCode, ...note })
    onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t`Decline this request?`}
      description={t`We'll let ${customer} know. You can still message each other.`}
      submit={<Trans>Decline request</Trans>}
      cancel={<Trans>Keep request</Trans>}
      variant="danger"
      onSubmit={submit}
    >
      <ReasonChoice
        legend={<Trans>Reason</Trans>}
        reasons={declineReasons}
        label={declineReasonLabel}
        noteLabel={t`Note to the customer`}
        maxNote={MAX_NOTE_LENGTH}
        form={form}
        onChange={change}
        isSubmitted={isSubmitted}
      />
    </FormDialog>
  )
}
