import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { getEarnings, getStatement, listEarnings, listEarningsMonths } from '@fettle/protocol/earnings/earnings'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import * as protocol from '@fettle/protocol/earnings/payouts'
import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { beforeEach, describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import {
  createProvider,
  onboardingAnswers,
  marketplace,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { earningsOf } from '../../../testing/fixtures/earnings-scenario.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'

const testApp = setUpTestApp()
let me: TestProvider
let jobs: Awaited<ReturnType<typeof createBookingScenario>>
beforeEach(async () => {
  jobs = await createBookingScenario(testApp)
  me = jobs.provider
})

const { earn, readyToBePaid, summary, entries, requestPayout, download } = earningsOf(testApp, () => jobs)

describe('earnings', () => {
  it('are pending for three days after confirmation, less the fee, and available then', async () => {
    expect(await summary()).toMatchObject({ pending: ngn(0), available: ngn(0), nextPayoutAt: null })
    const id = await earn()
    expect(await summary()).toMatchObject({ pending: ngn(1_350_000), available: ngn(0) })
    const [fee, earning] = await entries()
    expect(earning).toMatchObject({
      type: 'EARNING',
      amount: ngn(1_500_000),
      custody: 'PLATFORM',
      status: 'PENDING',
      source: { type: 'booking', id, label: expect.stringMatching(/^BK-/) },
    })
    expect(fee).toMatchObject({ type: 'PLATFORM_FEE', amount: ngn(-150_000), groupId: earning?.groupId })
    testApp.clock.advance(3 * DAY_MS)
    expect(await summary()).toMatchObject({ pending: ngn(0), available: ngn(1_350_000) })
    expect((await entries()).map(({ status }) => status)).toEqual(['AVAILABLE', 'AVAILABLE'])
  })

  it('are booked once, however often work is confirmed', async () => {
    const id = await earn()
    await testApp.call(confirmMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.db.execute(
      sql`select graphile_worker.add_job('invoices.charge-work', ${JSON.stringify({ id })}::json)`,
    )
    await testApp.advance(1000)
    expect(await entries()).toHaveLength(2)
  })

  it('are booked after auto-confirmation too', async () => {
    const { id } = await jobs.requestJob()
    await advanceBookingTo(testApp, me, id, 'AWAITING_CONFIRMATION')
    await testApp.advance(3 * DAY_MS)
    expect(await summary()).toMatchObject({ pending: ngn(0), available: ngn(1_350_000) })
  })

  it('use the final price, and are zero for unquoted work', async () => {
    const { id } = await jobs.requestJob({ price: { model: 'TO_QUOTE' } })
    await advanceBookingTo(testApp, me, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    expect(await entries()).toEqual([])
  })

  it('are listed in pages by type, newest first', async () => {
    await earn()
    await earn()
    const first = await testApp.send(listEarnings, { query: { limit: 3 } }, me)
    const nextCursor = String(first.body.success && first.body.meta?.['nextCursor'])
    const secondPage = await testApp.call(listEarnings, { query: { limit: 3, cursor: nextCursor } }, me)
    const all = await entries()
    expect(secondPage).toEqual(all.slice(3))
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(await testApp.call(listEarnings, { query: { type: 'EARNING' } }, me)).toHaveLength(2)
  })

  it('are never changed: the database refuses', async () => {
    await earn()
    await expect(testApp.db.execute(sql`update ledger_entries set amount = amount * 2`)).rejects.toThrow(
      'never changed',
    )
  })

  it('are private', async () => {
    await earn()
    const other = await createProvider(testApp)
    expect(await testApp.call(listEarnings, {}, other)).toEqual([])
    expect(await testApp.call(getEarnings, {}, other)).toMatchObject({ pending: ngn(0) })
  })
})

describe('the monthly summary', () => {
  it('contains earnings and payouts, and months without any', async () => {
    await readyToBePaid()
    const { id } = await requestPayout(1_000_000)
    await testApp.call(protocol.payPayout, { params: { id }, body: {} }, marketplace)
    const months = await testApp.call(listEarningsMonths, { query: { months: 3 } }, me)
    expect(months.map(({ month }) => month)).toHaveLength(3)
    expect(months.at(0)).toMatchObject({ earned: ngn(0), paidOut: ngn(0) })
    expect(months.at(-1)).toMatchObject({
      month: localDate(testApp.clock.now(), 'Africa/Lagos').slice(0, 7),
      paidOut: ngn(1_000_000),
    })
    // Three days ago may have been in the previous month.
    expect(months.reduce((sum, { earned }) => sum + earned.amount, 0)).toBe(1_350_000)
  })
})

describe('a month of earnings', () => {
  it("begins at midnight in the provider's time zone, also in entries and statement", async () => {
    await earn()
    const now = testApp.clock.now()
    const month = now.toISOString().slice(0, 7)
    // In Lagos the month has begun, in UTC it has not.
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - HOUR_MS / 2)
    const before = at.toISOString().slice(0, 10)
    await testApp.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update ledger_entries set at = ${at} where provider_id = ${me.id}`)
    })
    const listed = (from: string, to: string) => testApp.call(listEarnings, { query: { from, to } }, me)
    expect(await listed(before, before)).toEqual([])
    expect(await listed(`${month}-01`, `${month}-01`)).toHaveLength(2)
    const months = await testApp.call(listEarningsMonths, { query: { months: 3 } }, me)
    expect(months.filter(({ earned }) => earned.amount !== 0)).toMatchObject([{ month }])
    const statement = await download(`/v2/earnings/statement?month=${month}&format=csv`, me.token)
    expect(statement.bytes.toString()).toContain(`\n${month}-01 00:30,EARNING,`)
  })
})

describe('the currency of earnings', () => {
  it('is that of the country the provider moved to before the first of them', async () => {
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    const { address, city } = onboardingAnswers.location
    await testApp.call(saveContactInfo, { body: { address, city, state: 'Greater Accra', country: 'GH' } }, me)
    expect(await summary()).toMatchObject({ currency: 'GHS' })
    expect((await testApp.call(protocol.getPayoutTerms, {}, me)).available).toEqual({ amount: 0, currency: 'GHS' })
    const cedi = (amount: number) => ({ amount, currency: 'GHS' })
    const { id } = await jobs.requestJob({ price: { model: 'FIXED', amount: cedi(50_000) } })
    await advanceBookingTo(testApp, me, id, 'COMPLETED')
    await testApp.deps.jobs.runDue()
    expect(await summary()).toMatchObject({ currency: 'GHS', pending: cedi(45_000) })
    // It stays with them.
    await testApp.call(saveContactInfo, { body: onboardingAnswers.location }, me)
    expect(await summary()).toMatchObject({ currency: 'GHS', pending: cedi(45_000) })
  })
})

describe('an earnings statement', () => {
  const month = () => localDate(testApp.clock.now(), 'Africa/Lagos').slice(0, 7)

  it('contains opening balance, entries and closing balance as a spreadsheet', async () => {
    await readyToBePaid()
    await requestPayout(1_000_000)
    const { type, bytes } = await download(`/v2/earnings/statement?month=${month()}&format=csv`, me.token)
    expect(type).toBe('text/csv; charset=utf-8')
    const rows = bytes
      .toString()
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
    const figures = rows.slice(1).map(([, kind, , , amount]) => [kind, Number(amount)])
    const total = figures.slice(0, -1).reduce((sum, [, amount]) => sum + Number(amount), 0)
    expect(figures.at(-1)).toEqual(['CLOSING_BALANCE', total])
    expect(figures).toContainEqual(['PAYOUT', -10_000])
  })

  it('is a readable PDF', async () => {
    await readyToBePaid()
    const { type, bytes } = await download(`/v2/earnings/statement?month=${month()}`, me.token)
    expect(type).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('covers a month', async () => {
    expect(await testApp.refusal(getStatement, { query: { month: '2026-13' } }, me)).toMatchObject({
      status: 422,
      issues: [{ field: 'month', message: 'Choose a month.' }],
    })
  })
})
