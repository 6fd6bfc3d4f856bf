import { listBookings } from '@fettle/protocol/bookings/index'
import { addReviewPhoto, createReview, hideReview } from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews/index'
import type { App } from '../app.ts'
import { answerOf, asMarketplace, call, type Visitor } from './calls.ts'
import { photoOf } from './pictures.ts'
import { reviews, type Told } from './reviews.ts'
import type { Visit } from './visits.ts'
import type { Event } from './moments.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Given {
  now: number
  /** When a job was confirmed. */
  endOf: (job: string) => number
  /** What Ada does while she is logged in. */
  visit: Visit
}

/** What customers said, and what Ada said to that. */
export const eventsOfReviews = (app: App, given: Given): Event[] =>
  reviews.flatMap((told, index) => eventsOf(app, told, `review ${index + 1}`, given))

function eventsOf(app: App, told: Told, key: string, { now, endOf, visit }: Given): Event[] {
  const at = endOf(told.job) + told.after * HOUR
  const { rated, reply, contest, hidden } = told
  let id = ''
  const events: Event[] = [{ at, happens: () => visit((visitor) => write(visitor)) }]
  if (rated) {
    const rate = async (visitor: Visitor) => {
      const params = { id: await find(visitor) }
      await call(app, protocol.rateCustomerOfBooking, { params, body: rated }, visitor)
    }
    events.unshift({ at: at - HOUR, happens: () => visit(rate) })
  }
  if (reply) {
    const answer = (visitor: Visitor) =>
      call(app, protocol.replyToReview, { params: { id }, body: { text: reply.text } }, visitor)
    events.push({ at: at + reply.after * HOUR, happens: () => visit(answer) })
  }
  if (contest) {
    const { daysAgo, ...body } = contest
    const object = (visitor: Visitor) => call(app, protocol.contestReview, { params: { id }, body }, visitor)
    events.push({ at: now - daysAgo * DAY, happens: () => visit(object) })
  }
  if (hidden) {
    const hide = () => asMarketplace(app, hideReview, { params: { id }, body: { reason: hidden } }, `${key} hidden`)
    events.push({ at: at + 12 * HOUR, happens: hide })
  }
  return events

  async function find(visitor: Visitor): Promise<string> {
    const [job] = await answerOf(call(app, listBookings, { query: { q: told.job } }, visitor))
    if (!job) throw new Error(`Nothing in the story is called ${told.job}`)
    return job.id
  }

  async function write(visitor: Visitor): Promise<void> {
    const bookingId = await find(visitor)
    const { rating, comment, aspects = {}, photo } = told
    const given = Object.fromEntries(Object.entries(aspects).filter(([, stars]) => stars !== null))
    const body = { bookingId, rating, comment, aspects: given }
    id = (await asMarketplace(app, createReview, { body }, key)).made
    if (!photo) return
    const file = { name: `${photo}.jpg`, type: 'image/jpeg', bytes: await photoOf(photo) }
    await asMarketplace(app, addReviewPhoto, { params: { id }, body: {} }, `${key} photo`, file)
  }
}
