import { DAY_MS } from '@fettle/protocol/core/durations'
import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { requestPayout } from '@fettle/protocol/earnings/payouts'
import { saveBusinessInfo } from '@fettle/protocol/accounts/profile'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { afterEach, describe, expect, it } from 'vitest'
import { advanceBookingTo, createBookingScenario } from '../../../testing/fixtures/booking-scenario.ts'
import { proveIdentity } from '../../../testing/fixtures/earnings-scenario.ts'
import { onboardingAnswers, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { ngn } from '../../../testing/fixtures/money.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

const set = (values: Record<string, unknown>) => testApp.call(patchSettings, { body: { values } }, marketplace)
afterEach(() =>
  set({
    platformFeeBps: null,
    clearingDays: null,
    smallestPayout: null,
    bankCooldownHours: null,
    payoutWorkingDays: null,
  }),
)

/** A provider with ₦15,000 earned and a verified identity. */
async function earner(): Promise<TestProvider> {
  const { provider, requestJob } = await createBookingScenario(testApp)
  const { id } = await requestJob()
  await advanceBookingTo(testApp, provider, id, 'COMPLETED')
  await testApp.deps.jobs.runDue()
  return proveIdentity(testApp, provider)
}
const refused = (provider: TestProvider) => testApp.refusal(requestPayout, { body: {} }, provider)

describe('earnings settings of operators', () => {
  it('platformFeeBps and clearingDays: the fee, and when earnings are available', async () => {
    await set({ platformFeeBps: 2_500, clearingDays: 1 })
    const provider = await earner()
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ pending: ngn(1_125_000), available: ngn(0) })
    testApp.clock.advance(DAY_MS)
    expect(await testApp.call(getEarnings, {}, provider)).toMatchObject({ available: ngn(1_125_000) })
  })

  it('smallestPayout and payoutWorkingDays: the minimum, and when payouts arrive', async () => {
    const provider = await earner()
    testApp.clock.advance(4 * DAY_MS)
    const body = { amount: 1_000_000 }
    await set({ smallestPayout: 1_000_001, payoutWorkingDays: 0 })
    expect((await testApp.refusal(requestPayout, { body }, provider)).code).toBe('PAYOUT_TOO_SMALL')
    await set({ smallestPayout: 1_000_000 })
    const { requestedAt, expectedBy } = await testApp.call(requestPayout, { body }, provider)
    expect(expectedBy).toBe(requestedAt)
  })

  it('bankCooldownHours: payouts are blocked for this long after an account change', async () => {
    const provider = await earner()
    testApp.clock.advance(4 * DAY_MS)
    await testApp.call(
      saveBusinessInfo,
      { body: { ...onboardingAnswers.banking, accountNumber: '0987654327' } },
      provider,
    )
    expect((await refused(provider)).code).toBe('PAYOUT_COOLDOWN')
    await set({ bankCooldownHours: 0 })
    expect((await testApp.call(requestPayout, { body: {} }, provider)).status).toBe('REQUESTED')
  })
})
