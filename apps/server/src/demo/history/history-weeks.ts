import { createSeries } from '@fettle/protocol/bookings/series'
import * as moves from '@fettle/protocol/bookings/actions'
import { listBookings } from '@fettle/protocol/bookings'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import * as theirs from '@fettle/protocol/marketplace/bookings'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { payPayout, requestPayout } from '@fettle/protocol/earnings/payouts'
import { sendInvites } from '@fettle/protocol/accounts/referrals'
import type { App } from '../../app.ts'
import { channelOf } from '../messages/channels.ts'
import { resultOf, callAsMarketplace, callAsProvider, actingCustomer, type SignedInProvider } from '../calls.ts'
import type { HistoryContext } from '../people/demo-people.ts'
import { weekdayOf } from './history.ts'
import { DAY_MS, midnightOf, MINUTE_MS, type DemoEvent } from '../schedule.ts'
import { payments, payouts, voidedInvoice } from '../money/money.ts'
import { otherCustomers } from '../people/other-customers.ts'
import { customers } from '../people/people.ts'
import { readNotifications } from '../sessions.ts'

const HOUR = 60 * MINUTE_MS
/** Minimum payout in naira. */
const MIN_PAYOUT_NAIRA = 20_000

/** The hostel's weekly series: eight Mondays, early in the morning. */
export const rounds = {
  who: 'peter',
  fromWeek: 20,
  count: 8,
  naira: 13_500,
  title: 'Monday look at both pumps',
  description: 'Pressure, filter, float switches, and a line in the book by the door.',
  minutes: 45,
} as const

/** Weeks before this one in which everything was paid out. */
const PAID_WEEKS = [25, 1] as const
/** Naira that stay available in the last weeks, in which partial payouts are requested too. */
const REMAINING_BALANCE = { weeks: 4, naira: 120_000 }

const mondayOf = (now: Date, weeks: number) => midnightOf(now) - (weekdayOf(now) + 7 * weeks) * DAY_MS

const startOfRound = (now: Date, round: number) => mondayOf(now, rounds.fromWeek - round) + 8 * HOUR

/** When the hostel's Mondays are. */
export const weeklyRounds = (now: Date): [from: number, to: number][] =>
  Array.from({ length: rounds.count }, (_, round) => {
    const start = startOfRound(now, round)
    return [start, start + rounds.minutes * MINUTE_MS]
  })

/** Weekly events: the hostel's series, payouts and reading notifications. */
export const eventsOfWeeks = (app: App, given: HistoryContext): DemoEvent[] => [
  ...eventsOfRounds(app, given),
  ...Array.from({ length: PAID_WEEKS[0] - PAID_WEEKS[1] + 1 }, (_, week) =>
    payOutBalance(app, given, PAID_WEEKS[0] - week),
  ).flat(),
  ...Array.from({ length: 26 }, (_, week) => [
    readNotificationsWeekly(app, given, week),
    remindOfOverdueInvoices(app, given, week),
  ])
    .flat()
    .filter(({ at }) => at < given.now.getTime() - 5 * DAY_MS),
  remindOfOverdueInvoices(app, given, 'today'),
  {
    // Reads messages that arrived since.
    at: given.now.getTime() - 26 * HOUR,
    happens: async () => {
      for (const who of Object.keys(otherCustomers) as (keyof typeof otherCustomers)[]) {
        const { cid } = await channelOf(app, given, who)
        await app.chat.markRead(cid, given.adaId)
      }
    },
  },
  {
    at: mondayOf(given.now, 6) + 20 * HOUR,
    happens: () =>
      given.visit((visitor) =>
        callAsProvider(
          app,
          sendInvites,
          { body: { destinations: ['musa.tiler@example.com', '+2348039900112'] } },
          visitor,
        ),
      ),
  },
]

/** Reads notifications on Saturday evenings. */
function readNotificationsWeekly(app: App, { now, visit }: HistoryContext, weeks: number): DemoEvent {
  const at = mondayOf(now, weeks) + 5 * DAY_MS + 19 * HOUR
  return { at, happens: () => visit((visitor) => readNotifications(app, visitor)) }
}

/**
 * Reminds customers of overdue invoices on Saturdays and this morning; they pay then, except where the story says
 * otherwise.
 */
function remindOfOverdueInvoices(app: App, { now, visit }: HistoryContext, weeks: number | 'today'): DemoEvent {
  const at = weeks === 'today' ? now.getTime() - 6 * HOUR : mondayOf(now, weeks) + 5 * DAY_MS + 18 * HOUR
  const jobsOfStories = new Set([...payments, voidedInvoice].map(({ job }) => job))
  const ask = async (visitor: SignedInProvider) => {
    const owed = await resultOf(callAsProvider(app, listInvoices, { query: { overdue: 'true', limit: 100 } }, visitor))
    for (const { id, title, due } of owed) {
      if (jobsOfStories.has(title)) continue
      const body = { invoiceId: id, amount: due.amount }
      await callAsMarketplace(app, recordMarketplacePayment, { body }, `reminded of ${id}`)
    }
  }
  return { at, happens: () => visit(ask) }
}

/** Requests a full payout on Fridays, which is paid on Monday. */
function payOutBalance(app: App, { now, visit }: HistoryContext, weeks: number): DemoEvent[] {
  const friday = mondayOf(now, weeks) + 4 * DAY_MS + 16 * HOUR
  const isTaken = payouts.some(({ daysAgo, outcome }) => {
    const asked = now.getTime() - daysAgo * DAY_MS
    return friday < asked + (outcome === 'waiting' ? 30 : 2) * DAY_MS && asked < friday + 3 * DAY_MS
  })
  if (isTaken) return []
  const left = weeks > REMAINING_BALANCE.weeks ? 0 : REMAINING_BALANCE.naira * 100
  let id = ''
  return [
    {
      at: friday,
      happens: () =>
        visit(async (visitor) => {
          const { available } = await resultOf(callAsProvider(app, getEarnings, {}, visitor))
          const amount = available.amount - left
          if (amount < MIN_PAYOUT_NAIRA * 100) return
          id = (await callAsProvider(app, requestPayout, { body: { amount } }, visitor)).made
        }),
    },
    {
      at: friday + 2.8 * DAY_MS,
      happens: async () => {
        if (!id) return
        const body = { externalReference: `GTB-${2_000 + weeks}` }
        await callAsMarketplace(app, payPayout, { params: { id }, body }, `paid out ${weeks} weeks ago`)
      },
    },
  ]
}

function eventsOfRounds(app: App, { now, customerIds, visit }: HistoryContext): DemoEvent[] {
  const { name: _, phone: __, email: ___, home } = customers[rounds.who]
  const first = startOfRound(now, 0)
  const ids: string[] = []
  const agree = async () => {
    const { id } = series
    await callAsMarketplace(
      app,
      acceptMarketplaceSeries,
      { params: { id }, body: { onBehalf: actingCustomer } },
      'Mondays accepted',
    )
  }
  const series = { id: '' }
  const propose = async (visitor: SignedInProvider) => {
    const body = {
      customerId: customerIds[rounds.who],
      title: rounds.title,
      description: rounds.description,
      rule: { freq: 'WEEKLY' as const, byDay: ['MON' as const], count: rounds.count },
      startsOn: new Date(first).toISOString().slice(0, 10),
      localStart: '08:00',
      durationMinutes: rounds.minutes,
      timeZone: 'Africa/Lagos',
      conflictPolicy: 'SKIP' as const,
      location: { ...home, state: 'Lagos', country: 'NG' },
      price: { model: 'FIXED' as const, amount: { amount: rounds.naira * 100, currency: 'NGN' } },
    }
    series.id = (await resultOf(callAsProvider(app, createSeries, { body }, visitor, { key: 'Mondays' }))).id
  }
  return [
    { at: first - 90 * HOUR, happens: () => visit(propose) },
    { at: first - 87 * HOUR, happens: agree },
    ...Array.from({ length: rounds.count }, (_, round) => eventsOfRound(round)).flat(),
  ]

  function eventsOfRound(round: number): DemoEvent[] {
    const start = startOfRound(now, round)
    const end = start + rounds.minutes * MINUTE_MS
    const id = () => ids[round] ?? ''
    const work = async (visitor: SignedInProvider) => {
      if (ids.length === 0) {
        const all = await resultOf(
          callAsProvider(app, listBookings, { query: { q: rounds.title, limit: 100 } }, visitor),
        )
        ids.push(
          ...all.toSorted((one, two) => ((one.startAt ?? '') < (two.startAt ?? '') ? -1 : 1)).map((each) => each.id),
        )
      }
      const params = { id: id() }
      const occurred = (at: number) => ({ occurredAt: new Date(at).toISOString() })
      const started = { ...occurred(start), otherJob: 'KEEP_RUNNING' as const }
      await callAsProvider(app, moves.startBooking, { params, body: started }, visitor)
      const summary = `${(1.6 + (round % 4) / 10).toFixed(1)} bar in A, ${(1.5 + (round % 3) / 10).toFixed(1)} in B. Filter rinsed.`
      await callAsProvider(app, moves.completeBooking, { params, body: { ...occurred(end), summary } }, visitor)
    }
    const confirm = async () => {
      const key = `Monday ${round + 1} confirmed`
      await callAsMarketplace(app, theirs.confirmMarketplaceBooking, { params: { id: id() }, body: {} }, key)
    }
    const pay = async (visitor: SignedInProvider) => {
      const [invoice] = await resultOf(callAsProvider(app, listInvoices, { query: { bookingId: id() } }, visitor))
      if (!invoice) return
      const body = { invoiceId: invoice.id, amount: invoice.due.amount, tip: 0 }
      await callAsMarketplace(app, recordMarketplacePayment, { body }, `Monday ${round + 1} paid`)
    }
    return [
      { at: end, happens: () => visit(work) },
      { at: end + 6 * HOUR, happens: confirm },
      { at: end + 30 * HOUR, happens: () => visit(pay) },
    ]
  }
}
