import { completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { convertOffer } from '@fettle/protocol/offers/actions'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import type { App } from '../app.ts'
import { answerOf, asMarketplace, call, type Visitor } from './calls.ts'
import { withOpenEyes } from './diary.ts'
import { homeInEnugu, weekdayOf } from './history.ts'
import { historyOfOffers } from './history-offers.ts'
import { DAY, midnightOf, MINUTE, type Event } from './moments.ts'
import type { OfferStory } from './offer-stories.ts'
import type { Visit } from './visits.ts'

const HOUR = 60 * MINUTE
/** Ten in the morning: after the early calls. */
const STARTS = 10 * HOUR
const SUNDAY = 6
/** What is quoted by the day is done in one. */
const [HALF_A_DAY, A_DAY] = [4 * HOUR, 7 * HOUR]

interface Quoted {
  accepted: number
  start: number
  end: number
}

/** When what was quoted for in the months before was done: some days after the customer said yes, one job a day. */
function whenDone(now: Date): Map<OfferStory, Quoted> {
  const taken = new Set<number>()
  const quoted = historyOfOffers.flatMap((story): [OfferStory, Quoted][] => {
    const yes = story.after.find((step) => step.do === 'accept')
    if (!yes) return []
    const accepted = now.getTime() - yes.ago * DAY
    let day = midnightOf(new Date(accepted)) + 3 * DAY
    while (weekdayOf(new Date(day)) === SUNDAY || isAway(now, day) || taken.has(day)) day += DAY
    taken.add(day)
    const sent = story.after.findLast((step) => step.do === 'send')
    const days = sent?.content.lineItems?.find(({ kind }) => kind === 'LABOUR')?.quantity ?? '1'
    const start = day + STARTS
    return [[story, { accepted, start, end: start + (Number(days) < 1 ? HALF_A_DAY : A_DAY) }]]
  })
  return new Map(quoted)
}

function isAway(now: Date, day: number): boolean {
  const from = midnightOf(now) - (weekdayOf(now) + 7 * homeInEnugu.weeks) * DAY
  return from <= day && day < from + homeInEnugu.days * DAY
}

/** When Ada was at work on what she had quoted, so that nothing else is put there. */
export const timesQuoted = (now: Date): [from: number, to: number][] =>
  [...whenDone(now).values()].map(({ start, end }) => [start, end])

/** What was quoted for and accepted is booked, done, confirmed and paid. */
export function eventsOfQuotedWork(
  app: App,
  { now, visit }: { now: Date; visit: Visit },
  { story, key, offerId }: { story: OfferStory; key: string; offerId: () => string },
): Event[] {
  const when = whenDone(now).get(story)
  if (!when) return []
  const { accepted, start, end } = when
  let id = ''
  const at = (time: number) => ({ occurredAt: new Date(time).toISOString() })
  const book = async (visitor: Visitor) => {
    const time = { startAt: new Date(start).toISOString(), durationMinutes: (end - start) / MINUTE }
    const body = { target: 'BOOKING' as const, ...time, ...withOpenEyes }
    const converted = await answerOf(call(app, convertOffer, { params: { id: offerId() }, body }, visitor))
    id = converted.convertedTo?.id ?? ''
  }
  const work = async (visitor: Visitor) => {
    await call(app, startBooking, { params: { id }, body: { ...at(start), otherJob: 'KEEP_RUNNING' } }, visitor)
    const body = { ...at(end), summary: 'As quoted, tested together, and swept.' }
    await call(app, completeBooking, { params: { id }, body }, visitor)
  }
  const pay = async (visitor: Visitor) => {
    const [invoice] = await answerOf(call(app, listInvoices, { query: { bookingId: id } }, visitor))
    if (!invoice) throw new Error(`Nothing is charged for ${story.title}`)
    const body = { invoiceId: invoice.id, amount: invoice.due.amount, tip: 0 }
    await asMarketplace(app, recordMarketplacePayment, { body }, `${key} paid`)
  }
  return [
    { at: accepted + 5 * HOUR, happens: () => visit(book) },
    { at: end, happens: () => visit(work) },
    {
      at: end + 5 * HOUR,
      happens: () => asMarketplace(app, confirmMarketplaceBooking, { params: { id }, body: {} }, `${key} confirmed`),
    },
    { at: end + 28 * HOUR, happens: () => visit(pay) },
  ]
}
