import type { AspectStars, ContestReason, CustomerTag } from '@fettle/protocol/reviews'
import type { photoOf } from '../people/pictures.ts'

/** A review of a finished job, a number of hours after its confirmation. */
export interface DemoReview {
  job: string
  after: number
  rating: number
  comment: string
  aspects?: Partial<AspectStars>
  photo?: Parameters<typeof photoOf>[0]
  /** Ada's rating an hour before. Absent: the review is sealed. */
  rated?: { rating: number; tags: CustomerTag[]; note?: string }
  /** Ada's reply, a number of hours after the review. */
  reply?: { after: number; text: string }
  contest?: { daysAgo: number; reasonCode: ContestReason; note: string }
  /** Why an operator hid it, half a day later. */
  hidden?: string
}

export const reviews: readonly DemoReview[] = [
  {
    job: 'Replace the bathroom mixer in flat 2',
    after: 9,
    rating: 5,
    comment: 'In and out in two hours, and the bathroom was cleaner than before. The tenant has stopped counting.',
    aspects: { quality: 5, punctuality: 5, communication: 5, value: 4 },
    rated: { rating: 5, tags: ['CLEAR_BRIEF', 'EASY_ACCESS', 'PAID_PROMPTLY'] },
    reply: { after: 10, text: 'Thank you, Funke. Greet the tenant from me, I hope he sleeps now.' },
  },
  {
    job: 'Slow kitchen drain',
    after: 22,
    rating: 5,
    comment:
      'Miss Ada explained everything and showed me what had blocked the pipe. I will not describe it here. The water goes down at once now.',
    aspects: { quality: 5, punctuality: 4, communication: 5, value: 5 },
    rated: { rating: 5, tags: ['FRIENDLY', 'READY_ON_TIME'], note: 'Offers tea, and means it.' },
    reply: { after: 30, text: 'It was a pleasure, ma. A sieve in the sink keeps it that way.' },
  },
  {
    job: 'Water heater trips the fuse',
    after: 15,
    rating: 4,
    comment: 'Found the fault, changed the element. Took a second trip for the part, so four stars and not five.',
    aspects: { quality: 5, punctuality: 3, value: 4 },
    rated: { rating: 4, tags: ['CLEAR_BRIEF'] },
  },
  {
    job: 'Grease trap is blocked',
    after: 40,
    rating: 5,
    comment: 'We opened at six as if nothing had happened.',
    aspects: { quality: 5, punctuality: 5, communication: 4, value: 5 },
    photo: 'new-pipes',
    rated: { rating: 3, tags: ['KEPT_WAITING', 'PAID_LATE'], note: 'Ask for a deposit next time.' },
    reply: {
      after: 20,
      text: 'Glad the kitchen ran. Have it emptied every three months and you will not need me for it.',
    },
  },
  {
    job: 'Leak under the sink in flat 4',
    after: 70,
    rating: 2,
    comment: 'It leaked again two days later and somebody else had to mend it.',
    aspects: { quality: 1, punctuality: 4, communication: 3 },
    rated: { rating: 4, tags: ['EASY_ACCESS'] },
    contest: {
      daysAgo: 4,
      reasonCode: 'WRONG_FACTS',
      note: 'What leaked the second time was the flexible hose of the dishwasher, which I did not touch. The photos on the booking show it.',
    },
  },
  {
    job: 'Plumb in the washing machine',
    after: 30,
    rating: 1,
    comment: 'A rude message about another provider stood here.',
    rated: { rating: 2, tags: ['PAID_LATE'] },
    hidden: 'It insults somebody who had nothing to do with this job.',
  },
  {
    job: 'Replace the cistern',
    after: 26,
    rating: 5,
    comment: 'Quiet as a mouse now. She also put the wobbly seat right and did not charge for it.',
    aspects: { quality: 5, punctuality: 5, communication: 5, value: 5 },
    rated: { rating: 5, tags: ['FRIENDLY', 'PAID_PROMPTLY'] },
  },
  { job: 'Re-pipe the laundry in flat 1', after: 20, rating: 4, comment: 'Solid work, and not a drop since.' },
]
