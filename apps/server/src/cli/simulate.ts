import { parseArgs } from 'node:util'
import { simulatorScenarios, type SimulatorCommand, type SimulatorStatus } from '@fettle/protocol/simulator'
import { readSimulator, sendCommand } from '../modules/simulator/index.ts'
import { sql } from '../platform/db/db.ts'
import { toTable } from './table.ts'
import { UsageError, type CliCommand } from './usage.ts'
import type { DatabaseDeps } from './with-database.ts'

type SimulateDeps = Pick<DatabaseDeps, 'db' | 'clock'>

export const SIMULATE_HELP = `The demo's customers, while npm start runs

  simulate SCENARIO --provider EMAIL
      Start a story with a provider:
      ${simulatorScenarios.slice(0, 6).join(', ')},
      ${simulatorScenarios.slice(6).join(', ')}
  simulate status
      Show running stories and latest actions.
  simulate start [--speed 60] [--scenarios A,B]
      Run the simulated customers, optionally faster than real time; with a
      list, only these stories start by themselves.
  simulate stop
  simulate step
      Stop them, or run only the next step.
  simulate reset
      Forget every story, withdraw open requests, and start again.`

const hasName = (word: string): word is (typeof simulatorScenarios)[number] =>
  (simulatorScenarios as readonly string[]).includes(word)

/** Runs `simulate …`. Returns the output. Throws UsageError for invalid arguments. */
export const simulate: CliCommand<SimulateDeps> = async (deps, [what, ...args]) => {
  const word = what?.toUpperCase().replaceAll('-', '_') ?? ''
  if (hasName(word)) return run(deps, word, args)
  switch (what) {
    case 'status':
      return show(await readSimulator(deps))
    case 'start':
      await sendCommand(deps, startOf(args))
      return 'Started. It takes effect within a few seconds.'
    case 'stop':
      await sendCommand(deps, { do: 'stop' })
      return 'Stopped. To continue: simulate start'
    case 'step':
    case 'reset':
      await sendCommand(deps, { do: what })
      return 'Sent. It takes effect within a few seconds.'
    default:
      throw new UsageError(what ? `Unknown scenario ${what}.` : 'Missing the scenario to play, or an action.')
  }
}

async function run(deps: SimulateDeps, scenario: (typeof simulatorScenarios)[number], args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { provider: { type: 'string' } } })
  if (!values.provider) throw new UsageError('Missing the provider: --provider ada@fettle.test')
  const email = values.provider.trim().toLowerCase()
  const account = await deps.db.maybeOne<{ id: string }>(sql`select id from accounts where email = ${email}`)
  if (!account) throw new UsageError(`No provider is registered with ${values.provider}.`)
  await sendCommand(deps, { do: 'run', scenario, providerId: account.id })
  return `${scenario} starts in a few seconds. To follow it: simulate status`
}

function startOf(args: string[]): SimulatorCommand {
  const { values } = parseArgs({ args, options: { speed: { type: 'string' }, scenarios: { type: 'string' } } })
  const speed = values.speed === undefined ? undefined : Number(values.speed)
  if (speed !== undefined && !(Number.isInteger(speed) && speed >= 1 && speed <= 3600))
    throw new UsageError('--speed takes a whole number from 1 to 3600.')
  const names = values.scenarios?.split(',').map((name) => name.trim().toUpperCase())
  const unknown = names?.find((name) => !hasName(name))
  if (unknown !== undefined) throw new UsageError(`Unknown scenario ${unknown}.`)
  return {
    do: 'start',
    ...(speed === undefined ? {} : { speed }),
    ...(names === undefined ? {} : { scenarios: names.filter(hasName) }),
  }
}

function show({ state, report }: SimulatorStatus): string {
  if (!report) return 'The simulator has not connected yet. npm start starts it in demo mode.'
  const stateText = { PLAYING: 'Running', STOPPED: 'Stopped', AWAY: 'The simulator is not running' }[state]
  const stories = report.stories.map(({ id, customers, outcome, endedAt, failed }) => [
    id,
    customers.join(', '),
    endedAt === null ? 'running' : `${failed ? 'failed' : 'ended'}: ${outcome ?? ''}`,
  ])
  return [
    `${stateText}, at ${report.speed}× with the seed ${report.seed}.`,
    ...(stories.length > 0 ? ['', toTable(['STORY', 'CUSTOMERS', 'STATE'], stories)] : []),
    ...(report.recentActions.length > 0
      ? ['', 'Last:', ...report.recentActions.slice(0, 10).map((line) => `  ${line}`)]
      : []),
  ].join('\n')
}
