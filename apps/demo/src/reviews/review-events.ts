import { listBookings } from '@fettle/protocol/bookings'
import { addReviewPhoto, createReview, hideReview } from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { endOf } from '../bookings/job-events.ts'
import { pictureOf } from '../data.ts'
import { reviews, type DemoReview } from './reviews.ts'
import type { DemoContext } from '../context.ts'
import { DAY_MS, type DemoEvent, HOUR_MS } from '../schedule.ts'

/** Customers' reviews and Ada's replies. */
export const eventsOfReviews = (given: DemoContext): DemoEvent[] =>
  reviews.flatMap((demoReview) => eventsOf(demoReview, given))

function eventsOf(demoReview: DemoReview, { ada, marketplace, now }: DemoContext): DemoEvent[] {
  const at = endOf(demoReview.job, now) + demoReview.after * HOUR_MS
  const { rated, reply, contest, hidden } = demoReview
  let id = ''
  const events: DemoEvent[] = [{ at, happens: write }]
  if (rated) {
    const rate = async () => {
      const params = { id: await find() }
      await ada(protocol.rateCustomerOfBooking, { params, body: rated })
    }
    events.unshift({ at: at - HOUR_MS, happens: rate })
  }
  if (reply) {
    const answer = () => ada(protocol.replyToReview, { params: { id }, body: { text: reply.text } })
    events.push({ at: at + reply.after * HOUR_MS, happens: answer })
  }
  if (contest) {
    const { daysAgo, ...body } = contest
    const object = () => ada(protocol.contestReview, { params: { id }, body })
    events.push({ at: now.getTime() - daysAgo * DAY_MS, happens: object })
  }
  if (hidden) {
    const hide = () => marketplace(hideReview, { params: { id }, body: { reason: hidden } })
    events.push({ at: at + 12 * HOUR_MS, happens: hide })
  }
  return events

  async function find(): Promise<string> {
    const [job] = await ada(listBookings, { query: { q: demoReview.job } })
    if (!job) throw new Error(`Unknown job ${demoReview.job} in the demo data`)
    return job.id
  }

  async function write(): Promise<void> {
    const bookingId = await find()
    const { rating, comment, aspects = {}, photo } = demoReview
    const given = Object.fromEntries(Object.entries(aspects).filter(([, stars]) => stars !== null))
    const body = { bookingId, rating, comment, aspects: given }
    id = (await marketplace(createReview, { body })).id
    if (!photo) return
    await marketplace(addReviewPhoto, { params: { id }, body: {}, file: pictureOf(photo) })
  }
}
