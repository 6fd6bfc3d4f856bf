import { useState, type ReactNode } from 'react'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { call } from '../lib/api.ts'
import { useLoaded } from '../lib/live.ts'
import { Button, Pill } from './button.tsx'
import { Card } from './card.tsx'
import { TextField } from './field.tsx'
import { SheetButton } from './sheet.tsx'

type Work = { bookingId: string } | { contractId: string }

/** Fettle takes reviews for this long after the work has ended, or after a dispute about it. */
const OPEN_DAYS = 14

/** The customer's review of finished work, or a button to write it while it may be reviewed. */
export function Review({ work, updatedAt }: { work: Work; updatedAt: string }): ReactNode {
  const id = 'bookingId' in work ? work.bookingId : work.contractId
  const [now] = useState(Date.now)
  const { data: reviews } = useLoaded(`review ${id}`, () => call('listOwnReviews', { query: { limit: 100 } }))
  const own = reviews?.find((review) => review.work.id === id)
  if (!own) {
    // Both ends are changes of the work.
    const isOpen = now < Date.parse(updatedAt) + OPEN_DAYS * DAY_MS
    return reviews && isOpen && <ReviewButton work={work} />
  }
  return (
    // Beside buttons it has the whole width.
    <div className="col-span-full">
      <Card title="Your review">
        <p className="font-semibold">{'★'.repeat(own.rating)}</p>
        <p className="mt-1 whitespace-pre-line">{own.comment}</p>
        {own.reply && <p className="mt-2 border-l-2 border-line pl-3 text-muted">{own.reply.text}</p>}
        {own.status === 'HIDDEN' && <p className="mt-2 text-muted">Only you can see it: it was hidden.</p>}
        {own.status === 'SEALED' && (
          <p role="status" className="mt-2 text-muted">
            Your review appears once the provider has rated too, at the latest in 14 days.
          </p>
        )}
      </Card>
    </div>
  )
}

/** Reviews finished work. It is published once the provider has rated too, or after 14 days. */
function ReviewButton({ work }: { work: Work }): ReactNode {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  return (
    <SheetButton
      title="Write a review"
      content={(close) => (
        <>
          <div role="group" aria-label="How was it?" className="flex gap-1">
            {[1, 2, 3, 4, 5].map((stars) => (
              <Pill key={stars} isPressed={rating === stars} onPress={() => setRating(stars)}>
                {stars} ★
              </Pill>
            ))}
          </div>
          <TextField isLong label="Your review" value={comment} onChange={setComment} />
          <Button
            isDisabled={rating === 0}
            onPress={() => call('createReview', { body: { ...work, rating, comment } }).then(close)}
          >
            Send review
          </Button>
        </>
      )}
    >
      Write a review
    </SheetButton>
  )
}
