import { createSeries } from '@fettle/protocol/bookings/series'
import { listBookings } from '@fettle/protocol/bookings'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { payPayout, requestPayout } from '@fettle/protocol/earnings/payouts'
import { sendInvites } from '@fettle/protocol/accounts/referrals'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { earlierSeries as rounds } from '../bookings/availability.ts'
import { confirmWork, payInvoice, seriesOf, toIso, work } from '../bookings/booking-calls.ts'
import { readConversation } from '../messages/channels.ts'
import { actingCustomer } from '../calls.ts'
import type { DemoContext } from '../context.ts'
import { mondayOf } from './history.ts'
import { type DemoEvent, event } from '../schedule.ts'
import { payments, payouts, voidedInvoice } from '../money/money.ts'
import { customers, type CustomerKey } from '../people/people.ts'

/** Number of customers whose conversations are told message by message; they come first. */
const REGULAR_CUSTOMERS = 6
/** Minimum payout in naira. */
const MIN_PAYOUT_NAIRA = 20_000

/** Weeks before this one in which everything was paid out. */
const PAID_WEEKS = [25, 1] as const
/** Naira that stay available in the last weeks, in which partial payouts are requested too. */
const REMAINING_BALANCE = { weeks: 4, naira: 120_000 }
/** Days ago on which the marketplace read its events, which are kept for thirty days. */
const FEED_READ_DAYS = [31, 24, 17, 10, 3, 0]

const startOfRound = (now: Date, round: number) => mondayOf(now, rounds.fromWeek - round) + 8 * HOUR_MS

/** When the hostel's Mondays are. */
export const weeklyRounds = (now: Date): [from: number, to: number][] =>
  Array.from({ length: rounds.body.rule.count }, (_, round) => {
    const start = startOfRound(now, round)
    return [start, start + rounds.body.durationMinutes * MINUTE_MS]
  })

/** People Ada invites. A phone number can be invited only where text messages are sent. */
export const inviteesOf = ({ outbox, sms }: Pick<DemoContext['app']['deps']['config'], 'outbox' | 'sms'>): string[] => [
  'musa.tiler@example.com',
  ...(outbox || sms ? ['+2348039900112'] : []),
]

/** Weekly events: the hostel's series, payouts, and what Ada and the marketplace do on Saturdays. */
export function eventsOfWeeks(demo: DemoContext): DemoEvent[] {
  const { ada, app, now, readNotifications } = demo
  const remind = () => remindOfOverdueInvoices(demo)
  const saturdays = Array.from({ length: 26 }, (_, week) => mondayOf(now, week) + 5 * DAY_MS)
  const invite = () => ada(sendInvites, { body: { destinations: inviteesOf(app.deps.config) } })
  const others = (Object.keys(customers) as CustomerKey[]).slice(REGULAR_CUSTOMERS)
  const readNewMessages = async () => {
    for (const who of others) await readConversation(demo, who)
  }
  return [
    ...eventsOfRounds(demo),
    ...Array.from({ length: PAID_WEEKS[0] - PAID_WEEKS[1] + 1 }, (_, week) =>
      payOut(demo, PAID_WEEKS[0] - week),
    ).flat(),
    ...saturdays
      .flatMap((day) => [event(day + 18 * HOUR_MS, remind), event(day + 19 * HOUR_MS, readNotifications)])
      .filter(({ at }) => at < now.getTime() - 5 * DAY_MS),
    event(now.getTime() - 6 * HOUR_MS, remind),
    event(now.getTime() - 26 * HOUR_MS, readNewMessages),
    event(mondayOf(now, 6) + 20 * HOUR_MS, invite),
    ...FEED_READ_DAYS.map((days) => event(now.getTime() - days * DAY_MS, () => readFeed(demo))),
  ]
}

/** Reads all new events as the marketplace, so that what people write now is new to it and nothing else. */
const readFeed = ({ marketplace }: DemoContext) => marketplace(listMarketplaceEvents, { query: { after: 'latest' } })

/** Reminds customers of overdue invoices, who pay then, except where the story says otherwise. */
async function remindOfOverdueInvoices({ ada, marketplace }: DemoContext): Promise<void> {
  const jobsOfStories = new Set([...payments, voidedInvoice].map(({ job }) => job))
  for (const { id, title, due } of await ada(listInvoices, { query: { overdue: 'true', limit: 100 } })) {
    if (jobsOfStories.has(title)) continue
    await marketplace(recordMarketplacePayment, { body: { invoiceId: id, amount: due.amount } })
  }
}

/** Requests a full payout on Fridays, which is paid on Monday. */
function payOut({ ada, marketplace, now }: DemoContext, weeks: number): DemoEvent[] {
  const friday = mondayOf(now, weeks) + 4 * DAY_MS + 16 * HOUR_MS
  const isTaken = payouts.some(({ daysAgo, steps }) => {
    const askedAt = now.getTime() - daysAgo * DAY_MS
    return friday < askedAt + (steps.length === 0 ? 30 : 2) * DAY_MS && askedAt < friday + 3 * DAY_MS
  })
  if (isTaken) return []
  const remaining = weeks > REMAINING_BALANCE.weeks ? 0 : REMAINING_BALANCE.naira * 100
  let id = ''
  return [
    event(friday, async () => {
      const { available } = await ada(getEarnings, {})
      const amount = available.amount - remaining
      if (amount >= MIN_PAYOUT_NAIRA * 100) id = (await ada(requestPayout, { body: { amount } })).id
    }),
    event(friday + 2.8 * DAY_MS, async () => {
      const body = { externalReference: `GTB-${2_000 + weeks}` }
      if (id) await marketplace(payPayout, { params: { id }, body })
    }),
  ]
}

function eventsOfRounds(demo: DemoContext): DemoEvent[] {
  const { ada, marketplace, now } = demo
  const first = startOfRound(now, 0)
  const ids: string[] = []
  const agree = () =>
    marketplace(acceptMarketplaceSeries, { params: { id: series.id }, body: { onBehalf: actingCustomer } })
  const series = { id: '' }
  const propose = async () => {
    const body = seriesOf(demo, rounds, toIso(first).slice(0, 10))
    series.id = (await ada(createSeries, { body })).id
  }
  return [
    event(first - 90 * HOUR_MS, propose),
    event(first - 87 * HOUR_MS, agree),
    ...Array.from({ length: rounds.body.rule.count }, (_, round) => eventsOfRound(round)).flat(),
  ]

  function eventsOfRound(round: number): DemoEvent[] {
    const start = startOfRound(now, round)
    const end = start + rounds.body.durationMinutes * MINUTE_MS
    const id = () => ids[round] ?? ''
    const visit = async () => {
      if (ids.length === 0) {
        const all = await ada(listBookings, { query: { q: rounds.body.title, limit: 100 } })
        ids.push(
          ...all.toSorted((one, two) => ((one.startAt ?? '') < (two.startAt ?? '') ? -1 : 1)).map((each) => each.id),
        )
      }
      const summary = `${(1.6 + (round % 4) / 10).toFixed(1)} bar in A, ${(1.5 + (round % 3) / 10).toFixed(1)} in B. Filter rinsed.`
      await work(demo, id(), { start, end, summary })
    }
    return [
      event(end, visit),
      event(end + 6 * HOUR_MS, () => confirmWork(demo, id())),
      event(end + 30 * HOUR_MS, () => payInvoice(demo, { bookingId: id() })),
    ]
  }
}
