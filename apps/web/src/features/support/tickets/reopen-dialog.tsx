import type { Ticket } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { stepTicket } from './api.ts'

/** Reopens a resolved ticket, optionally with a message. */
export function ReopenDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const step = useMutation(stepTicket(useQueryClient()))
  const { form, change, clearDraft } = useDraft(`ticket-reopen ${ticket.id}`, { text: '' })
  const withKey = useIdempotencyKey()
  const submit = () => {
    const text = form.text.trim()
    step.mutate(
      {
        ticket,
        // A message reopens the ticket too, in one call.
        step: text ? { action: 'message', text, attachmentIds: [], withKey } : { action: 'reopen' },
      },
      {
        onSuccess: () => {
          clearDraft()
          onClose()
          toast.success(t`Ticket reopened`, { id: 'ticket' })
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t`Reopen this ticket?`}
      description={t`Our team will look at it again.`}
      submit={<Trans>Reopen ticket</Trans>}
      busy={step.isPending}
      onSubmit={submit}
    >
      <TextAreaField
        label={t`What is still wrong?`}
        optional
        rows={3}
        maxLength={5_000}
        value={form.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      {step.error && (
        <Banner tone="danger" alert>
          {errorText(step.error, t`Try again in a moment.`)}
        </Banner>
      )}
    </FormDialog>
  )
}
