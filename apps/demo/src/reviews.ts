import { addReviewPhoto, createReview, hideReview } from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { findJob } from './bookings/booking-calls.ts'
import { endOf } from './bookings/job-events.ts'
import { pictureOf, readData, type DemoPicture } from './data.ts'
import type { DemoContext } from './context.ts'
import { type DemoEvent, event } from './schedule.ts'

/** A review of a finished job, a number of hours after its confirmation. */
interface DemoReview {
  job: string
  after: number
  rating: number
  comment: string
  aspects?: Partial<protocol.AspectStars>
  photo?: DemoPicture
  /** Ada's rating an hour before. Absent: the review is sealed. */
  rated?: { rating: number; tags: protocol.CustomerTag[]; note?: string }
  /** Ada's reply, a number of hours after the review. */
  reply?: { after: number; text: string }
  contest?: { daysAgo: number; reasonCode: protocol.ContestReason; note: string }
  /** Why an operator hid it, half a day later. */
  hidden?: string
}

const reviews = readData<DemoReview[]>('reviews')

/** Customers' reviews and Ada's replies. */
export const eventsOfReviews = (demo: DemoContext): DemoEvent[] =>
  reviews.flatMap((demoReview) => eventsOf(demoReview, demo))

function eventsOf(demoReview: DemoReview, demo: DemoContext): DemoEvent[] {
  const { ada, marketplace, now } = demo
  const at = endOf(demoReview.job, now) + demoReview.after * HOUR_MS
  const { rated, reply, contest, hidden } = demoReview
  let id = ''
  const events = [event(at, write)]
  if (rated) {
    const rate = async () => {
      const params = { id: (await findJob(demo, demoReview.job)).id }
      await ada(protocol.rateCustomerOfBooking, { params, body: rated })
    }
    events.unshift(event(at - HOUR_MS, rate))
  }
  if (reply) {
    const answer = () => ada(protocol.replyToReview, { params: { id }, body: { text: reply.text } })
    events.push(event(at + reply.after * HOUR_MS, answer))
  }
  if (contest) {
    const { daysAgo, ...body } = contest
    const object = () => ada(protocol.contestReview, { params: { id }, body })
    events.push(event(now.getTime() - daysAgo * DAY_MS, object))
  }
  if (hidden) {
    const hide = () => marketplace(hideReview, { params: { id }, body: { reason: hidden } })
    events.push(event(at + 12 * HOUR_MS, hide))
  }
  return events

  async function write(): Promise<void> {
    const { id: bookingId } = await findJob(demo, demoReview.job)
    const { rating, comment, aspects = {}, photo } = demoReview
    const ratedAspects = Object.fromEntries(Object.entries(aspects).filter(([, stars]) => stars !== null))
    const body = { bookingId, rating, comment, aspects: ratedAspects }
    id = (await marketplace(createReview, { body })).id
    if (!photo) return
    await marketplace(addReviewPhoto, { params: { id }, body: {}, file: pictureOf(photo) })
  }
}
