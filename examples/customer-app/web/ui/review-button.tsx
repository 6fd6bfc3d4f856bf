import { Star } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createReview } from '@fettle/protocol/marketplace/calls'
import { call } from '../lib/api.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { Sheet } from './sheet.tsx'

/** Reviews finished work. It is published once the provider has rated too, or after 14 days. */
export function ReviewButton({ work }: { work: { bookingId: string } | { contractId: string } }): ReactNode {
  const [step, setStep] = useState<'closed' | 'open' | 'sent'>('closed')
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const send = () => call(createReview, { body: { ...work, rating, comment } }).then(() => setStep('sent'))
  return (
    <>
      <Button onPress={() => setStep('open')}>Write a review</Button>
      {step !== 'closed' && (
        <Sheet title={step === 'sent' ? 'Thank you' : 'Write a review'} onClose={() => setStep('closed')}>
          {step === 'sent' ? (
            <p role="status">Your review appears once the provider has rated too, at the latest in 14 days.</p>
          ) : (
            <>
              <StarChoice value={rating} onChange={setRating} />
              <TextField isLong label="Your review" value={comment} onChange={setComment} />
              <Button isDisabled={rating === 0} onPress={send}>
                Send review
              </Button>
            </>
          )}
        </Sheet>
      )}
    </>
  )
}

/** Stars to choose from, as radio buttons. */
function StarChoice({ value, onChange }: { value: number; onChange: (stars: number) => void }): ReactNode {
  return (
    <fieldset className="flex gap-1">
      <legend className="mb-1.5 font-medium">How was it?</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <label
          key={stars}
          className="cursor-pointer rounded-lg p-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="stars"
            className="sr-only"
            checked={value === stars}
            onChange={() => onChange(stars)}
            aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}`}
          />
          <Star aria-hidden className={`size-9 text-star ${stars <= value ? 'fill-current' : ''}`} />
        </label>
      ))}
    </fieldset>
  )
}
