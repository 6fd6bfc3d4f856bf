import type { WorkReview as WorkReviewData } from '@fettle/protocol/reviews'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareQuote, Star } from 'lucide-react'
import { useState } from 'react'
import { momentText, momentWithin, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { LoadError } from '../errors/load-error.tsx'
import { askingForReview, workReviewQuery, type WorkKey } from './api.ts'
import { ReviewItem } from './review-item.tsx'
import { Stars } from './stars.tsx'
import { tagLabel } from './labels.ts'
import { RateSheet } from './rate-sheet.tsx'
import { TransientButton } from '../../ui/transient-button.tsx'

/** Reviews after completed work: the customer's, the provider's rating, and a button to ask for a missing review. */
export function WorkReview(props: { work: WorkKey; customerName: string; now: Date }) {
  const { work, customerName, now } = props
  const query = useQuery(workReviewQuery(work))
  const { data } = query
  const [isRating, setRating] = useState(false)
  if (!data && query.isError) return <LoadError title={t`We couldn't load your reviews.`} query={query} />
  if (!data || data.closesAt === null) return null
  const { review, customerRating, allowedActions } = data
  const hasNothing = !review && !customerRating && !data.isSealed && allowedActions.length === 0
  if (hasNothing) return null
  return (
    <Card className="grid content-start gap-4 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>Reviews</Trans>
      </h2>
      {review ? (
        <ReviewItem key={review.id} review={review} now={now} namesWork={false} />
      ) : (
        <Missing workReview={data} customerName={customerName} now={now} />
      )}
      {customerRating && (
        <div className="grid gap-1.5 border-t border-line pt-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">
              <Trans>Your rating of {customerName}</Trans>
            </span>
            <Stars value={customerRating.rating} />
          </p>
          {customerRating.tags.length > 0 && (
            <p className="text-sm text-text-muted">{customerRating.tags.map(tagLabel).join(' · ')}</p>
          )}
          {customerRating.note && (
            <p dir="auto" className="max-w-prose whitespace-pre-line">
              {customerRating.note}
            </p>
          )}
          <p className="text-sm text-text-muted">
            <Trans>Only you and our support team can see this.</Trans>
          </p>
        </div>
      )}
      {allowedActions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {allowedActions.includes('rate-customer') && (
            <Button variant="secondary" icon={<Star size={20} aria-hidden="true" />} onClick={() => setRating(true)}>
              <Trans>Rate the customer</Trans>
            </Button>
          )}
          {allowedActions.includes('ask-review') && <ReviewRequest work={work} times={data.asked.times} />}
        </div>
      )}
      {isRating && <RateSheet work={work} customerName={customerName} now={now} onClose={() => setRating(false)} />}
    </Card>
  )
}

/** Why there is no visible review yet. */
function Missing({ workReview, customerName, now }: { workReview: WorkReviewData; customerName: string; now: Date }) {
  const until = workReview.closesAt ? momentWithin(workReview.closesAt, ownTimeZone(), now) : ''
  const isOver = workReview.closesAt !== null && new Date(workReview.closesAt) <= now
  if (workReview.isSealed) {
    return (
      <p className="max-w-prose">
        {workReview.allowedActions.includes('rate-customer') ? (
          <Trans>
            {customerName} left a review. You'll see it once you rate them, by {until} at the latest.
          </Trans>
        ) : (
          <Trans>
            {customerName} left a review. You'll see it by {until}.
          </Trans>
        )}
      </p>
    )
  }
  if (isOver) {
    return (
      <p className="text-text-muted">
        <Trans>{customerName} didn't leave a review.</Trans>
      </p>
    )
  }
  const asked = workReview.asked.lastAt ? momentText(workReview.asked.lastAt, ownTimeZone(), now) : undefined
  const next = workReview.asked.nextAt ? momentWithin(workReview.asked.nextAt, ownTimeZone(), now) : undefined
  return (
    <div className="grid gap-1 text-text-muted">
      <p>
        <Trans>No review yet. The customer can write one until {until}.</Trans>
      </p>
      {asked && (
        <p className="text-sm">
          {next ? (
            <Trans>
              You asked: {asked}. You can remind them from {next}.
            </Trans>
          ) : (
            <Trans>You asked: {asked}.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

function ReviewRequest({ work, times }: { work: WorkKey; times: number }) {
  const client = useQueryClient()
  const ask = useMutation({
    ...askingForReview(client, work),
    onSuccess: (workReview) => {
      client.setQueryData(workReviewQuery(work).queryKey, workReview)
      toast.success(t`We asked the customer in the chat.`)
    },
    onError: (error) => toast.error(errorText(error, t`That didn't work. Try again in a moment.`)),
  })
  return (
    <TransientButton
      variant="secondary"
      busy={ask.isPending}
      icon={<MessageSquareQuote size={20} aria-hidden="true" />}
      onClick={() => ask.mutate()}
    >
      {times === 0 ? <Trans>Ask for a review</Trans> : <Trans>Send a reminder</Trans>}
    </TransientButton>
  )
}
