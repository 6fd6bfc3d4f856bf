import { cancelMarketplaceBooking, listMarketplaceBookings } from '@fettle/protocol/marketplace/bookings'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { closeOfferRequest } from '@fettle/protocol/marketplace/offers'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import {
  getSimulatorStatus,
  listSimulatorCommands,
  putSimulatorReport,
  SIMULATOR_WAIT_SECONDS,
  simulatorScenarios,
  type SimulatorCommand,
  type SimulatorReport,
} from '@fettle/protocol/simulator'
import { selfStartingScenarios, scheduleStories } from './scheduler.ts'
import type { MarketplaceClient } from '@fettle/marketplace'
import { customerBody, personas } from './personas.ts'
import type { Simulator } from './simulator.ts'

const REPORT_INTERVAL_MS = 1_000
const MAX_REPORTED_ACTIONS = 30

/** The simulator under remote control: fetches commands, executes them and reports its state. */
export interface Control {
  /** Runs until aborted. */
  run(stop: AbortSignal): Promise<void>
}

export function createControl(
  simulator: Simulator,
  marketplace: MarketplaceClient,
  { wait, log }: { wait: (milliseconds: number, stop: AbortSignal) => Promise<void>; log: (line: string) => void },
): Control {
  let scenarios = selfStartingScenarios
  let lastReport = ''

  /** Starts the schedule of stories from its beginning. */
  async function startStories(): Promise<void> {
    // The demo's own provider registered first.
    const [first] = await marketplace.call(listProviders, { query: { limit: 1 } })
    if (first) scheduleStories(simulator, marketplace, first, () => scenarios)
  }

  /** Withdraws unanswered requests. */
  async function withdrawOpenRequests(): Promise<void> {
    for (const persona of personas) {
      const { id: customerId } = await marketplace.call(putCustomer, customerBody(persona))
      const open = await marketplace.call(listMarketplaceBookings, { query: { customerId, status: 'REQUESTED' } })
      for (const { id } of open) {
        await marketplace
          .call(cancelMarketplaceBooking, { params: { id }, body: {} }, { customerId })
          .catch(() => undefined)
      }
    }
    for (const id of simulator.openRequests.splice(0)) {
      await marketplace.call(closeOfferRequest, { params: { id }, body: {} }).catch(() => undefined)
    }
  }

  async function execute(command: SimulatorCommand): Promise<void> {
    switch (command.do) {
      case 'seed':
        simulator.reset(command.seed)
        for (const persona of personas.slice(0, command.customers))
          await marketplace.call(putCustomer, customerBody(persona))
        return startStories()
      case 'start':
        if (command.speed !== undefined) simulator.runner.speed = command.speed
        if (command.scenarios !== undefined) scenarios = command.scenarios
        return simulator.runner.play()
      case 'stop':
        return simulator.runner.pause()
      case 'step':
        await simulator.runner.step()
        return
      case 'reset':
        simulator.reset(simulator.seed)
        await withdrawOpenRequests()
        return startStories()
      case 'run':
        await simulator.begin(command.scenario, command.providerId)
    }
  }

  async function report(): Promise<void> {
    const body = reportOf(simulator, scenarios)
    const text = JSON.stringify(body)
    if (text === lastReport) return
    await marketplace.call(putSimulatorReport, { body: body })
    lastReport = text
  }

  async function listen(stop: AbortSignal): Promise<void> {
    let { commands: after } = await marketplace.call(getSimulatorStatus, {})
    while (!stop.aborted) {
      const query = { after, wait: SIMULATOR_WAIT_SECONDS }
      for (const { seq, command } of await marketplace.call(listSimulatorCommands, { query })) {
        after = seq
        log(`told to ${command.do}`)
        await execute(command).catch((error: unknown) => log(String(error)))
      }
    }
  }

  async function keepReporting(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await report()
      await wait(REPORT_INTERVAL_MS, stop)
    }
  }

  return {
    async run(stop) {
      await report()
      await startStories()
      await Promise.all([simulator.run(stop), listen(stop), keepReporting(stop)])
    },
  }
}

function reportOf(simulator: Simulator, scenarios: readonly string[]): SimulatorReport {
  const { runner, played, recentActions, seed } = simulator
  return {
    playing: runner.isPlaying,
    seed,
    speed: runner.speed,
    scenarios: simulatorScenarios.filter((name) => scenarios.includes(name)),
    stories: played
      .slice(-MAX_REPORTED_ACTIONS)
      .toReversed()
      .map((story) => ({ ...story, customers: [...story.customers] })),
    recentActions: recentActions
      .slice(-MAX_REPORTED_ACTIONS)
      .toReversed()
      .map(({ storyId, who, what, detail }) => `${storyId} ${who} ${what}${detail ? `: ${detail}` : ''}`.slice(0, 300)),
  }
}
