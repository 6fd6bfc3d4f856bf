import type { DeclineReason } from '@fettle/protocol/bookings'
import { declineReasons } from '@fettle/protocol/bookings/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState, type FormEvent } from 'react'
import { readDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { ReasonRadios } from '../forms/reason-radios.tsx'
import { declineReasonLabel } from './decline-labels.ts'
import { declineDraft, declineProblem, MAX_NOTE_LENGTH, type DeclineForm } from './decline-model.ts'

export interface DeclineDialogProps {
  open: boolean
  onClose: () => void
  bookingId: string
  customer: string
  onDecline: (answer: { reasonCode: DeclineReason; note?: string }) => void
}

/** Asks why a request is declined: presets, and a note for other reasons. */
export function DeclineDialog(props: DeclineDialogProps) {
  const { open, onClose, customer } = props
  const form = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Decline this request?`}
      description={t`We'll let ${customer} know. You can still message each other.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Keep request</Trans>
          </Button>
          <Button type="submit" form={form} variant="danger">
            <Trans>Decline request</Trans>
          </Button>
        </>
      }
    >
      <DeclineReasons {...props} id={form} />
    </Dialog>
  )
}

function DeclineReasons({ id, onClose, bookingId, onDecline }: DeclineDialogProps & { id: string }) {
  const draftName = declineDraft(bookingId)
  const [form, setForm] = useState<DeclineForm>(() => ({ reason: '', note: '', ...readDraft(draftName) }))
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = isSubmitted ? declineProblem(form) : undefined

  const change = (next: Partial<DeclineForm>) => {
    const changed = { ...form, ...next }
    setForm(changed)
    writeDraft(draftName, { ...changed })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const found = declineProblem(form)
    if (found || form.reason === '') {
      const field = found === 'note' ? `${id}-note` : `${id}-${declineReasons[0]}`
      document.getElementById(field)?.focus()
      return
    }
    // The draft stays until the answer was sent: it can be undone or refused.
    const note = form.note.trim()
    onDecline({ reasonCode: form.reason, ...(note && { note }) })
    onClose()
  }

  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-5">
      <ReasonRadios
        id={id}
        legend={<Trans>Reason</Trans>}
        reasons={declineReasons}
        label={declineReasonLabel}
        value={form.reason}
        isMissing={problem === 'reason'}
        onChange={(reason) => change({ reason })}
      />
      <TextAreaField
        id={`${id}-note`}
        label={t`Note to the customer`}
        optional={form.reason !== 'OTHER'}
        rows={3}
        value={form.note}
        onChange={(event) => change({ note: event.target.value })}
        count={{ used: form.note.length, of: MAX_NOTE_LENGTH }}
        error={problem === 'note' ? noteError(form) : undefined}
      />
    </form>
  )
}

const noteError = ({ note }: DeclineForm): string =>
  note.length > MAX_NOTE_LENGTH ? t`Use at most 500 characters.` : t`Add a short explanation.`
