import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { unreachableStates } from '@fettle/protocol'
import * as protocol from '@fettle/protocol/earnings/payouts'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { reinstateProvider, suspendProvider } from '@fettle/protocol/accounts/moderation'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { saveBusinessInfo } from '@fettle/protocol/accounts/profile'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { failWrites } from '../../../../testing/fixtures/faults.ts'
import { createBookingScenario } from '../../../../testing/fixtures/booking-scenario.ts'
import {
  createProvider,
  onboardingAnswers,
  marketplace,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { addAuthenticator, confirmPassword } from '../../../../testing/fixtures/second-factors.ts'
import { ngn } from '../../../../testing/fixtures/money.ts'
import { earningsOf } from '../../../../testing/fixtures/earnings-scenario.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { encrypt } from '../../../platform/crypto/encryption.ts'

const testApp = setUpTestApp()
let me: TestProvider
let jobs: Awaited<ReturnType<typeof createBookingScenario>>
beforeEach(async () => {
  jobs = await createBookingScenario(testApp)
  me = jobs.provider
})

const { earn, prove, readyToBePaid, summary, entries, requestPayout, download } = earningsOf(testApp, () => jobs)
const refused = (amount?: number) =>
  testApp.refusal(protocol.requestPayout, { body: amount === undefined ? {} : { amount } }, me)
const payoutNotifications = async () =>
  (await notificationsOf(testApp, me.id)).filter((workflow) => workflow.startsWith('payout'))

describe('a payout', () => {
  it('takes everything available, goes through the bank, and notifies', async () => {
    await readyToBePaid()
    const payout = await requestPayout()
    expect(payout).toMatchObject({
      amount: ngn(1_350_000),
      bank: { bankName: 'Guaranty Trust Bank', accountName: 'Ada Obi', last4: '6785' },
      schedule: 'MANUAL',
      status: 'REQUESTED',
      allowedActions: ['cancel'],
    })
    expect(await summary()).toMatchObject({ available: ngn(0), inPayout: ngn(1_350_000), paidOut: ngn(0) })
    const params = { id: payout.id }
    const body = { externalReference: 'GTB-778' }
    expect(await testApp.call(protocol.processPayout, { params, body }, marketplace)).toMatchObject({
      status: 'PROCESSING',
      providerName: 'Ada Obi',
      allowedActions: ['paid', 'failed'],
    })
    const paid = await testApp.call(protocol.payPayout, { params, body: {} }, marketplace)
    expect(paid).toMatchObject({ status: 'PAID', externalReference: 'GTB-778', paidAt: expect.any(String) })
    expect(await summary()).toMatchObject({ available: ngn(0), inPayout: ngn(0), paidOut: ngn(1_350_000) })
    expect((await entries()).map(({ type, status }) => [type, status])).toEqual([
      ['PAYOUT', 'PAID_OUT'],
      ['PLATFORM_FEE', 'PAID_OUT'],
      ['EARNING', 'PAID_OUT'],
    ])
    expect(await payoutNotifications()).toEqual(['payout-paid'])
    expect(await testApp.call(protocol.listPayouts, {}, me)).toMatchObject([{ id: payout.id, status: 'PAID' }])
  })

  it('of all that is left may be below the minimum, but not a part of it, and not by schedule', async () => {
    await readyToBePaid()
    const { id } = await requestPayout(1_300_000)
    await testApp.call(protocol.payPayout, { params: { id }, body: {} }, marketplace)
    const terms = () => testApp.call(protocol.getPayoutTerms, {}, me)
    await earn()
    expect(await terms()).toMatchObject({ smallest: ngn(100_000), obstacle: { code: 'PAYOUT_TOO_SMALL' } })
    expect(await refused()).toMatchObject({ message: 'The smallest payout is ₦1,000.' })
    testApp.clock.advance(3 * DAY_MS)
    const second = await requestPayout(1_350_000)
    await testApp.call(protocol.payPayout, { params: { id: second.id }, body: {} }, marketplace)
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    await testApp.advance(5 * DAY_MS)
    expect(await testApp.call(protocol.listPayouts, {}, me)).toHaveLength(2)
    expect(await terms()).toMatchObject({ available: ngn(50_000), smallest: ngn(50_000), obstacle: null })
    expect(await refused(49_999)).toMatchObject({ code: 'PAYOUT_TOO_SMALL', message: 'The smallest payout is ₦500.' })
    expect(await requestPayout()).toMatchObject({ amount: ngn(50_000) })
    expect(await summary()).toMatchObject({ available: ngn(0), inPayout: ngn(50_000) })
  })

  it('that fails returns the money with advice', async () => {
    await readyToBePaid()
    for (const code of protocol.payoutFailureCodes) {
      const { id } = await requestPayout(1_000_000)
      expect(await summary()).toMatchObject({ available: ngn(350_000), inPayout: ngn(1_000_000) })
      const body = { code, message: 'No such account' }
      await testApp.call(protocol.failPayout, { params: { id }, body }, marketplace)
      const failed = await testApp.call(protocol.getPayout, { params: { id } }, me)
      expect(failed).toMatchObject({ status: 'FAILED', failure: body, allowedActions: [] })
      expect(failed.failure?.fix).not.toBe('')
      expect(await summary()).toMatchObject({ available: ngn(1_350_000), inPayout: ngn(0), paidOut: ngn(0) })
    }
    expect(await payoutNotifications()).toEqual(protocol.payoutFailureCodes.map(() => 'payout-failed'))
    expect(await requestPayout()).toMatchObject({ amount: ngn(1_350_000) })
  })

  it('that is returned later counts as unpaid', async () => {
    await readyToBePaid()
    const { id } = await requestPayout()
    await testApp.call(protocol.payPayout, { params: { id }, body: {} }, marketplace)
    const body = { code: 'BANK_REJECTED' as const }
    const returned = await testApp.call(protocol.returnPayout, { params: { id }, body }, marketplace)
    expect(returned).toMatchObject({ status: 'RETURNED', allowedActions: [] })
    expect(await summary()).toMatchObject({ available: ngn(1_350_000), paidOut: ngn(0) })
    expect((await entries()).map(({ type, status }) => [type, status])).toEqual([
      ['PAYOUT_REVERSAL', 'REVERSED'],
      ['PAYOUT', 'REVERSED'],
      ['PLATFORM_FEE', 'AVAILABLE'],
      ['EARNING', 'AVAILABLE'],
    ])
  })

  it('can be cancelled until the operator processes it', async () => {
    await readyToBePaid()
    const first = await requestPayout()
    expect(await testApp.call(protocol.cancelPayout, { params: { id: first.id } }, me)).toMatchObject({
      status: 'CANCELLED',
    })
    const { id } = await requestPayout()
    await testApp.call(protocol.processPayout, { params: { id }, body: {} }, marketplace)
    expect(await testApp.refusal(protocol.cancelPayout, { params: { id } }, me)).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the payout is being processed.',
      details: { from: 'PROCESSING', action: 'cancel', allowed: [] },
    })
  })

  it('reaches every state of its table', () => {
    expect(unreachableStates(protocol.payoutFlow)).toEqual([])
  })

  it('refuses transitions of other states', async () => {
    await readyToBePaid()
    const { id } = await requestPayout()
    await testApp.call(protocol.payPayout, { params: { id }, body: {} }, marketplace)
    const failure = { code: 'OTHER' as const }
    for (const refusal of [
      await testApp.refusal(protocol.processPayout, { params: { id }, body: {} }, marketplace),
      await testApp.refusal(protocol.payPayout, { params: { id }, body: {} }, marketplace),
      await testApp.refusal(protocol.failPayout, { params: { id }, body: failure }, marketplace),
    ]) {
      expect(refusal).toMatchObject({ status: 409, details: { from: 'PAID', allowed: ['returned'] } })
    }
  })

  it('of another provider is a 404', async () => {
    await readyToBePaid()
    const { id } = await requestPayout()
    const other = await createProvider(testApp)
    for (const operation of [protocol.getPayout, protocol.cancelPayout]) {
      expect(await testApp.refusal(operation, { params: { id } }, other)).toMatchObject({
        status: 404,
        message: "We couldn't find that payout.",
      })
    }
  })
})

describe('a payout is refused', () => {
  it('without a bank account, which is a to-do', async () => {
    await testApp.db.execute(sql`update profiles set account_number = null where account_id = ${me.id}`)
    expect(await refused()).toMatchObject({
      status: 403,
      code: 'PAYOUT_BANK_REQUIRED',
      message: 'To receive payouts, add your bank account.',
    })
    const { todos } = await testApp.call(getDashboard, { query: {} }, me)
    expect(todos).toContainEqual(expect.objectContaining({ kind: 'ADD_BANK_ACCOUNT', redirect: '/profile' }))
  })

  it('without a verified identity', async () => {
    await earn()
    testApp.clock.advance(3 * DAY_MS)
    expect(await refused()).toMatchObject({
      status: 403,
      code: 'PAYOUT_VERIFICATION_REQUIRED',
      message: 'To receive payouts, upload an identity document and have it approved.',
    })
  })

  it('within 72 hours after bank details changed', async () => {
    await readyToBePaid()
    // Half past midnight in Lagos, when the date differs from UTC.
    testApp.clock.advance((DAY_MS + 23.5 * HOUR_MS - (+testApp.clock.now() % DAY_MS)) % DAY_MS)
    await testApp.call(saveBusinessInfo, { body: { ...onboardingAnswers.banking, accountNumber: '0987654327' } }, me)
    const refusal = await refused()
    expect(refusal).toMatchObject({ status: 403, code: 'PAYOUT_COOLDOWN' })
    const restartsAt = Date.parse(String(refusal.details?.['restartsAt']))
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(restartsAt)
    expect(dayIn('Africa/Lagos')).not.toBe(dayIn('UTC'))
    expect(refusal.message).toBe(`Your bank details changed recently. Payouts resume on ${dayIn('Africa/Lagos')}.`)
    testApp.clock.advance(3 * DAY_MS)
    await requestPayout()
  })

  it('to an account in another name', async () => {
    await readyToBePaid()
    await testApp.call(saveBusinessInfo, { body: { ...onboardingAnswers.banking, accountName: 'Somebody Else' } }, me)
    testApp.clock.advance(3 * DAY_MS)
    expect(await refused()).toMatchObject({ status: 403, code: 'PAYOUT_NAME_MISMATCH' })
  })

  it('above the available balance, and below the minimum', async () => {
    await readyToBePaid()
    expect(await refused(1_350_001)).toMatchObject({
      status: 422,
      code: 'PAYOUT_TOO_LARGE',
      message: 'You have ₦13,500 available.',
    })
    expect(await refused(99_999)).toMatchObject({
      status: 422,
      code: 'PAYOUT_TOO_SMALL',
      message: 'The smallest payout is ₦1,000.',
    })
    expect(await refused(0)).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })

  it('while another is open', async () => {
    await readyToBePaid()
    await requestPayout(500_000)
    expect(await refused(500_000)).toMatchObject({
      status: 409,
      code: 'PAYOUT_OPEN',
      message: 'A payout is already on its way. Wait until it has arrived.',
    })
  })

  it('above the balance in concurrent requests', async () => {
    await readyToBePaid()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => testApp.send(protocol.requestPayout, { body: {} }, me)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await summary()).toMatchObject({ available: ngn(0), inPayout: ngn(1_350_000) })
  })
})

describe('the payout terms', () => {
  const terms = () => testApp.call(protocol.getPayoutTerms, {}, me)

  it('report obstacles in the same words as the refusal', async () => {
    expect(await terms()).toMatchObject({
      available: ngn(0),
      smallest: ngn(100_000),
      bank: { bankName: 'Guaranty Trust Bank', last4: '6785' },
      schedule: 'MANUAL',
      platformFeeBps: 1_000,
      clearingDays: 3,
      obstacle: { code: 'PAYOUT_VERIFICATION_REQUIRED', message: (await refused()).message },
    })
    await prove()
    expect((await terms()).obstacle?.code).toBe('PAYOUT_COOLDOWN')
    testApp.clock.advance(3 * DAY_MS)
    expect((await terms()).obstacle).toEqual({ code: 'PAYOUT_TOO_SMALL', message: 'The smallest payout is ₦1,000.' })
    await earn()
    testApp.clock.advance(3 * DAY_MS)
    const { obstacle, expectedBy } = await terms()
    expect(obstacle).toBeNull()
    expect(await requestPayout(500_000)).toMatchObject({ expectedBy })
    expect((await terms()).obstacle?.code).toBe('PAYOUT_OPEN')
  })

  it('report an open payout until it has arrived or failed', async () => {
    await readyToBePaid()
    const obstacle = async () => (await terms()).obstacle?.code
    const { id } = await requestPayout(500_000)
    expect(await obstacle()).toBe('PAYOUT_OPEN')
    await testApp.call(protocol.processPayout, { params: { id }, body: {} }, marketplace)
    expect(await obstacle()).toBe('PAYOUT_OPEN')
    await testApp.call(protocol.failPayout, { params: { id }, body: { code: 'OTHER' } }, marketplace)
    expect(await obstacle()).toBeUndefined()
    const secondPayout = await requestPayout(500_000)
    await testApp.call(protocol.payPayout, { params: { id: secondPayout.id }, body: {} }, marketplace)
    expect(await obstacle()).toBeUndefined()
  })
})

describe('scheduled payouts', () => {
  it('request everything every Monday, once, also after downtime', async () => {
    await readyToBePaid()
    const { nextPayoutAt } = await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'WEEKLY' } }, me)
    expect(new Date(String(nextPayoutAt)).getUTCDay()).toBe(1)
    expect(await summary()).toMatchObject({ nextPayoutAt })
    await testApp.advance(8 * DAY_MS)
    const payouts = await testApp.call(protocol.listPayouts, {}, me)
    expect(payouts).toMatchObject([{ schedule: 'WEEKLY', status: 'REQUESTED', amount: ngn(1_350_000) }])
    expect(+new Date(String((await summary()).nextPayoutAt))).toBeGreaterThan(+testApp.clock.now())
  })

  it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    "are requested at six on Mondays in %s, the provider's time zone",
    async (timeZone) => {
      await readyToBePaid()
      await testApp.call(putAvailability, { body: { weekly: [], timeZone, onAffected: 'KEEP' } }, me)
      const at = (instant: unknown) =>
        new Intl.DateTimeFormat('en', { weekday: 'long', hour: 'numeric', timeZone }).format(new Date(String(instant)))
      const { nextPayoutAt } = await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'WEEKLY' } }, me)
      expect(at(nextPayoutAt)).toBe('Monday 6 AM')
      testApp.clock.advance(Date.parse(String(nextPayoutAt)) - +testApp.clock.now())
      await testApp.deps.jobs.runDue()
      const [payout] = await testApp.call(protocol.listPayouts, {}, me)
      expect(payout?.schedule).toBe('WEEKLY')
      // Two working days later.
      expect(at(payout?.expectedBy)).toBe('Wednesday 6 AM')
      expect(at((await summary()).nextPayoutAt)).toBe('Monday 6 AM')
    },
  )

  it('that are due are not put off by saving the same schedule again', async () => {
    await readyToBePaid()
    const save = () => testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'WEEKLY' } }, me)
    const saved = await save()
    testApp.clock.advance(Date.parse(String(saved.nextPayoutAt)) - +testApp.clock.now())
    expect(await save()).toEqual(saved)
    await testApp.deps.jobs.runDue()
    expect(await testApp.call(protocol.listPayouts, {}, me)).toMatchObject([{ status: 'REQUESTED' }])
  })

  it('of one provider that fail do not hold up others', async () => {
    const broken = me
    await readyToBePaid()
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, broken)
    jobs = await createBookingScenario(testApp)
    me = jobs.provider
    await readyToBePaid()
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    const repair = await failWrites(testApp, { table: 'payouts', column: 'provider_id', id: broken.id })
    testApp.clock.advance(3 * DAY_MS)
    await expect(testApp.deps.jobs.runDue()).rejects.toThrow('payouts_fault')
    expect(await testApp.call(protocol.listPayouts, {}, me)).toMatchObject([{ status: 'REQUESTED' }])
    await repair()
    await testApp.advance(3_600_000)
    expect(await testApp.call(protocol.listPayouts, {}, broken)).toMatchObject([{ status: 'REQUESTED' }])
  })

  it('request nothing while the provider is suspended, and go on afterwards', async () => {
    await readyToBePaid()
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    const until = new Date(+testApp.clock.now() + 30 * DAY_MS).toISOString()
    await testApp.call(
      suspendProvider,
      { params: { id: me.id }, body: { reason: 'Somebody else is in the account', until } },
      marketplace,
    )
    await testApp.advance(5 * DAY_MS)
    expect(await testApp.call(protocol.listPayouts, {}, me)).toEqual([])
    await testApp.call(reinstateProvider, { params: { id: me.id }, body: {} }, marketplace)
    await testApp.advance(3 * DAY_MS)
    expect(await testApp.call(protocol.listPayouts, {}, me)).toMatchObject([{ status: 'REQUESTED' }])
  })

  it('wait for the second factor where the operator requires one', async () => {
    await readyToBePaid()
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    const require = (requireSecondFactor: boolean | null) =>
      testApp.call(patchSettings, { body: { values: { requireSecondFactor } } }, marketplace)
    await require(true)
    try {
      await testApp.advance(3 * DAY_MS)
      expect(await testApp.call(protocol.listPayouts, {}, me)).toEqual([])
      await confirmPassword(testApp, me)
      await addAuthenticator(testApp, me)
      await testApp.advance(3 * DAY_MS)
      expect(await testApp.call(protocol.listPayouts, {}, me)).toMatchObject([{ schedule: 'DAILY' }])
    } finally {
      await require(null)
    }
  })

  it('request nothing when nothing is due, and retry the next day', async () => {
    await prove()
    await testApp.call(protocol.savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)
    await testApp.advance(2 * DAY_MS)
    expect(await testApp.call(protocol.listPayouts, {}, me)).toEqual([])
    expect((await summary()).nextPayoutAt).not.toBeNull()
  })
})

describe('the payout export', () => {
  it('contains open payouts, oldest first, with the account at request time', async () => {
    await readyToBePaid()
    const { id } = await requestPayout()
    await testApp.call(saveBusinessInfo, { body: { ...onboardingAnswers.banking, accountNumber: '0987654327' } }, me)
    const waiting = await testApp.call(protocol.listOperatorPayouts, { query: { limit: 100 } }, marketplace)
    expect(waiting.map(({ requestedAt }) => requestedAt)).toEqual(
      waiting.map(({ requestedAt }) => requestedAt).toSorted(),
    )
    expect(waiting.at(-1)).toMatchObject({ id, providerId: me.id, providerName: 'Ada Obi' })
    const { type, bytes } = await download('/v2/marketplace/payouts/export.csv', 'mk_test_demo')
    expect(type).toBe('text/csv; charset=utf-8')
    const line = bytes
      .toString()
      .split('\r\n')
      .find((each) => each.startsWith(id))
    expect(line).toContain(',Ada Obi,Guaranty Trust Bank,')
    expect(line).toContain(',0123456785,13500.00,NGN,')
  })

  it('lists a payout without its account number where the key was lost, and the payouts after it', async () => {
    await readyToBePaid()
    const { id } = await requestPayout()
    const lost = encrypt(Buffer.alloc(32, 1), me.id, onboardingAnswers.banking.accountNumber)
    await testApp.db.execute(sql`update payouts set account_number = ${lost} where id = ${id}`)
    jobs = await createBookingScenario(testApp)
    me = jobs.provider
    await readyToBePaid()
    const readable = await requestPayout()
    const { bytes } = await download('/v2/marketplace/payouts/export.csv', 'mk_test_demo')
    expect(bytes.toString()).toMatch(new RegExp(`${id},Ada Obi,Guaranty Trust Bank,058,,13500.00,`))
    expect(bytes.toString()).toContain(readable.id)
  })
})
