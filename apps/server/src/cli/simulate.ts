import { parseArgs } from 'node:util'
import { simulatorScenarios, type SimulatorCommand, type SimulatorStatus } from '@fettle/protocol/simulator'
import { readSimulator, sendCommand } from '../modules/simulator/index.ts'
import type { Clock } from '../platform/clock.ts'
import { sql, type Db } from '../platform/db/db.ts'
import { toTable } from './table.ts'
import { UsageError, type CliCommand } from './usage.ts'

interface SimulateDeps {
  db: Db
  clock: Clock
}

export const SIMULATE_HELP = `The demo's customers, while npm start runs

  simulate SCENARIO --provider EMAIL
      Begin a story with a provider:
      ${simulatorScenarios.slice(0, 6).join(', ')},
      ${simulatorScenarios.slice(6).join(', ')}
  simulate status
      Which stories are played, and what was done last.
  simulate start [--speed 60] [--scenarios A,B]
      Let them live on, faster than people do if you like; with a list, only
      these begin by themselves.
  simulate stop
  simulate step
      Nobody does anything; whoever is next does so at once.
  simulate reset
      Forget every story, withdraw what is asked for, and begin again.`

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
      return 'They live on. It takes them a few seconds to hear of it.'
    case 'stop':
      await sendCommand(deps, { do: 'stop' })
      return 'Nobody does anything until you say: simulate start'
    case 'step':
    case 'reset':
      await sendCommand(deps, { do: what })
      return 'Told. It takes them a few seconds to hear of it.'
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
  return `${scenario} begins in a few seconds. See how it goes: simulate status`
}

function startOf(args: string[]): SimulatorCommand {
  const { values } = parseArgs({ args, options: { speed: { type: 'string' }, scenarios: { type: 'string' } } })
  const speed = values.speed === undefined ? undefined : Number(values.speed)
  if (speed !== undefined && !(Number.isInteger(speed) && speed >= 1 && speed <= 3600))
    throw new UsageError('--speed takes a whole number from 1 to 3600.')
  const names = values.scenarios?.split(',').map((name) => name.trim().toUpperCase())
  const wrong = names?.find((name) => !hasName(name))
  if (wrong !== undefined) throw new UsageError(`Unknown scenario ${wrong}.`)
  return {
    do: 'start',
    ...(speed === undefined ? {} : { speed }),
    ...(names === undefined ? {} : { scenarios: names.filter(hasName) }),
  }
}

function show({ state, report }: SimulatorStatus): string {
  if (!report) return 'The simulator has not connected yet. npm start starts it in demo mode.'
  const how = { PLAYING: 'They live on', STOPPED: 'They stand still', AWAY: 'The simulator is not running' }[state]
  const stories = report.stories.map(({ id, customers, outcome, endedAt, failed }) => [
    id,
    customers.join(', '),
    endedAt === null ? 'goes on' : `${failed ? 'failed' : 'ended'}: ${outcome ?? ''}`,
  ])
  return [
    `${how}, at ${report.speed}× with the seed ${report.seed}.`,
    ...(stories.length > 0 ? ['', toTable(['STORY', 'CUSTOMERS', 'STATE'], stories)] : []),
    ...(report.recentActions.length > 0
      ? ['', 'Last:', ...report.recentActions.slice(0, 10).map((line) => `  ${line}`)]
      : []),
  ].join('\n')
}
