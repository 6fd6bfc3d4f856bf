import { completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { convertOffer } from '@fettle/protocol/offers/actions'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import { acknowledgeWarnings } from './availability.ts'
import { homeInEnugu, weekdayOf } from '../history/history.ts'
import { historyOfOffers } from '../history/history-offers.ts'
import { DAY_MS, midnightOf, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import type { OfferStory } from '../offers/offer-stories.ts'
import type { WithSession } from '../sessions.ts'

const HOUR = 60 * MINUTE_MS
/** Ten in the morning, after early jobs. */
const START_OF_DAY_MS = 10 * HOUR
const SUNDAY_INDEX = 6
/** Duration of work quoted by the half day and the day. */
const [HALF_A_DAY, A_DAY] = [4 * HOUR, 7 * HOUR]

interface QuotedJob {
  accepted: number
  start: number
  end: number
}

/** When quoted work of earlier months was done: some days after acceptance, one job a day. */
function quotedJobTimes(now: Date): Map<OfferStory, QuotedJob> {
  const taken = new Set<number>()
  const quoted = historyOfOffers.flatMap((story): [OfferStory, QuotedJob][] => {
    const yes = story.after.find((step) => step.do === 'accept')
    if (!yes) return []
    const accepted = now.getTime() - yes.ago * DAY_MS
    let day = midnightOf(new Date(accepted)) + 3 * DAY_MS
    while (weekdayOf(new Date(day)) === SUNDAY_INDEX || isAway(now, day) || taken.has(day)) day += DAY_MS
    taken.add(day)
    const sent = story.after.findLast((step) => step.do === 'send')
    const days = sent?.content.lineItems?.find(({ kind }) => kind === 'LABOUR')?.quantity ?? '1'
    const start = day + START_OF_DAY_MS
    return [[story, { accepted, start, end: start + (Number(days) < 1 ? HALF_A_DAY : A_DAY) }]]
  })
  return new Map(quoted)
}

function isAway(now: Date, day: number): boolean {
  const from = midnightOf(now) - (weekdayOf(now) + 7 * homeInEnugu.weeks) * DAY_MS
  return from <= day && day < from + homeInEnugu.days * DAY_MS
}

/** When Ada worked on quoted jobs, so that nothing else is placed there. */
export const timesQuoted = (now: Date): [from: number, to: number][] =>
  [...quotedJobTimes(now).values()].map(({ start, end }) => [start, end])

/** Books, completes, confirms and pays accepted offers. */
export function eventsOfQuotedWork(
  app: App,
  { now, visit }: { now: Date; visit: WithSession },
  { story, key, offerId }: { story: OfferStory; key: string; offerId: () => string },
): DemoEvent[] {
  const when = quotedJobTimes(now).get(story)
  if (!when) return []
  const { accepted, start, end } = when
  let id = ''
  const at = (time: number) => ({ occurredAt: new Date(time).toISOString() })
  const book = async (visitor: SignedInProvider) => {
    const time = { startAt: new Date(start).toISOString(), durationMinutes: (end - start) / MINUTE_MS }
    const body = { target: 'BOOKING' as const, ...time, ...acknowledgeWarnings }
    const converted = await resultOf(callAsProvider(app, convertOffer, { params: { id: offerId() }, body }, visitor))
    id = converted.convertedTo?.id ?? ''
  }
  const work = async (visitor: SignedInProvider) => {
    await callAsProvider(
      app,
      startBooking,
      { params: { id }, body: { ...at(start), otherJob: 'KEEP_RUNNING' } },
      visitor,
    )
    const body = { ...at(end), summary: 'As quoted, tested together, and swept.' }
    await callAsProvider(app, completeBooking, { params: { id }, body }, visitor)
  }
  const pay = async (visitor: SignedInProvider) => {
    const [invoice] = await resultOf(callAsProvider(app, listInvoices, { query: { bookingId: id } }, visitor))
    if (!invoice) throw new Error(`The demo data has no invoice for ${story.title}`)
    const body = { invoiceId: invoice.id, amount: invoice.due.amount, tip: 0 }
    await callAsMarketplace(app, recordMarketplacePayment, { body }, `${key} paid`)
  }
  return [
    { at: accepted + 5 * HOUR, happens: () => visit(book) },
    { at: end, happens: () => visit(work) },
    {
      at: end + 5 * HOUR,
      happens: () =>
        callAsMarketplace(app, confirmMarketplaceBooking, { params: { id }, body: {} }, `${key} confirmed`),
    },
    { at: end + 28 * HOUR, happens: () => visit(pay) },
  ]
}
