import { createSeries } from '@fettle/protocol/bookings/series'
import { listBookings } from '@fettle/protocol/bookings'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import * as theirs from '@fettle/protocol/marketplace/bookings'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { payPayout, requestPayout } from '@fettle/protocol/earnings/payouts'
import { sendInvites } from '@fettle/protocol/accounts/referrals'
import { earlierSeries as rounds } from '../bookings/availability.ts'
import { payInvoice, seriesOf, toIso, work } from '../bookings/booking-calls.ts'
import { readConversation } from '../messages/channels.ts'
import { actingCustomer } from '../calls.ts'
import type { DemoContext } from '../context.ts'
import { weekdayOf } from './history.ts'
import { DAY_MS, type DemoEvent, HOUR_MS, MINUTE_MS, midnightOf } from '../schedule.ts'
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

const mondayOf = (now: Date, weeks: number) => midnightOf(now) - (weekdayOf(now) + 7 * weeks) * DAY_MS

const startOfRound = (now: Date, round: number) => mondayOf(now, rounds.fromWeek - round) + 8 * HOUR_MS

/** When the hostel's Mondays are. */
export const weeklyRounds = (now: Date): [from: number, to: number][] =>
  Array.from({ length: rounds.body.rule.count }, (_, round) => {
    const start = startOfRound(now, round)
    return [start, start + rounds.body.durationMinutes * MINUTE_MS]
  })

/** Weekly events: the hostel's series, payouts and reading notifications. */
export const eventsOfWeeks = (given: DemoContext): DemoEvent[] => [
  ...eventsOfRounds(given),
  ...Array.from({ length: PAID_WEEKS[0] - PAID_WEEKS[1] + 1 }, (_, week) =>
    payOutBalance(given, PAID_WEEKS[0] - week),
  ).flat(),
  ...Array.from({ length: 26 }, (_, week) => [
    readNotificationsWeekly(given, week),
    remindOfOverdueInvoices(given, week),
  ])
    .flat()
    .filter(({ at }) => at < given.now.getTime() - 5 * DAY_MS),
  remindOfOverdueInvoices(given, 'today'),
  {
    // Reads messages that arrived since.
    at: given.now.getTime() - 26 * HOUR_MS,
    happens: async () => {
      for (const who of (Object.keys(customers) as CustomerKey[]).slice(REGULAR_CUSTOMERS))
        await readConversation(given, who)
    },
  },
  {
    at: mondayOf(given.now, 6) + 20 * HOUR_MS,
    happens: () => given.ada(sendInvites, { body: { destinations: ['musa.tiler@example.com', '+2348039900112'] } }),
  },
]

/** Reads notifications on Saturday evenings. */
function readNotificationsWeekly({ now, readNotifications }: DemoContext, weeks: number): DemoEvent {
  const at = mondayOf(now, weeks) + 5 * DAY_MS + 19 * HOUR_MS
  return { at, happens: readNotifications }
}

/**
 * Reminds customers of overdue invoices on Saturdays and this morning; they pay then, except where the story says
 * otherwise.
 */
function remindOfOverdueInvoices({ ada, marketplace, now }: DemoContext, weeks: number | 'today'): DemoEvent {
  const at = weeks === 'today' ? now.getTime() - 6 * HOUR_MS : mondayOf(now, weeks) + 5 * DAY_MS + 18 * HOUR_MS
  const jobsOfStories = new Set([...payments, voidedInvoice].map(({ job }) => job))
  const ask = async () => {
    const owed = await ada(listInvoices, { query: { overdue: 'true', limit: 100 } })
    for (const { id, title, due } of owed) {
      if (jobsOfStories.has(title)) continue
      const body = { invoiceId: id, amount: due.amount }
      await marketplace(recordMarketplacePayment, { body })
    }
  }
  return { at, happens: ask }
}

/** Requests a full payout on Fridays, which is paid on Monday. */
function payOutBalance({ ada, marketplace, now }: DemoContext, weeks: number): DemoEvent[] {
  const friday = mondayOf(now, weeks) + 4 * DAY_MS + 16 * HOUR_MS
  const isTaken = payouts.some(({ daysAgo, steps }) => {
    const asked = now.getTime() - daysAgo * DAY_MS
    return friday < asked + (steps.length === 0 ? 30 : 2) * DAY_MS && asked < friday + 3 * DAY_MS
  })
  if (isTaken) return []
  const left = weeks > REMAINING_BALANCE.weeks ? 0 : REMAINING_BALANCE.naira * 100
  let id = ''
  return [
    {
      at: friday,
      happens: async () => {
        const { available } = await ada(getEarnings, {})
        const amount = available.amount - left
        if (amount < MIN_PAYOUT_NAIRA * 100) return
        id = (await ada(requestPayout, { body: { amount } })).id
      },
    },
    {
      at: friday + 2.8 * DAY_MS,
      happens: async () => {
        if (!id) return
        const body = { externalReference: `GTB-${2_000 + weeks}` }
        await marketplace(payPayout, { params: { id }, body })
      },
    },
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
    { at: first - 90 * HOUR_MS, happens: propose },
    { at: first - 87 * HOUR_MS, happens: agree },
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
    const confirm = () => marketplace(theirs.confirmMarketplaceBooking, { params: { id: id() }, body: {} })
    return [
      { at: end, happens: visit },
      { at: end + 6 * HOUR_MS, happens: confirm },
      { at: end + 30 * HOUR_MS, happens: () => payInvoice(demo, { bookingId: id() }) },
    ]
  }
}
