import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import * as payments from '@fettle/protocol/invoices/payments'
import * as reviews from '@fettle/protocol/reviews'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import type { HistoryContext } from '../people/demo-people.ts'
import type { PastJob } from './history-kinds.ts'
import { DAY_MS, type DemoEvent } from '../schedule.ts'

const HOUR = 3_600_000
/** How long a review stays sealed. */
const REVIEW_SEALED_MS = 15 * DAY_MS
/** Delay of Ada's replies. */
const REPLY_DELAY_MS = 9 * DAY_MS

const thanks = {
  glad: [
    'Thank you! It was a pleasure.',
    'Thank you for the kind words. You know where to find me.',
    'That makes my week. Thank you!',
    'Thank you, and greetings to everybody at home.',
    'I am glad it holds. Thank you for having me.',
    'Thank you! Tell the neighbours.',
    'A pleasure, as always.',
    'Thank you. Call me if it ever says a word again.',
  ],
  fair: [
    'Thank you. I take that to heart for the next time.',
    'Fair enough, and thank you for saying so.',
    'Thank you. The fifth star I shall earn next time.',
  ],
} as const

function thanksFor(stars: number, index: number): string {
  const words = thanks[stars === 5 ? 'glad' : 'fair']
  return words[index % words.length] ?? words[0]
}

interface ConfirmedJob {
  job: PastJob
  index: number
  key: string
  /** When the job was confirmed. */
  confirmed: number
  idOf: () => string
}

/** Payment and reviews of a job. */
export function eventsOfHistoryMoney(app: App, given: HistoryContext, about: ConfirmedJob): DemoEvent[] {
  return [...paidFor(app, given, about), ...reviewsOf(app, given, about)]
}

function paidFor(app: App, { visit }: HistoryContext, { job, index, key, confirmed, idOf }: ConfirmedJob): DemoEvent[] {
  const { paid } = job
  const at = confirmed + (1 + ((index * 11) % 40)) * HOUR
  let id = ''
  /** The booking's invoice, created on confirmation. */
  const pay = async (visitor: SignedInProvider) => {
    const [invoice] = await resultOf(callAsProvider(app, listInvoices, { query: { bookingId: idOf() } }, visitor))
    if (!invoice) return
    const body = {
      invoiceId: invoice.id,
      amount: invoice.due.amount,
      tip: typeof paid === 'object' ? paid.tip * 100 : 0,
    }
    if (paid !== 'cash' && paid !== 'transfer') {
      await callAsMarketplace(app, payments.recordMarketplacePayment, { body }, `${key} paid`)
      return
    }
    const method = paid === 'cash' ? ('CASH' as const) : ('BANK_TRANSFER' as const)
    id = (await resultOf(callAsProvider(app, payments.recordPayment, { body: { ...body, method } }, visitor))).id
  }
  const agree = () => callAsMarketplace(app, payments.confirmPayment, { params: { id }, body: {} }, `${key} paid, yes`)
  return [
    { at, happens: () => visit(pay) },
    ...(paid === 'cash' || paid === 'transfer'
      ? [{ at: at + 3 * HOUR, happens: async () => void (await agree()) }]
      : []),
  ]
}

function reviewsOf(
  app: App,
  { now, visit }: HistoryContext,
  { job, index, key, confirmed, idOf }: ConfirmedJob,
): DemoEvent[] {
  const { review } = job
  if (!review) return []
  const { stars, text, aspects = {} } = review
  const at = confirmed + (6 + ((index * 17) % 60)) * HOUR
  // Recent reviews have no reply yet.
  const reply = review.reply ?? (now.getTime() - at > REPLY_DELAY_MS ? thanksFor(stars, index) : undefined)
  // Reviews with a reply, and recent ones, are unsealed by Ada's rating.
  const isRated = reply !== undefined || index % 3 === 0 || now.getTime() - at < REVIEW_SEALED_MS
  let id = ''
  const rate = (visitor: SignedInProvider) => {
    const body = {
      rating: index % 7 === 3 ? 4 : 5,
      tags: [(['FRIENDLY', 'CLEAR_BRIEF', 'EASY_ACCESS'] as const)[index % 3] ?? 'FRIENDLY'],
    }
    return callAsProvider(app, reviews.rateCustomerOfBooking, { params: { id: idOf() }, body }, visitor)
  }
  const write = async () => {
    const body = { bookingId: idOf(), rating: stars, comment: text, aspects }
    id = (await callAsMarketplace(app, createReview, { body }, `${key} review`)).made
  }
  const answer = (visitor: SignedInProvider) =>
    callAsProvider(app, reviews.replyToReview, { params: { id }, body: { text: reply ?? '' } }, visitor)
  return [
    ...(isRated ? [{ at: at - HOUR, happens: () => visit(rate) }] : []),
    { at, happens: write },
    ...(reply === undefined ? [] : [{ at: at + 11 * HOUR, happens: () => visit(answer) }]),
  ]
}
