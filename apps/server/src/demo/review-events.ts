import { listBookings } from '@fettle/protocol/bookings'
import { addReviewPhoto, createReview, hideReview } from '@fettle/protocol/marketplace-reviews'
import * as protocol from '@fettle/protocol/reviews'
import type { App } from '../app.ts'
import { asMarketplace, call, once } from './front-door.ts'
import { photoOf } from './pictures.ts'
import { reviews, type Told } from './reviews.ts'
import { sendFile } from './send-file.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Given {
  now: number
  /** When a job was confirmed. */
  endOf: (job: string) => number
  /** What Ada does while she is logged in. */
  visit: (go: (token: string) => Promise<unknown>) => Promise<void>
}

interface Event {
  at: number
  happens: () => Promise<void>
}

/** What customers said, and what Ada said to that. */
export const eventsOfReviews = (app: App, given: Given): Event[] =>
  reviews.flatMap((told, index) => eventsOf(app, told, `review ${index + 1}`, given))

function eventsOf(app: App, told: Told, key: string, { now, endOf, visit }: Given): Event[] {
  const at = endOf(told.job) + told.after * HOUR
  /** What is known of the job already. */
  const look = async (token: string) => {
    const [job] = await call(app, listBookings, { query: { q: told.job } }, token)
    if (!job) throw new Error(`Nothing in the story is called ${told.job}`)
    return { id: job.id, said: await call(app, protocol.getBookingReview, { params: { id: job.id } }, token) }
  }
  const { rated, reply, contest, hidden } = told
  const events: Event[] = [{ at, happens: () => visit((token) => write(token)) }]
  if (rated) {
    const rate = async (token: string) => {
      const { id, said } = await look(token)
      if (said.customerRating) return
      await call(app, protocol.rateCustomerOfBooking, { params: { id }, body: rated }, token)
    }
    events.unshift({ at: at - HOUR, happens: () => visit(rate) })
  }
  if (reply) {
    const answer = async (token: string) => {
      const { review } = (await look(token)).said
      if (!review || review.reply) return
      await call(app, protocol.replyToReview, { params: { id: review.id }, body: { text: reply.text } }, token)
    }
    events.push({ at: at + reply.after * HOUR, happens: () => visit(answer) })
  }
  if (contest) {
    const { daysAgo, ...body } = contest
    const object = async (token: string) => {
      const { review } = (await look(token)).said
      if (!review || review.contest) return
      await once(call(app, protocol.contestReview, { params: { id: review.id }, body }, token))
    }
    events.push({ at: now - daysAgo * DAY, happens: () => visit(object) })
  }
  if (hidden) {
    const hide = async (token: string) => {
      const { review } = (await look(token)).said
      if (!review) return
      await once(
        asMarketplace(app, hideReview, { params: { id: review.id }, body: { reason: hidden } }, `${key} hidden`),
      )
    }
    events.push({ at: at + 12 * HOUR, happens: () => visit(hide) })
  }
  return events

  async function write(token: string): Promise<void> {
    const { id: bookingId, said } = await look(token)
    if (said.review || said.isSealed) return
    const { rating, comment, aspects = {}, photo } = told
    const given = Object.fromEntries(Object.entries(aspects).filter(([, stars]) => stars !== null))
    const body = { bookingId, rating, comment, aspects: given }
    const { id } = await asMarketplace(app, createReview, { body }, key)
    if (!photo) return
    const file = { name: `${photo}.jpg`, type: 'image/jpeg', bytes: await photoOf(photo) }
    await sendFile(app, addReviewPhoto, { params: { id }, body: {} }, { file, by: { key: `${key} photo` } })
  }
}
