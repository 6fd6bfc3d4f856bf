import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import * as payments from '@fettle/protocol/invoices/payments'
import * as reviews from '@fettle/protocol/reviews'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { DemoContext } from '../context.ts'
import { payInvoice } from '../bookings/booking-calls.ts'
import { words, type PastJob } from './history-kinds.ts'
import { type DemoEvent, event } from '../schedule.ts'

/** How long a review stays sealed. */
const REVIEW_SEALED_MS = 15 * DAY_MS
/** Delay of Ada's replies. */
const REPLY_DELAY_MS = 9 * DAY_MS

function thanksFor(stars: number, index: number): string {
  const thanks = words[stars === 5 ? 'glad' : 'fair']
  return thanks[index % thanks.length] ?? ''
}

interface ConfirmedJob {
  job: PastJob
  index: number
  /** When the job was confirmed. */
  confirmed: number
  idOf: () => string
}

/** Payment and reviews of a job. */
export const eventsOfHistoryMoney = (demo: DemoContext, job: ConfirmedJob): DemoEvent[] => [
  ...paidFor(demo, job),
  ...reviewsOf(demo, job),
]

function paidFor(demo: DemoContext, { job, index, confirmed, idOf }: ConfirmedJob): DemoEvent[] {
  const { ada, marketplace } = demo
  const { paid } = job
  const isDirect = paid === 'cash' || paid === 'transfer'
  const at = confirmed + (1 + ((index * 11) % 40)) * HOUR_MS
  let id = ''
  const pay = async () => {
    const bookingId = idOf()
    if (!isDirect) return payInvoice(demo, { bookingId, tip: typeof paid === 'object' ? paid.tip * 100 : 0 })
    const [invoice] = await ada(listInvoices, { query: { bookingId } })
    if (!invoice) return
    const method = paid === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    const body = { invoiceId: invoice.id, amount: invoice.due.amount, method }
    id = (await ada(payments.recordPayment, { body })).id
  }
  const agree = () => marketplace(payments.confirmPayment, { params: { id }, body: {} })
  return [event(at, pay), ...(isDirect ? [event(at + 3 * HOUR_MS, agree)] : [])]
}

function reviewsOf({ ada, marketplace, now }: DemoContext, { job, index, confirmed, idOf }: ConfirmedJob): DemoEvent[] {
  const { review } = job
  if (!review) return []
  const { stars, text, aspects = {} } = review
  const at = confirmed + (6 + ((index * 17) % 60)) * HOUR_MS
  // Recent reviews have no reply yet.
  const reply = review.reply ?? (now.getTime() - at > REPLY_DELAY_MS ? thanksFor(stars, index) : undefined)
  // Reviews with a reply, and recent ones, are unsealed by Ada's rating.
  const isRated = reply !== undefined || index % 3 === 0 || now.getTime() - at < REVIEW_SEALED_MS
  let id = ''
  const rate = () => {
    const body = {
      rating: index % 7 === 3 ? 4 : 5,
      tags: [(['FRIENDLY', 'CLEAR_BRIEF', 'EASY_ACCESS'] as const)[index % 3] ?? 'FRIENDLY'],
    }
    return ada(reviews.rateCustomerOfBooking, { params: { id: idOf() }, body })
  }
  const write = async () => {
    const body = { bookingId: idOf(), rating: stars, comment: text, aspects }
    id = (await marketplace(createReview, { body })).id
  }
  const answer = () => ada(reviews.replyToReview, { params: { id }, body: { text: reply ?? '' } })
  return [
    ...(isRated ? [event(at - HOUR_MS, rate)] : []),
    event(at, write),
    ...(reply === undefined ? [] : [event(at + 11 * HOUR_MS, answer)]),
  ]
}
