import { listSimulatorCommands, putSimulatorReport } from '@fettle/protocol/simulator'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProvider, marketplace, type TestProvider } from '../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../testing/app/test-app.ts'
import { simulate } from './simulate.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const at = (words: string) => simulate({ ...testApp.deps }, words.split(' ').filter(Boolean))

describe('the simulator on the command line', () => {
  it('reports when no simulator is running', async () => {
    expect(await at('status')).toContain('has not connected yet')
    await expect(at('stop')).rejects.toThrow('Start it with npm start')
  })

  it('selects providers by name or email and reports progress', async () => {
    const story = {
      id: 'HAGGLER#1',
      scenario: 'HAGGLER',
      providerId: provider.id,
      customers: ['Ngozi Umeh'],
      startedAt: testApp.clock.now().toISOString(),
      endedAt: null,
      outcome: null,
      failed: false,
    }
    const recentActions = ['HAGGLER#1 Ngozi Umeh offers.view']
    const report = { playing: true, seed: 'a seed', speed: 60, scenarios: [], stories: [story], recentActions }
    await testApp.call(putSimulatorReport, { body: report }, marketplace)
    expect(await at(`haggler --provider ${provider.email.toUpperCase()}`)).toMatch(/^HAGGLER starts/)
    await at('start --speed 60 --scenarios haggler,rivals')
    await at('step')
    expect(await testApp.call(listSimulatorCommands, {}, marketplace)).toMatchObject([
      { command: { do: 'run', scenario: 'HAGGLER', providerId: provider.id } },
      { command: { do: 'start', speed: 60, scenarios: ['HAGGLER', 'RIVALS'] } },
      { command: { do: 'step' } },
    ])
    const shown = await at('status')
    expect(shown).toContain('Running, at 60× with the seed a seed.')
    expect(shown).toMatch(/HAGGLER#1 +Ngozi Umeh +running/)
    expect(shown).toContain('Ngozi Umeh offers.view')
  })

  it.each([
    ['', 'Missing the scenario'],
    ['dance', 'Unknown scenario dance.'],
    ['rivals', 'Missing the provider'],
    ['rivals --provider nobody@example.com', 'No provider is registered with nobody@example.com.'],
    ['start --speed 0', '--speed takes'],
    ['start --scenarios dance', 'Unknown scenario DANCE.'],
  ])('"%s" is refused with an explanation', async (words, message) => {
    await expect(at(words)).rejects.toThrow(message)
  })
})
