import type { Ticket } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { StarsField } from '../../../shared/reviews/stars.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { stepTicket } from './api.ts'

/** Rating of a resolved ticket. */
export function Rating({ ticket }: { ticket: Ticket }) {
  const isConnected = useConnection()
  const { form, change, clearDraft } = useDraft(`ticket-rating ${ticket.id}`, {
    rating: ticket.csat?.rating ?? 0,
    comment: ticket.csat?.comment ?? '',
  })
  const { rating, comment } = form
  const sending = stepTicket(useQueryClient())
  const step = useMutation({
    ...sending,
    onSuccess: (...answer) => {
      // Before the answer renews this form.
      clearDraft()
      return sending.onSuccess?.(...answer)
    },
  })
  const isChanged = rating !== (ticket.csat?.rating ?? 0) || comment.trim() !== (ticket.csat?.comment ?? '')
  return (
    <Card className="p-4">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          step.mutate(
            { ticket, step: { action: 'csat', rating, comment: comment.trim() } },
            { onSuccess: () => toast.success(t`Thank you`, { id: 'csat' }) },
          )
        }}
      >
        <StarsField label={t`How did we do?`} value={rating} onChange={(stars) => change({ rating: stars })} />
        {rating > 0 && (
          <TextAreaField
            label={t`What went well, and what didn't?`}
            optional
            rows={2}
            maxLength={1_000}
            value={comment}
            onChange={(event) => change({ comment: event.target.value })}
          />
        )}
        {step.error && (
          <Banner tone="danger" alert>
            {errorText(step.error, t`We couldn't send your answer.`)}
          </Banner>
        )}
        {rating > 0 && isChanged && (
          <Button
            type="submit"
            size="sm"
            variant="secondary"
            busy={step.isPending}
            disabled={!isConnected}
            className="justify-self-start"
          >
            <Trans>Send</Trans>
          </Button>
        )}
      </form>
    </Card>
  )
}
