import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { Button, Pill } from './button.tsx'
import { TextField } from './field.tsx'
import { SheetButton } from './sheet.tsx'

/** Reviews finished work. It is published once the provider has rated too, or after 14 days. */
export function ReviewButton({ work }: { work: { bookingId: string } | { contractId: string } }): ReactNode {
  const [isSent, setSent] = useState(false)
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const send = () => call('createReview', { body: { ...work, rating, comment } }).then(() => setSent(true))
  const form = (
    <>
      <div role="group" aria-label="How was it?" className="flex gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <Pill key={stars} isPressed={rating === stars} onPress={() => setRating(stars)}>
            {stars} ★
          </Pill>
        ))}
      </div>
      <TextField isLong label="Your review" value={comment} onChange={setComment} />
      <Button isDisabled={rating === 0} onPress={send}>
        Send review
      </Button>
    </>
  )
  const thanks = <p role="status">Your review appears once the provider has rated too, at the latest in 14 days.</p>
  return (
    <SheetButton title={isSent ? 'Thank you' : 'Write a review'} content={() => (isSent ? thanks : form)}>
      Write a review
    </SheetButton>
  )
}
