import type { Ticket } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { stepTicket } from './api.ts'

const marks = [1, 2, 3, 4, 5] as const

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
        <fieldset className="grid gap-2">
          <legend className="font-semibold">
            <Trans>How did we do?</Trans>
          </legend>
          <div className="flex">
            {marks.map((mark) => (
              <label
                key={mark}
                className="relative grid size-11 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
              >
                <input
                  type="radio"
                  name="rating"
                  value={mark}
                  checked={rating === mark}
                  onChange={() => change({ rating: mark })}
                  className="sr-only"
                />
                <Star
                  size={26}
                  aria-hidden="true"
                  className={clsx(mark <= rating ? 'fill-accent text-accent-text' : 'text-text-muted')}
                />
                <span className="sr-only">
                  <Plural value={mark} one="# of 5" other="# of 5" />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
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
