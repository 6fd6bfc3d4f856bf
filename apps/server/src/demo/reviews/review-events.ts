import { listBookings } from '@fettle/protocol/bookings'
import { addReviewPhoto, createReview, hideReview } from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import { photoOf } from '../people/pictures.ts'
import { reviews, type DemoReview } from './reviews.ts'
import type { WithSession } from '../sessions.ts'
import type { DemoEvent } from '../schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface ReviewDemoContext {
  now: number
  /** When a job was confirmed. */
  endOf: (job: string) => number
  /** Runs work while Ada is signed in. */
  visit: WithSession
}

/** Customers' reviews and Ada's replies. */
export const eventsOfReviews = (app: App, given: ReviewDemoContext): DemoEvent[] =>
  reviews.flatMap((demoReview, index) => eventsOf(app, demoReview, `review ${index + 1}`, given))

function eventsOf(
  app: App,
  demoReview: DemoReview,
  key: string,
  { now, endOf, visit }: ReviewDemoContext,
): DemoEvent[] {
  const at = endOf(demoReview.job) + demoReview.after * HOUR
  const { rated, reply, contest, hidden } = demoReview
  let id = ''
  const events: DemoEvent[] = [{ at, happens: () => visit((visitor) => write(visitor)) }]
  if (rated) {
    const rate = async (visitor: SignedInProvider) => {
      const params = { id: await find(visitor) }
      await callAsProvider(app, protocol.rateCustomerOfBooking, { params, body: rated }, visitor)
    }
    events.unshift({ at: at - HOUR, happens: () => visit(rate) })
  }
  if (reply) {
    const answer = (visitor: SignedInProvider) =>
      callAsProvider(app, protocol.replyToReview, { params: { id }, body: { text: reply.text } }, visitor)
    events.push({ at: at + reply.after * HOUR, happens: () => visit(answer) })
  }
  if (contest) {
    const { daysAgo, ...body } = contest
    const object = (visitor: SignedInProvider) =>
      callAsProvider(app, protocol.contestReview, { params: { id }, body }, visitor)
    events.push({ at: now - daysAgo * DAY, happens: () => visit(object) })
  }
  if (hidden) {
    const hide = () => callAsMarketplace(app, hideReview, { params: { id }, body: { reason: hidden } }, `${key} hidden`)
    events.push({ at: at + 12 * HOUR, happens: hide })
  }
  return events

  async function find(visitor: SignedInProvider): Promise<string> {
    const [job] = await resultOf(callAsProvider(app, listBookings, { query: { q: demoReview.job } }, visitor))
    if (!job) throw new Error(`Unknown job ${demoReview.job} in the demo data`)
    return job.id
  }

  async function write(visitor: SignedInProvider): Promise<void> {
    const bookingId = await find(visitor)
    const { rating, comment, aspects = {}, photo } = demoReview
    const given = Object.fromEntries(Object.entries(aspects).filter(([, stars]) => stars !== null))
    const body = { bookingId, rating, comment, aspects: given }
    id = (await callAsMarketplace(app, createReview, { body }, key)).made
    if (!photo) return
    const file = { name: `${photo}.jpg`, type: 'image/jpeg', bytes: await photoOf(photo) }
    await callAsMarketplace(app, addReviewPhoto, { params: { id }, body: {} }, `${key} photo`, file)
  }
}
