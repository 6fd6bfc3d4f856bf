import { getEarnings } from '@fettle/protocol/earnings/earnings'
import { listDisputes } from '@fettle/protocol/disputes'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../app/test-app.ts'
import { createTestSimulator, playToEnd } from './test-simulator.ts'
import { createScriptedProvider, type ScriptedProvider, type ScriptedProviderOptions } from './scripted-provider.ts'

const HALF_AN_HOUR_MS = 1_800_000
const QUARTER_OF_A_DAY_MS = 6 * 3_600_000

const testApp = setUpTestApp()

/** Runs one scenario with a provider of its own and returns what happened. */
async function story(name: string, signal: AbortSignal, ways: ScriptedProviderOptions = {}) {
  return playScenario(name, await createScriptedProvider(testApp, ways), signal)
}

async function playScenario(
  name: string,
  robot: ScriptedProvider,
  signal: AbortSignal,
  pace: { speed?: number; looks?: () => number } = {},
) {
  const simulator = createTestSimulator(testApp, robot, { seed: name, ...pace })
  const outcome = await playToEnd(simulator, name, robot.id, signal)
  return {
    outcome,
    recentActions: simulator.recentActions.map(
      ({ who, what, detail }) => `${who} ${what}${detail ? ` ${detail}` : ''}`,
    ),
  }
}

describe('simulated customers', () => {
  it.for([
    ['HAGGLER', /accepted, deposit paid/],
    ['RIVALS', /^both, one after the other$/],
    ['RESCHEDULER', /^moved$/],
    ['LATE_CANCEL', /^cancelled/],
    ['BIG_JOB', /completed/],
    ['WEEKLY_CLEAN', /^1 skipped, 1 taken out$/],
    ['EXPIRER', /second revision accepted/],
    ['OFFLINE_STORM', /200 messages, 20 transitions/],
  ] as const)('%s', async ([name, ending], { signal }) => {
    const { outcome, recentActions } = await story(name, signal)
    expect([recentActions, outcome]).toEqual([recentActions, expect.stringMatching(ending)])
  })

  it('NO_SHOW', async ({ signal }) => {
    const { outcome } = await story('NO_SHOW', signal, { reportsNoShow: true })
    expect(outcome).toBe('contested and settled')
  })

  it('UNHAPPY', async ({ signal }) => {
    const { outcome, recentActions } = await story('UNHAPPY', signal, { startsEarly: true })
    expect(outcome).toBe('settled, two stars')
    expect(recentActions.filter((action) => action.endsWith('bookings.requestFix'))).toHaveLength(2)
  })

  it('UNHAPPY without agreement: the operator decides, and the decision is paid', async ({ signal }) => {
    const robot = await createScriptedProvider(testApp, { startsEarly: true, refusesSettlement: true })
    // Weeks pass: the customer's turns become rarer, the provider's not until the dispute is answered.
    let looks = HALF_AN_HOUR_MS
    const patient: ScriptedProvider = {
      ...robot,
      async takeTurn() {
        await robot.takeTurn()
        const negotiated = await testApp.call(listDisputes, { query: { status: 'NEGOTIATION' } }, robot)
        if (negotiated.length > 0) looks = QUARTER_OF_A_DAY_MS
      },
    }
    const { outcome, recentActions } = await playScenario('UNHAPPY', patient, signal, {
      speed: 0.05,
      looks: () => looks,
    })
    expect([recentActions, outcome]).toEqual([recentActions, 'decided by the office, two stars'])
    const [dispute] = await testApp.call(listDisputes, {}, robot)
    const price = dispute?.amountInDispute?.amount ?? 0
    const half = Math.round(price / 2)
    expect(dispute).toMatchObject({
      status: 'RESOLVED',
      outcome: { by: 'OPERATOR', amountToProvider: { amount: half }, rationale: expect.stringContaining('half stays') },
    })
    // Half of the price is credited; the platform fee applies to the other half only.
    const [invoice] = await testApp.call(listInvoices, {}, robot)
    expect(invoice).toMatchObject({ total: { amount: price }, due: { amount: half } })
    const { pending, available, onHold } = await testApp.call(getEarnings, {}, robot)
    expect(onHold.amount).toBe(0)
    expect(pending.amount + available.amount).toBe(half - Math.round(half / 10))
  })

  it('DOCS_AND_PAYOUT', async ({ signal }) => {
    const robot = await createScriptedProvider(testApp, { requestsPayout: true, startsEarly: true })
    // Earnings must clear first.
    expect((await playScenario('HAPPY_PATH', robot, signal)).outcome).toBe('paid')
    await testApp.advance(4 * 86_400_000)
    const { outcome } = await playScenario('DOCS_AND_PAYOUT', robot, signal)
    expect(outcome).toBe('document approved, payout paid')
  })

  it('end without answers, leaving nothing open', async ({ signal }) => {
    const { outcome, recentActions } = await story('HAPPY_PATH', signal, { bookings: () => false })
    expect(outcome).toBe('nobody answered')
    expect(recentActions.at(-2)).toMatch(/bookings\.cancel$/)
  })
})
