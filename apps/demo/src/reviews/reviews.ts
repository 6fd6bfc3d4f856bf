import type { AspectStars, ContestReason, CustomerTag } from '@fettle/protocol/reviews'
import { readData, type DemoPicture } from '../data.ts'

/** A review of a finished job, a number of hours after its confirmation. */
export interface DemoReview {
  job: string
  after: number
  rating: number
  comment: string
  aspects?: Partial<AspectStars>
  photo?: DemoPicture
  /** Ada's rating an hour before. Absent: the review is sealed. */
  rated?: { rating: number; tags: CustomerTag[]; note?: string }
  /** Ada's reply, a number of hours after the review. */
  reply?: { after: number; text: string }
  contest?: { daysAgo: number; reasonCode: ContestReason; note: string }
  /** Why an operator hid it, half a day later. */
  hidden?: string
}

export const reviews = readData<DemoReview[]>('reviews')
