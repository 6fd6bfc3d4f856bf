import { login } from '@fettle/protocol/accounts/auth'
import { getAvailability, listOwnSlots, listTimeOff } from '@fettle/protocol/availability/availability'
import { listSeries } from '@fettle/protocol/bookings/series'
import { getBooking, listBookings } from '@fettle/protocol/bookings'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { dashboardRanges, getDashboard, kpiKeys, listKpiItems } from '@fettle/protocol/workspace/dashboard'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { invoiceFlow, listInvoices, type InvoiceSums } from '@fettle/protocol/invoices/invoices'
import { paymentFlow } from '@fettle/protocol/invoices/payments'
import { listPayouts } from '@fettle/protocol/earnings/payouts'
import { listReviews } from '@fettle/protocol/reviews'
import { contractStatuses, getContract, listContracts } from '@fettle/protocol/contracts'
import { createMarketplaceChannel, sendMarketplaceMessage } from '@fettle/protocol/marketplace/chat'
import { listMarketplaceEvents } from '@fettle/protocol/marketplace/events'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { listOfferTemplates } from '@fettle/protocol/offers/templates'
import { listOffers, offerStatuses } from '@fettle/protocol/offers'
import { listPriceBook } from '@fettle/protocol/offers/price-book'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { listTickets, ticketFlow } from '@fettle/protocol/support/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketplace } from '../../server/testing/fixtures/providers.ts'
import { startTestApp, type Caller, type TestApp } from '../../server/testing/app/test-app.ts'
import { PRINT_CONTRACT_JOB, sql } from '@fettle/server'
import { earlierSeries, requestedSeries, timeOff, weeklyVisit } from '../src/bookings/availability.ts'
import { jobs, type JobOutcome } from '../src/bookings/jobs.ts'
import { contracts as contractStories } from '../src/contracts/contract-stories.ts'
import { disputes } from '../src/disputes.ts'
import { fillDemo } from '../src/fill.ts'
import { history } from '../src/history/history.ts'
import { messages } from '../src/messages/messages.ts'
import { offers as offerStories } from '../src/offers/offer-stories.ts'
import { PASSWORD } from '../src/people/people.ts'
import { placeJobs } from '../src/placement.ts'
import { ticketStories } from '../src/tickets.ts'

/** Half a year of data on a possibly busy machine. */
const TIMEOUT_MS = 900_000

let testApp: TestApp
let ada: Caller
const fill = () => fillDemo(testApp.deps, { now: testApp.clock.now() })
const logIn = (emailOrPhone: string) =>
  testApp.call(login, { body: { emailOrPhone, password: PASSWORD, role: 'PROVIDER' } })

beforeAll(async () => {
  testApp = await startTestApp()
  await fill()
  ada = await logIn('ada@fettle.test')
}, TIMEOUT_MS)
afterAll(() => testApp.close())

/** Number of rows of each kind. */
const totals = () =>
  testApp.db.one(sql`
    select (select count(*) from accounts) as accounts, (select count(*) from customers) as customers,
      (select count(*) from bookings) as bookings, (select count(*) from offers) as offers,
      (select count(*) from contracts) as contracts, (select count(*) from contract_audit) as audited,
      (select count(*) from events) as events,
      (select count(*) from chat.messages) as messages, (select count(*) from invoices) as invoices,
      (select count(*) from reviews) as reviews, (select count(*) from customer_ratings) as ratings,
      (select count(*) from payments) as payments, (select count(*) from payouts) as payouts,
      (select count(*) from ledger_entries) as entries`)

describe('the demo data', () => {
  it('leaves the printing of signed contracts to the real queue', async () => {
    const { waiting, certified, printed } = await testApp.db.one<
      Record<'waiting' | 'certified' | 'printed', number>
    >(sql`
      select (select count(*) from graphile_worker.jobs where task_identifier = ${PRINT_CONTRACT_JOB}) as waiting,
        (select count(*) from contract_versions where certificate is not null) as certified,
        (select count(*) from contract_versions where pdf_key is not null) as printed`)
    expect(certified).toBeGreaterThan(0)
    expect({ waiting, printed }).toEqual({ waiting: certified, printed: 0 })
  })

  it('has threads with unread replies, reactions, pins, and reminders of Ada', async () => {
    const count = (what: ReturnType<typeof sql>) =>
      testApp.db.one<{ count: number }>(sql`select count(*) as count from ${what}`)
    expect(await count(sql`chat.messages where parent_id is not null`)).toEqual({ count: messages.replies.length })
    expect(await count(sql`chat.messages where reactions is not null`)).toEqual({ count: messages.reactions.length })
    expect(await count(sql`chat.messages where pinned_at is not null`)).toEqual({ count: messages.pins.length })
    expect(await count(sql`chat.reminders where deleted_at is null`)).toEqual({ count: messages.saved.length })
    expect(await count(sql`chat.reminders where fired_at is not null`)).toEqual({ count: 1 })
    const adaId = sql`(select id from accounts where email = 'ada@fettle.test')`
    expect(await count(sql`chat.thread_members where unread_count > 0 and user_id = ${adaId}`)).toEqual({ count: 1 })
  })

  it('has tickets of Ada in every status, one of which waits for her', async () => {
    const tickets = await testApp.call(listTickets, {}, ada)
    expect(tickets).toHaveLength(ticketStories.length)
    expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(ticketFlow.states))
    expect(tickets.filter(({ promiseMissed }) => promiseMissed)).toEqual([])
    expect(tickets.filter(({ status }) => status === 'PENDING').map(({ unread }) => unread)).toEqual([1])
  })

  it('has a poll with a vote, shared locations, a playable voice message, and a scheduled message', async () => {
    const count = (what: ReturnType<typeof sql>) =>
      testApp.db.one<{ count: number }>(sql`select count(*) as count from ${what}`)
    expect(await count(sql`chat.polls`)).toEqual({ count: messages.polls.length })
    expect(await count(sql`chat.messages where extras ? 'location'`)).toEqual({ count: messages.locations.length })
    expect(await count(sql`chat.locations where ended_at is not null`)).toEqual({ count: 1 })
    const waiting = sql`chat.scheduled_messages where state = 'waiting' and send_at > ${testApp.clock.now()}`
    expect(await count(waiting)).toEqual({ count: messages.scheduled.length })
    const spoken = await testApp.db.query<{ file: { mime: string; durationMs: number }; sent: boolean }>(sql`
      select file, message_id is not null as sent from chat.attachments where file->>'kind' = 'voice'`)
    expect(spoken).toHaveLength(messages.voice.length)
    for (const { file, sent } of spoken) {
      expect(file).toMatchObject({ mime: 'audio/mp4' })
      expect([sent, file.durationMs > 2_000]).toEqual([true, true])
    }
  })

  it('has Ada onboarded and Bola not', async () => {
    expect(await testApp.call(getProfile, {}, ada)).toMatchObject({ firstName: 'Ada', isOnboarded: true })
    const bola = await logIn('bola@fettle.test')
    expect(await testApp.call(getProfile, {}, bola)).toMatchObject({
      isOnboarded: false,
      onboardingStep: 'PERSONAL_INFO',
    })
  })

  it('has bookings of every status except travelling, past and upcoming', async () => {
    const reply = await testApp.send(listBookings, { query: { limit: 100 } }, ada)
    if (!reply.body.success) throw new Error('refused')
    const visits = (await testApp.call(listBookings, { query: { q: weeklyVisit.body.title, limit: 100 } }, ada)).length
    const past = (is: (end: (typeof history)[number]['end']) => boolean) => history.filter(({ end }) => is(end)).length
    expect(visits).toBeGreaterThan(4)
    const ended = (as: string) => jobs.filter(({ outcome }) => outcome === as).length
    const turned = (into: JobOutcome) => jobs.filter(({ became }) => became === into).length
    const agreed = [...placeJobs(jobs, testApp.clock.now()).values()].filter(
      ({ job }) => job.outcome === 'accepted' && !job.became,
    )
    const running = agreed.filter(({ isRunning }) => isRunning).length
    const behind = agreed.filter(({ end }) => end < testApp.clock.now().getTime()).length
    const ahead = agreed.length - running - behind
    const openOf = (about: string) =>
      disputes.filter((each) => each.about === about && !each.steps.some((step) => step.do === 'accept')).length
    const booked = offerStories.recent.filter(({ after }) => after.some((step) => step.do === 'book')).length
    const quoted = offerStories.earlier.filter(({ after }) => after.some((step) => step.do === 'accept')).length
    expect(reply.body.meta).toMatchObject({
      // One of them requests a series.
      total: jobs.length + visits + booked + 1 + history.length + earlierSeries.body.rule.count + quoted,
      countsByStatus: {
        REQUESTED: ended('waiting') + 1,
        CONFIRMED: ahead + turned('to-be-moved') + visits + booked,
        // She is at one place at a time: at noon on a Monday at work.
        EN_ROUTE: 0,
        ARRIVED: 0,
        IN_PROGRESS: 1,
        PAUSED: turned('paused'),
        AWAITING_CONFIRMATION: turned('handed-over'),
        COMPLETED:
          behind - openOf('BOOKING') + past((end) => end === undefined) + earlierSeries.body.rule.count + quoted,
        DISPUTED: openOf('BOOKING') + openOf('CANCELLATION'),
        DECLINED:
          jobs.filter(({ outcome }) => typeof outcome === 'object').length +
          past((end) => typeof end === 'object' && 'declined' in end),
        EXPIRED: ended('expired') + past((end) => end === 'expired'),
        CANCELLED:
          ended('withdrawn') +
          turned('cancelled-late') -
          openOf('CANCELLATION') +
          past((end) => end === 'withdrawn' || (typeof end === 'object' && 'cancelled' in end)),
        NO_SHOW: turned('no-show') + past((end) => end === 'no-show'),
      },
    })
    expect(running).toBe(1)
    for (const [status, count] of Object.entries(reply.body.meta?.['countsByStatus'] ?? {})) {
      expect([status, count > 0]).toEqual([status, status !== 'EN_ROUTE' && status !== 'ARRIVED'])
    }
    const now = testApp.clock.now().toISOString()
    const isWaiting = await testApp.call(listBookings, { query: { status: 'REQUESTED' } }, ada)
    for (const { respondBy, createdAt } of isWaiting) {
      expect(respondBy && respondBy > now && createdAt < now).toBe(true)
    }
  })

  it('has offers of every status, a price book and a template', async () => {
    const offers = await testApp.call(listOffers, { query: { limit: 100 } }, ada)
    expect(offers).toHaveLength(offerStories.recent.length + offerStories.earlier.length + offerStories.drafts.length)
    expect([...new Set(offers.map(({ status }) => status))].sort()).toEqual([...offerStatuses].sort())
    expect(offers.find(({ status }) => status === 'VIEWED')).toMatchObject({ revisionNumber: 2, viewCount: 1 })
    expect((await testApp.call(listPriceBook, {}, ada)).length).toBeGreaterThan(5)
    expect(await testApp.call(listOfferTemplates, {}, ada)).toMatchObject([{ name: 'Bathroom' }])
  })

  it('has contracts of every status, one amended and one with a pending change order', async () => {
    const contracts = await testApp.call(listContracts, { query: { limit: 100 } }, ada)
    expect(contracts).toHaveLength(contractStories.recent.length + contractStories.earlier.length)
    expect([...new Set(contracts.map(({ status }) => status))].sort()).toEqual([...contractStatuses].sort())
    const flats = contracts.find(({ title }) => title === 'Bathrooms of four flats')
    const { amendments, milestones } = await testApp.call(getContract, { params: { id: flats?.id ?? '' } }, ada)
    expect(amendments.map(({ status }) => status)).toEqual(['APPROVED', 'PENDING'])
    expect(milestones.map(({ status }) => status)).toEqual(['APPROVED', 'SUBMITTED', 'PENDING', 'PENDING', 'PENDING'])
  })

  it("has Ada's working hours, a time off for a wedding, and a weekly series", async () => {
    expect(await testApp.call(getAvailability, {}, ada)).toMatchObject({ isSet: true, timeZone: 'Africa/Lagos' })
    expect(await testApp.call(listTimeOff, {}, ada)).toMatchObject([{ reason: timeOff.reason }])
    expect(await testApp.call(listSeries, {}, ada)).toMatchObject([
      { status: 'PENDING', title: requestedSeries.body.title, allowedActions: ['accept', 'decline'] },
      { status: 'ACTIVE', title: weeklyVisit.body.title },
      { title: earlierSeries.body.title },
    ])
    const now = testApp.clock.now()
    const query = { from: now.toISOString(), to: new Date(now.getTime() + 14 * 86_400_000).toISOString() }
    expect((await testApp.call(listOwnSlots, { query }, ada)).length).toBeGreaterThan(20)
  })

  it('has photos, a checklist, and approved and pending price adjustments', async () => {
    const titled = async (title: string) => {
      const [found] = await testApp.call(listBookings, { query: { q: title } }, ada)
      return testApp.call(getBooking, { params: { id: found?.id ?? '' } }, ada)
    }
    const finishedBooking = await titled('Re-pipe the laundry')
    expect(finishedBooking.photos.map(({ kind }) => kind)).toEqual(['BEFORE', 'AFTER'])
    expect(finishedBooking.checklist.every((item) => item.done)).toBe(true)
    expect(finishedBooking.priceAdjustments).toMatchObject([{ status: 'APPROVED' }])
    expect(await titled('Connect the new dishwasher')).toMatchObject({
      checklist: [{ done: true }, { done: true }, {}, {}, {}],
    })
    expect((await titled('running, again')).priceAdjustments).toMatchObject([{ status: 'PENDING' }])
    expect((await titled('Pipe burst')).photos).toMatchObject([{ kind: 'ISSUE', addedBy: { type: 'CUSTOMER' } }])
  })

  it('has consistent event times', async () => {
    const rows = await testApp.db.query<{ at: Date }>(sql`select at from events order by seq`)
    const times = rows.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(testApp.clock.now().getTime())
    expect(new Set(times).size).toBeGreaterThan(40)
  })

  it('notified Ada of every request, with actions only on the open ones', async () => {
    const rows = await testApp.db.query<{ done: boolean; read: boolean; at: Date }>(sql`
      select completed_action is not null as done, read_at is not null as read, created_at as at from inbox.notifications
      where workflow = 'booking-requested'`)
    expect(rows).toHaveLength(jobs.length + history.length + 1)
    expect(rows.filter(({ done }) => !done)).toHaveLength(6)
    // She has read two of them.
    expect(rows.filter(({ read }) => !read)).toHaveLength(4)
    for (const { at } of rows) expect(at <= testApp.clock.now()).toBe(true)
    expect(new Set(rows.map(({ at }) => at.getTime())).size).toBeGreaterThan(20)
  })

  it('has archived and snoozed notifications', async () => {
    const { away, again } = await testApp.db.one<{ away: number; again: number }>(sql`
      select count(*) filter (where archived) as away, count(*) filter (where snoozed) as again from inbox.notifications`)
    expect([away, again]).toEqual([12, 2])
  })

  it('has an unscheduled request', async () => {
    const undated = jobs.filter(({ undated }) => undated)
    const waiting = await testApp.call(listBookings, { query: { status: 'REQUESTED', limit: 100 } }, ada)
    expect(waiting.filter(({ startAt }) => startAt === null).map(({ title }) => title)).toEqual(
      undated.map(({ title }) => title),
    )
  })

  it('has invoices, payments and payouts of every status, and a matching ledger', async () => {
    const invoices = await testApp.send(listInvoices, { query: { limit: 100 } }, ada)
    if (!invoices.body.success) throw new Error('refused')
    const { countsByStatus, overdue } = invoices.body.meta as unknown as InvoiceSums
    for (const status of invoiceFlow.states) expect([status, (countsByStatus[status] ?? 0) > 0]).toEqual([status, true])
    expect(overdue).toBeGreaterThan(0)
    const { length } = await testApp.call(listInvoices, { query: { overdue: 'true', limit: 100 } }, ada)
    expect(length).toBeLessThanOrEqual(2)
    const paid = await testApp.db.query<{ status: string }>(sql`select distinct status from payments order by status`)
    expect(paid.map(({ status }) => status)).toEqual(paymentFlow.states.toSorted())
    const payouts = await testApp.call(listPayouts, {}, ada)
    expect(payouts[0]).toMatchObject({ status: 'REQUESTED' })
    for (const status of ['RETURNED', 'CANCELLED', 'FAILED']) {
      expect(payouts.filter((each) => each.status === status)).toHaveLength(1)
    }
    const { available, paidOut, collectedDirectly } = await testApp.call(getEarnings, {}, ada)
    expect(available.amount).toBeGreaterThan(0)
    // A payout almost every week.
    expect(payouts.filter(({ status }) => status === 'PAID').length).toBeGreaterThan(12)
    expect(paidOut.amount).toBeGreaterThan(50_000_000)
    expect(collectedDirectly.amount).toBeGreaterThan(0)
  })

  it('has reviews of every kind: with and without reply, sealed, contested and hidden', async () => {
    const { body } = await testApp.send(listReviews, { query: { limit: 100 } }, ada)
    expect(body).toMatchObject({ meta: { countsByStatus: { UNDER_REVIEW: 1, HIDDEN: 1 } } })
    if (!body.success) throw new Error('refused')
    expect([...new Set(body.data.map(({ rating }) => rating))].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    expect(body.data.length).toBeGreaterThan(history.filter(({ review }) => review).length)
    const sealed = await testApp.db.query(sql`select 1 from reviews where status = 'SEALED'`)
    expect(sealed).toHaveLength(1)
    const found = await testApp.call(listReviews, { query: { stars: '5', limit: 100 } }, ada)
    expect(found.flatMap(({ photos }) => photos)).toHaveLength(1)
    expect(found.filter(({ reply }) => reply !== null).length).toBeGreaterThan(3)
    const unanswered = body.data.filter(({ status, reply }) => status === 'PUBLISHED' && reply === null)
    expect(unanswered.length).toBeLessThanOrEqual(6)
  })

  it('shows every KPI of the dashboard in every range, with its items', async () => {
    for (const range of dashboardRanges) {
      const { kpis } = await testApp.call(getDashboard, { query: { range } }, ada)
      expect(kpis.map(({ key }) => key)).toEqual(expect.arrayContaining([...kpiKeys]))
      for (const key of kpiKeys) {
        const { status } = await testApp.send(listKpiItems, { params: { key }, query: { range, limit: 100 } }, ada)
        expect([key, range, status]).toEqual([key, range, 200])
      }
    }
    const input = { params: { key: 'responseTime' as const }, query: { range: '12m' as const, limit: 100 } }
    const waited = await testApp.call(listKpiItems, input, ada)
    expect(waited.filter(({ minutes }) => minutes !== null).length).toBeGreaterThan(10)
  })

  it('has chat messages in order', async () => {
    const { id } = await testApp.db.one<{ id: string }>(sql`select id from customers where external_id = 'demo-funke'`)
    const { channel } = await testApp.call(createChannel, { body: { participantId: id } }, ada)
    const all = await testApp.app.chat.listMessages(channel.cid, id, { after: 0, limit: 100 })
    for (let page = all; page.length === 100; all.push(...page))
      page = await testApp.app.chat.listMessages(channel.cid, id, { after: page.at(-1)?.seq ?? 0, limit: 100 })
    // System messages on each booking are in between.
    const sentMessages = all.filter(({ kind }) => kind === 'regular')
    expect(all.length).toBeGreaterThan(sentMessages.length)
    const before = history
      .filter(({ who }) => who === 'funke')
      .flatMap(({ messages = [] }) => messages.map(([, text]) => text))
    expect(sentMessages.map(({ text }) => text)).toEqual([
      ...before,
      ...(messages.conversations.funke?.map(([, , text]) => text) ?? []),
    ])
    expect(sentMessages.map(({ createdAt }) => createdAt)).toEqual(
      sentMessages.map(({ createdAt }) => createdAt).toSorted(),
    )
  })

  it('is filled once', async () => {
    const before = await totals()
    testApp.clock.advance(3_600_000)
    await fill()
    expect(await totals()).toEqual(before)
  })

  it('has its messages in the feed as events of the past, and only what is written now is new', async () => {
    const { id: customerId } = await testApp.db.one<{ id: string }>(sql`
      select customer_id as id from conversations c join chat.channels chat on chat.cid = c.cid order by chat.last_seq desc limit 1`)
    const [provider] = await testApp.call(listProviders, {}, marketplace)
    const { id } = await testApp.call(
      createMarketplaceChannel,
      { body: { customerId, providerId: provider?.id ?? '' } },
      marketplace,
    )
    const read = (after: number) =>
      testApp.call(listMarketplaceEvents, { query: { types: 'message.created', after, limit: 1000 } }, marketplace)
    const past = await read(0)
    expect(past.length).toBeGreaterThan(50)
    await testApp.call(sendMarketplaceMessage, { params: { id }, body: { text: 'Are you well?' } }, marketplace)
    const fresh = await read(past.at(-1)?.seq ?? 0)
    expect(fresh.map(({ data }) => data.object['text'])).toEqual(['Are you well?'])
  })
})
