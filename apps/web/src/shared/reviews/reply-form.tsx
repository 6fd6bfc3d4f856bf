import type { Review } from '@fettle/protocol/reviews'
import { reviewLimits } from '@fettle/protocol/reviews/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { replying } from './api.ts'

/** Public reply to a review, editable for two days. */
export function ReplyForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const client = useQueryClient()
  const id = useId()
  const { form, change, clearDraft } = useDraft(`reply:${review.id}`, { text: review.reply?.text ?? '' })
  const { text } = form
  const [isMissing, setMissing] = useState(false)
  const send = useMutation({
    ...replying(client, review),
    onSuccess: () => {
      clearDraft()
      toast.success(t`Reply published`)
      onClose()
    },
  })
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const who = review.customer.name
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = text.trim()
        setMissing(trimmed === '')
        if (trimmed === '') document.getElementById(id)?.focus()
        else if (!send.isPending) send.mutate(trimmed)
      }}
    >
      <TextAreaField
        id={id}
        label={review.reply ? <Trans>Your reply</Trans> : <Trans>Reply to {who}</Trans>}
        hint={t`Everyone who views your profile can read it.`}
        rows={3}
        value={text}
        maxLength={reviewLimits.replyLength}
        count={{ used: text.length, of: reviewLimits.replyLength }}
        error={isMissing ? t`Write something first.` : undefined}
        onChange={(event) => change({ text: event.target.value })}
      />
      {send.isError && (
        <Banner tone="danger" alert title={errorText(send.error, t`That didn't work. Try again in a moment.`)} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={send.isPending}>
          {review.reply ? <Trans>Save reply</Trans> : <Trans>Publish reply</Trans>}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            clearDraft()
            onClose()
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
