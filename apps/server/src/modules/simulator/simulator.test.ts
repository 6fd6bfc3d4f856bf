import {
  getSimulatorStatus,
  listSimulatorCommands,
  putSimulatorReport,
  resetSimulator,
  runScenario,
  seedSimulator,
  startSimulator,
  stepSimulator,
  stopSimulator,
} from '@fettle/protocol/simulator'
import type { Operation } from '@fettle/protocol'
import {
  createMarketplaceChannel,
  readMarketplaceChannel,
  setMarketplaceTyping,
} from '@fettle/protocol/marketplace/chat'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCustomer, createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { createApiKey } from '../marketplace/index.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const report = {
  playing: true,
  seed: 'a seed',
  speed: 1,
  scenarios: ['RIVALS' as const],
  stories: [],
  recentActions: [],
}
const status = () => testApp.call(getSimulatorStatus, {}, marketplace)
const commands = (after = 0) => testApp.call(listSimulatorCommands, { query: { after } }, marketplace)

describe('controlling the simulator', () => {
  it('is refused without one, and passes commands in order', async () => {
    expect(await status()).toEqual({ state: 'AWAY', seenAt: null, report: null, commands: 0 })
    expect(await testApp.refusal(stopSimulator, { body: {} }, marketplace)).toMatchObject({ code: 'SIMULATOR_AWAY' })

    await testApp.call(putSimulatorReport, { body: report }, marketplace)
    expect(await status()).toMatchObject({ state: 'PLAYING', report: { seed: 'a seed' } })
    await testApp.call(seedSimulator, { body: { seed: 'Accra' } }, marketplace)
    await testApp.call(startSimulator, { body: { speed: 60, scenarios: ['HAGGLER'] } }, marketplace)
    const run = { params: { name: 'BIG_JOB' as const }, body: { providerId: provider.id } }
    expect(await testApp.call(runScenario, run, marketplace)).toMatchObject({ commands: 3 })
    expect(await commands()).toEqual([
      { seq: 1, command: { do: 'seed', seed: 'Accra', customers: 12 } },
      { seq: 2, command: { do: 'start', speed: 60, scenarios: ['HAGGLER'] } },
      { seq: 3, command: { do: 'run', scenario: 'BIG_JOB', providerId: provider.id } },
    ])
    expect(await commands(3)).toEqual([])

    await testApp.call(putSimulatorReport, { body: { ...report, playing: false } }, marketplace)
    expect(await status()).toMatchObject({ state: 'STOPPED' })
    testApp.clock.advance(31_000)
    expect(await status()).toMatchObject({ state: 'AWAY', report: { seed: 'a seed' } })
  })

  it('reaches a waiting simulator at once', async () => {
    const { commands: after } = await status()
    const waiting = testApp.call(listSimulatorCommands, { query: { after, wait: 5 } }, marketplace)
    // The simulator has polled, so it counts as present.
    await expect.poll(async () => (await status()).state).not.toBe('AWAY')
    const askedAt = Date.now()
    await testApp.call(stopSimulator, { body: {} }, marketplace)
    expect(await waiting).toEqual([{ seq: after + 1, command: { do: 'stop' } }])
    expect(Date.now() - askedAt).toBeLessThan(4_000)
  })

  it('lists scenarios and providers', async () => {
    const body = { providerId: provider.id }
    const wrong = { params: { name: 'NOTHING' as 'RIVALS' }, body }
    expect(await testApp.refusal(runScenario, wrong, marketplace)).toMatchObject({ code: 'NOT_FOUND' })
    const nobody = { params: { name: 'RIVALS' as const }, body: { providerId: `usr_${'0'.repeat(26)}` } }
    expect(await testApp.refusal(runScenario, nobody, marketplace)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is a 404 outside a demo', async () => {
    const liveApp = await startTestApp({ config: { demo: false } })
    try {
      const { key } = await createApiKey({ ...liveApp.deps }, liveApp.db, {
        name: 'Tests',
        scopes: ['simulator'],
        live: true,
        ipAllowlist: [],
        expiresAt: null,
      })
      const caller = { token: key }
      const run = { params: { name: 'RIVALS' }, body: { providerId: provider.id } }
      const calls: [Operation, object][] = [
        [getSimulatorStatus, {}],
        [listSimulatorCommands, {}],
        [putSimulatorReport, { body: report }],
        [seedSimulator, { body: { seed: 'Accra' } }],
        [startSimulator, { body: { speed: 60 } }],
        [runScenario, run],
        ...[stopSimulator, stepSimulator, resetSimulator].map((each): [Operation, object] => [each, { body: {} }]),
      ]
      for (const [operation, input] of calls)
        expect(await liveApp.refusal(operation, input, caller)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    } finally {
      await liveApp.close()
    }
  })
})

describe('a simulated customer', () => {
  it('types and reads in their own channels only', async () => {
    const customer = await createCustomer(testApp)
    const stranger = await createCustomer(testApp)
    const people = { customerId: customer.id, providerId: provider.id }
    const { id } = await testApp.call(createMarketplaceChannel, { body: people }, marketplace)
    const body = { customerId: customer.id }
    await testApp.call(setMarketplaceTyping, { params: { id }, body }, marketplace)
    await testApp.call(readMarketplaceChannel, { params: { id }, body }, marketplace)
    for (const operation of [setMarketplaceTyping, readMarketplaceChannel]) {
      const call = { params: { id }, body: { customerId: stranger.id } }
      expect(await testApp.refusal(operation, call, marketplace)).toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
