import { acceptBooking, pauseBooking, resumeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { acceptSeries } from '@fettle/protocol/bookings/series-answers'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { getDashboard, listKpiItems, type KpiKey } from '@fettle/protocol/workspace/dashboard'
import { getBooking } from '@fettle/protocol/bookings'
import { createOffer } from '@fettle/protocol/offers/actions'
import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { declineOffer, requestOfferChanges } from '@fettle/protocol/marketplace/offers'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../testing/fixtures/contract-scenario.ts'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { offerScenarioBetween } from '../../../testing/fixtures/offer-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  onboardingAnswers,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { createInsertBooking } from '../../../testing/fixtures/inserted-bookings.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/db/domain-events.ts'
import { addToRating } from '../profile/index.ts'

const testApp = setUpTestApp()

const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR_MS)

const insertBooking = createInsertBooking(testApp)

/** Records that a provider did something about a booking that its customer sees. */
const appendProviderEvent = (provider: { id: string }, id: string) =>
  testApp.db.transaction((tx) =>
    appendEvents(testApp.deps, tx, [
      {
        subject: { type: 'booking', id },
        type: 'booking.late',
        actor: { type: 'PROVIDER', id: provider.id, name: 'Ada Obi' },
        providerId: provider.id,
      },
    ]),
  )

const home = (provider: TestProvider, range: '7d' | '30d' | '90d' | '12m' = '30d') =>
  testApp.call(getDashboard, { query: { range } }, provider)
const items = (provider: TestProvider, key: KpiKey, query: { range?: '30d'; limit?: number; cursor?: string } = {}) =>
  testApp.send(listKpiItems, { params: { key }, query }, provider)

describe('the dashboard', () => {
  it('shows earnings in their currency after the provider moved to another country', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob()
    await advanceBookingTo(testApp, provider, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, provider)
    testApp.clock.advance(60_000)
    const { kpis, charts } = await home(provider)
    expect(kpis.find(({ key }) => key === 'earnings')).toMatchObject({ value: 1_350_000, currency: 'NGN' })
    expect(charts.earnings.currency).toBe('NGN')
    expect(kpis.find(({ key }) => key === 'upcomingValue')).toMatchObject({ currency: 'GHS' })
  })

  it('adds up only what is in the currency of the country', async () => {
    const { provider, customer, requestJob } = await createBookingScenario(testApp)
    const { id: earlier } = await requestJob()
    await advanceBookingTo(testApp, provider, earlier, 'CONFIRMED')
    await offerScenarioBetween(testApp, provider, customer).sent()
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, provider)
    const price = { model: 'FIXED', amount: { amount: 50_000, currency: 'GHS' } } as const
    const { id } = await requestJob({ price, startAt: inHours(72).toISOString() })
    await advanceBookingTo(testApp, provider, id, 'CONFIRMED')
    const { kpis } = await home(provider)
    const kpi = (key: KpiKey) => kpis.find((each) => each.key === key)
    expect(kpi('upcomingValue')).toMatchObject({ value: 50_000, currency: 'GHS', numerator: 1 })
    expect(kpi('openOffersValue')).toMatchObject({ value: null, currency: 'GHS', numerator: 0 })
    const { body } = await items(provider, 'upcomingValue')
    expect(body.success && body.data.map((item) => item.id)).toEqual([id])
  })

  it('computes KPIs whose items match the count', async () => {
    const provider = await createProvider(testApp)
    const [one, two, three] = [
      await createCustomer(testApp),
      await createCustomer(testApp),
      await createCustomer(testApp),
    ]
    const arrived = (late: number) => ({ arrived_at: inHours(-72 + late / 60), start_at: inHours(-72) })
    await insertBooking(provider, one, arrived(5))
    await insertBooking(provider, one, arrived(30))
    await insertBooking(provider, two, { ...arrived(30), arrival_window_minutes: 30 })
    const cancelled = { status: 'CANCELLED', completed_at: null }
    await insertBooking(provider, two, { ...cancelled, attributed_to: 'PROVIDER', counts_from: inHours(-1) })
    // Can still be contested, so it does not count yet.
    await insertBooking(provider, two, { ...cancelled, attributed_to: 'PROVIDER', counts_from: inHours(24) })
    await insertBooking(provider, two, { ...cancelled, attributed_to: 'CUSTOMER', counts_from: inHours(-1) })
    const declined = { status: 'DECLINED', confirmed_at: null, completed_at: null, start_at: inHours(50) }
    await insertBooking(provider, three, { ...declined, end_at: inHours(51), decline_reason: 'TOO_FAR' })
    await insertBooking(provider, three, { ...declined, end_at: inHours(51), decline_reason: 'SAFETY_CONCERN' })
    await insertBooking(provider, three, { ...declined, end_at: inHours(51), status: 'EXPIRED' })
    await insertBooking(provider, three, { ...declined, end_at: inHours(51), status: 'CANCELLED', attributed_to: null })
    const ahead = { status: 'CONFIRMED', completed_at: null }
    await insertBooking(provider, three, {
      ...ahead,
      start_at: inHours(90),
      end_at: inHours(92),
      adjustments_total: 250_000,
    })
    await insertBooking(provider, three, {
      ...ahead,
      start_at: inHours(93),
      end_at: inHours(95),
      price_model: 'HOURLY',
      price_amount: 600_000,
      estimated_minutes: 90,
    })
    // Too old, and another provider's.
    await insertBooking(provider, one, {
      completed_at: inHours(-45 * 24),
      created_at: inHours(-46 * 24),
      confirmed_at: inHours(-46 * 24),
    })
    await insertBooking(await createProvider(testApp), one)

    const { kpis } = await home(provider)
    const of = (key: KpiKey) => kpis.find((kpi) => kpi.key === key)
    expect(of('jobsCompleted')).toMatchObject({ value: 3, previous: 1, deltaPercent: 200 })
    expect(of('upcomingValue')).toMatchObject({ value: 1_250_000 + 900_000, currency: 'NGN', numerator: 2 })
    // Eight confirmed, one declined and one missed; withdrawn and unsafe ones do not count.
    expect(of('acceptanceRate')).toMatchObject({ numerator: 8, denominator: 10, value: 80 })
    expect(of('onTimeRate')).toMatchObject({ numerator: 2, denominator: 3, value: 66.7, sampleTooSmall: true })
    expect(of('providerCancellationRate')).toMatchObject({ numerator: 1, denominator: 7, goodDirection: 'DOWN' })
    expect(of('repeatCustomers')).toMatchObject({ numerator: 1, denominator: 2, value: 50 })

    for (const kpi of kpis) {
      const { body } = await items(provider, kpi.key)
      if (!body.success) throw new Error(`${kpi.key}: ${body.code}`)
      if (kpi.key === 'profileStrength') continue
      expect([kpi.key, body.data.length]).toEqual([kpi.key, kpi.denominator ?? kpi.numerator ?? 0])
      if (kpi.denominator !== null) {
        expect([kpi.key, body.data.filter(({ counted }) => counted).length]).toEqual([kpi.key, kpi.numerator])
      }
      if (kpi.key === 'upcomingValue') {
        expect(body.data.reduce((sum, { amount }) => sum + (amount?.amount ?? 0), 0)).toBe(kpi.value)
      }
    }
  })

  it('values an hourly job without an estimate by its length, at the least by its minimum', async () => {
    const { provider, confirmJob, inHours: at } = await createBookingScenario(testApp)
    const hourlyRate = { amount: 600_000, currency: 'NGN' }
    await confirmJob({ startAt: at(48), durationMinutes: 180, price: { model: 'HOURLY', hourlyRate } })
    const value = async () => (await home(provider)).kpis.find(({ key }) => key === 'upcomingValue')?.value
    expect(await value()).toBe(1_800_000)
    const price = { model: 'HOURLY' as const, hourlyRate, estimatedMinutes: 30, minimumMinutes: 60 }
    await confirmJob({ startAt: at(72), durationMinutes: 30, price })
    expect(await value()).toBe(2_400_000)
  })

  it('values a job that is still to quote by the extra work that was approved', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const { id } = await requestJob({ price: { model: 'TO_QUOTE' } })
    const params = { id }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    const upcoming = async () => {
      const value = (await home(provider)).kpis.find(({ key }) => key === 'upcomingValue')?.value
      const [item] = await testApp.call(listKpiItems, { params: { key: 'upcomingValue' } }, provider)
      return { value, amount: item?.amount }
    }
    expect(await upcoming()).toEqual({ value: 0, amount: null })
    const lines = [{ description: 'Copper pipe', unitAmount: 100_000 }]
    const extra = await testApp.call(createPriceAdjustment, { params, body: { lines, reason: 'Corroded' } }, provider)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: extra.id }, body: {} }, marketplace)
    expect(await upcoming()).toEqual({ value: 100_000, amount: { amount: 100_000, currency: 'NGN' } })
  })

  it('counts an arrival by the start agreed then, also when work resumes on another day', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const { id } = await requestBooking(testApp, { provider, customer, startAt: inHours(2).toISOString() })
    const params = { id }
    await testApp.call(acceptBooking, { params, body: {} }, provider)
    testApp.clock.advance(2.5 * HOUR_MS)
    await testApp.call(startBooking, { params, body: {} }, provider)
    testApp.clock.advance(HOUR_MS)
    await testApp.call(pauseBooking, { params, body: { reasonCode: 'MULTI_DAY' } }, provider)
    const onTime = async () => (await home(provider)).kpis.find(({ key }) => key === 'onTimeRate')
    expect(await onTime()).toMatchObject({ numerator: 0, denominator: 1 })
    testApp.clock.advance(DAY_MS)
    await testApp.call(resumeBooking, { params, body: {} }, provider)
    expect(await onTime()).toMatchObject({ numerator: 0, denominator: 1 })
  })

  it('pages the items of a KPI without repeats or gaps', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const same = { completed_at: inHours(-30) }
    for (let n = 0; n < 7; n += 1) await insertBooking(provider, customer, same)
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const { body } = await items(provider, 'jobsCompleted', { limit: 3, ...(cursor && { cursor }) })
      if (!body.success) throw new Error(body.message)
      seen.push(...body.data.map(({ id }) => id))
      const meta = body.meta as { nextCursor: string | null; total: number }
      expect(meta.total).toBe(7)
      if (meta.nextCursor === null) break
      cursor = meta.nextCursor
    }
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    expect((await items(provider, 'jobsCompleted', { cursor: 'nonsense' })).status).toBe(422)
  })

  it('measures the response time to requests', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    for (const [index, minutes] of [30, 90, 60].entries()) {
      const startAt = inHours(100 + index * 5).toISOString()
      const { id } = await requestBooking(testApp, { provider, customer, startAt })
      testApp.clock.advance(minutes * 60_000)
      await testApp.call(acceptBooking, { params: { id }, body: {} }, provider)
    }
    const { kpis } = await home(provider)
    expect(kpis.find(({ key }) => key === 'responseTime')).toMatchObject({ value: 60, sampleTooSmall: true })
    const { body } = await items(provider, 'responseTime')
    expect(body.success && body.data.map(({ minutes }) => minutes)).toEqual([60, 90, 30])
  })

  it('counts a series as one request, and what was booked with an accepted offer as none', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const series = {
      customerId: customer.id,
      providerId: provider.id,
      title: 'Clean the gutters',
      location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
      rule: { freq: 'WEEKLY' as const, count: 4 },
      startsOn: inHours(72).toISOString().slice(0, 10),
      localStart: '09:00',
      durationMinutes: 60,
      timeZone: 'Africa/Lagos',
      conflictPolicy: 'FAIL' as const,
    }
    const { id } = await testApp.call(createMarketplaceSeries, { body: series }, marketplace)
    testApp.clock.advance(30 * 60_000)
    const accepted = await testApp.call(acceptSeries, { params: { id }, body: {} }, provider)
    expect(accepted.series.occurrences.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'BOOKED'))
    const agreed = await insertBooking(provider, customer, { source: 'OFFER', created_at: inHours(-5) })
    // Actions on visits that were agreed long before are no answers.
    testApp.clock.advance(DAY_MS)
    const noted = [accepted.series.occurrences.at(-1)?.bookingId ?? '', agreed]
    for (const each of noted) await appendProviderEvent(provider, each)
    testApp.clock.advance(60_000)
    const { kpis, charts } = await home(provider)
    const kpi = (key: KpiKey) => kpis.find((each) => each.key === key)
    expect.soft(kpi('acceptanceRate')).toMatchObject({ numerator: 1, denominator: 1 })
    expect.soft(kpi('responseTime')).toMatchObject({ value: 30, numerator: 1 })
    // The inserted booking has no offer that would be counted instead.
    expect(charts.funnel.find(({ stage }) => stage === 'REQUESTED')?.count).toBe(2)
  })
})

describe('KPIs of offers and money', () => {
  it('are counted with their to-dos', async () => {
    const { provider, requestJob } = await createBookingScenario(testApp)
    const customer = await createCustomer(testApp)
    const quotes = offerScenarioBetween(testApp, provider, customer)
    const [won, lost, open] = [await quotes.sent(), await quotes.sent(), await quotes.sent()]
    await quotes.accept(won.id)
    const declining = { params: { id: lost.id }, body: { reasonCode: 'TIMING' as const } }
    await testApp.call(declineOffer, declining, marketplace)
    const { id: quoteId } = await quotes.requestOffer()
    const { id: job } = await requestJob()
    await advanceBookingTo(testApp, provider, job, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    await quotes.view(open.id)
    testApp.clock.advance(60_000)
    const { kpis, todos, charts } = await home(provider)
    const kpi = (key: KpiKey) => kpis.find((one) => one.key === key)
    expect(kpi('offerWinRate')).toMatchObject({ value: 50, numerator: 1, denominator: 2 })
    expect(kpi('openOffersValue')).toMatchObject({ value: 1_761_190, currency: 'NGN' })
    expect(kpi('earnings')).toMatchObject({ value: 1_350_000, currency: 'NGN' })
    const rows = async (key: KpiKey) => {
      const { body } = await items(provider, key)
      return body.success ? body.data : []
    }
    expect(await rows('openOffersValue')).toMatchObject([
      { kind: 'OFFER', id: open.id, title: 'New bathroom', redirect: `/offers/${open.id}` },
    ])
    expect(await rows('earnings')).toMatchObject([
      { kind: 'ENTRY', title: 'Fix the kitchen tap', amount: { amount: 1_350_000 }, redirect: `/bookings/${job}` },
    ])
    expect(charts.earnings.bars.at(-1)).toMatchObject({ paid: 0, available: 0, pending: 1_350_000 })
    expect(charts.funnel.map(({ stage, count }) => [stage, count])).toEqual([
      ['REQUESTED', 5],
      ['SENT', 3],
      ['VIEWED', 2],
      ['ACCEPTED', 2],
      ['COMPLETED', 1],
    ])
    expect(todos.find(({ id }) => id === `RESPOND_REQUEST:${quoteId}`)).toMatchObject({
      redirect: `/offers/${quoteId}`,
    })
    expect(todos.map(({ id }) => id)).toContain(`SCHEDULE_ACCEPTED_WORK:${won.id}`)
    expect(todos.map(({ id }) => id)).not.toContain(`FOLLOW_UP_OFFER:${open.id}`)
    testApp.clock.advance(49 * HOUR_MS)
    await testApp.call(requestOfferChanges, { params: { id: open.id }, body: { note: 'Cheaper.' } }, marketplace)
    const followed = await quotes.sent()
    await quotes.view(followed.id)
    testApp.clock.advance(49 * HOUR_MS)
    await quotes.write((await quotes.requestOffer()).id)
    const later = (await home(provider)).todos
    expect(later.map(({ id }) => id)).toEqual(
      expect.arrayContaining([`REVISE_OFFER:${open.id}`, `FOLLOW_UP_OFFER:${followed.id}`]),
    )
    expect(later.map(({ kind }) => kind)).toContain('FINISH_DRAFT_OFFER')
  })

  it('count a request that an accepted offer confirmed once', async () => {
    const { provider, customer, requestJob, inHours: at } = await createBookingScenario(testApp)
    const quotes = offerScenarioBetween(testApp, provider, customer)
    const request = await requestJob({ startAt: at(48) })
    const { id } = await testApp.call(createOffer, { body: { bookingId: request.id } }, provider)
    await quotes.send(id)
    await quotes.view(id)
    const counts = async () => (await home(provider)).charts.funnel.map(({ count }) => count)
    testApp.clock.advance(60_000)
    expect(await counts()).toEqual([1, 1, 1, 0, 0])
    await quotes.accept(id)
    testApp.clock.advance(60_000)
    expect((await testApp.call(getBooking, { params: { id: request.id } }, provider)).status).toBe('CONFIRMED')
    expect(await counts()).toEqual([1, 1, 1, 1, 0])
  })

  it('include the rating and a to-do for a failed payout', async () => {
    const provider = await createProvider(testApp)
    await testApp.db.transaction((tx) => addToRating(tx, provider.id, { sum: 14, count: 3 }))
    const { kpis } = await home(provider)
    expect(kpis.find(({ key }) => key === 'rating')).toMatchObject({ value: 4.7, denominator: 3, sampleTooSmall: true })
    await testApp.db.execute(sql`insert into ledgers (provider_id, currency) values (${provider.id}, 'NGN')`)
    const payout = (status: string, at: Date) =>
      testApp.db.execute(sql`
        insert into payouts (id, provider_id, amount, currency, bank_name, account_name, last4, account_number, schedule,
                             status, requested_at, expected_by, version)
        values (${testApp.deps.ids.next('pyo')}, ${provider.id}, 100000, 'NGN', 'GTB', 'Ada Obi', '6785', '\\x00', 'MANUAL',
                ${status}, ${at}, ${at}, 1)`)
    await payout('FAILED', inHours(-2))
    expect((await home(provider)).todos.map(({ kind }) => kind)).toContain('FIX_PAYOUT')
    await payout('REQUESTED', inHours(-1))
    expect((await home(provider)).todos.map(({ kind }) => kind)).not.toContain('FIX_PAYOUT')
  })

  it('include unapproved contract work and to-dos for signing and submitting', async () => {
    const { provider, draft, active } = await createContractScenario(testApp, { isNew: true })
    const { id: unsigned } = await draft()
    const { id: running } = await active()
    testApp.clock.advance(HOUR_MS)
    const { kpis, todos } = await home(provider)
    expect(kpis.find(({ key }) => key === 'upcomingValue')).toMatchObject({ value: 300_000, numerator: 3 })
    const { body } = await items(provider, 'upcomingValue')
    expect(body.success && body.data.map(({ kind, redirect }) => [kind, redirect])).toEqual(
      Array.from({ length: 3 }, () => ['MILESTONE', `/contracts/${running}`]),
    )
    expect(todos.find(({ id }) => id === `SIGN_CONTRACT:${unsigned}`)).toMatchObject({
      redirect: `/contracts/${unsigned}`,
    })
    const due = () =>
      testApp.db.execute(sql`
      update contract_milestones set due_date = ${inHours(24)}::date where contract_id = ${running} and position = 1`)
    await due()
    expect((await home(provider)).todos.map(({ id }) => id)).toContain(`SUBMIT_MILESTONE:${running}`)
  })

  it('name a milestone three days before its date, where the work is', async () => {
    const { provider, active } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    // From ten in the morning in London it is tomorrow on Kiritimati.
    const now = testApp.clock.now()
    testApp.clock.advance(Date.parse(`${now.toISOString().slice(0, 10)}T12:00:00Z`) + DAY_MS - +now)
    const [early, due] = [5, 4].map((days) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10))
    await testApp.db.execute(sql`update contracts set time_zone = 'Pacific/Kiritimati' where id = ${id}`)
    const kindsFor = async (date: string | undefined) => {
      await testApp.db.execute(sql`
        update contract_milestones set due_date = ${date}::date where contract_id = ${id} and position = 1`)
      return (await home(provider)).todos.map(({ kind }) => kind)
    }
    expect(await kindsFor(early)).not.toContain('SUBMIT_MILESTONE')
    expect(await kindsFor(due)).toContain('SUBMIT_MILESTONE')
  })

  it('say that a milestone is overdue from the day after its date', async () => {
    const { provider, active } = await createContractScenario(testApp, { isNew: true })
    const { id } = await active()
    await testApp.db.execute(sql`
      update contracts set time_zone = 'America/New_York' where id = ${id}`)
    await testApp.db.execute(sql`
      update contract_milestones set due_date = '2026-03-04' where contract_id = ${id} and position = 1`)
    const { todos } = await home(provider)
    // Midnight in New York.
    expect(todos.find(({ kind }) => kind === 'SUBMIT_MILESTONE')?.dueAt).toBe('2026-03-05T05:00:00.000Z')
    const { body } = await items(provider, 'upcomingValue')
    expect(body.success && body.data.map(({ at }) => at)).toContain('2026-03-04T05:00:00.000Z')
  })
})
