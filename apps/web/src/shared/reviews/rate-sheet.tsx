import type { CustomerTag } from '@fettle/protocol/reviews'
import { customerTags, reviewLimits } from '@fettle/protocol/reviews/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FormSheet } from '../forms/form-sheet.tsx'
import { ratingCustomer, workReviewQuery, type WorkKey } from './api.ts'
import { StarsField } from './stars.tsx'
import { tagLabel } from './labels.ts'

const MAX_NOTE_LENGTH = 500

interface RatingForm {
  rating: number
  tags: readonly CustomerTag[]
  note: string
}

/** Rates the customer. */
export function RateSheet(props: { work: WorkKey; customerName: string; now: Date; onClose: () => void }) {
  const { work, customerName, now, onClose } = props
  const client = useQueryClient()
  const { form, change, clearDraft } = useDraft<RatingForm>(`rate:${work.id}`, { rating: 0, tags: [], note: '' })
  const { rating, tags, note } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const rate = useMutation({
    ...ratingCustomer(client, work),
    onSuccess: (workReview) => {
      clearDraft()
      client.setQueryData(workReviewQuery(work).queryKey, workReview)
      toast.success(t`Rating saved`)
      onClose()
    },
  })
  const toggle = (tag: CustomerTag) =>
    change({
      tags: tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag].slice(-reviewLimits.tags),
    })
  return (
    <FormSheet
      title={<Trans>How was {customerName}?</Trans>}
      description={<Trans>Only you and our support team can see this.</Trans>}
      submit={<Trans>Save rating</Trans>}
      busy={rate.isPending}
      error={rate.error}
      timeZone={ownTimeZone()}
      now={now}
      onSubmit={() => {
        setSubmitted(true)
        if (rating > 0 && !rate.isPending) rate.mutate({ rating, tags: [...tags], note: note.trim() })
      }}
      onClose={onClose}
    >
      <StarsField
        label={t`Stars`}
        value={rating}
        onChange={(stars) => change({ rating: stars })}
        error={isSubmitted && rating === 0 ? t`Choose 1 to 5 stars.` : undefined}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-semibold">
          <Trans>What applies (up to {reviewLimits.tags})</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {customerTags.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-pressed={tags.includes(tag)}
              onClick={() => toggle(tag)}
              className={clsx(
                'min-h-11 rounded-full border px-3.5 text-sm font-semibold transition-colors',
                tags.includes(tag)
                  ? 'border-text bg-text text-surface'
                  : 'border-line-strong bg-surface-raised hover:bg-surface-hover',
              )}
            >
              {tagLabel(tag)}
            </button>
          ))}
        </div>
      </fieldset>
      <TextAreaField
        label={<Trans>Note to yourself</Trans>}
        optional
        rows={2}
        value={note}
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => change({ note: event.target.value })}
      />
    </FormSheet>
  )
}
