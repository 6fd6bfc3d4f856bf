import * as z from 'zod/mini'
import { issueText } from './core/issue-text.ts'
import { operation } from './core/operation.ts'
import { Instant, UserId } from './core/values.ts'

/**
 * Remote control of the demo's simulated customers. They run in a separate process that the product knows only as an
 * API caller: it fetches its commands here and reports its state. Outside a demo these operations do not exist. This
 * list names every story they can play.
 */
export const simulatorScenarios = [
  'HAPPY_PATH',
  'HAGGLER',
  'RIVALS',
  'RESCHEDULER',
  'LATE_CANCEL',
  'NO_SHOW',
  'BIG_JOB',
  'WEEKLY_CLEAN',
  'EXPIRER',
  'UNHAPPY',
  'DOCS_AND_PAYOUT',
  'OFFLINE_STORM',
] as const
export const SimulatorScenario = z.enum(
  simulatorScenarios,
  issueText('CHOOSE_ONE_OF', { list: { list: simulatorScenarios, join: 'or' } }),
)
export type SimulatorScenario = z.infer<typeof SimulatorScenario>

const SPEED = issueText('SIMULATOR_SPEED', { min: 1, max: 3600 })
/** Speed factor over real time. */
const Speed = z.int(SPEED).check(z.gte(1, SPEED), z.lte(3600, SPEED))
const Seed = z.string().check(z.regex(/^[\w .:-]{1,60}$/, issueText('SIMULATOR_SEED', { max: 60 })))

export const SimulatorStory = z.object({
  /** `HAGGLER#3`: the third story since the seed was set. */
  id: z.string(),
  scenario: z.string(),
  providerId: UserId,
  customers: z.array(z.string()),
  startedAt: Instant,
  /** Null while running. */
  endedAt: z.nullable(Instant),
  /** Outcome in a few words. */
  outcome: z.nullable(z.string()),
  failed: z.boolean(),
})
export type SimulatorStory = z.infer<typeof SimulatorStory>

/** The state reported by the simulator. */
export const SimulatorReport = z.object({
  playing: z.boolean(),
  seed: z.string(),
  speed: Speed,
  /** Stories it starts by itself. */
  scenarios: z.array(SimulatorScenario),
  /** Newest first. */
  stories: z.array(SimulatorStory).check(z.maxLength(50)),
  /** Latest steps, newest first. */
  recentActions: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
})
export type SimulatorReport = z.infer<typeof SimulatorReport>

export const SimulatorStatus = z.object({
  /** AWAY: no simulator has asked for commands within the last half minute. */
  state: z.enum(['PLAYING', 'STOPPED', 'AWAY']),
  seenAt: z.nullable(Instant),
  /** Null until the first report. */
  report: z.nullable(SimulatorReport),
  /** Total number of commands so far. */
  commands: z.int(),
})
export type SimulatorStatus = z.infer<typeof SimulatorStatus>

export const SimulatorCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('seed'), seed: Seed, customers: z.int() }),
  z.object({ do: z.literal('start'), speed: z.optional(Speed), scenarios: z.optional(z.array(SimulatorScenario)) }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('step') }),
  z.object({ do: z.literal('reset') }),
  z.object({ do: z.literal('run'), scenario: SimulatorScenario, providerId: UserId }),
])
export type SimulatorCommand = z.infer<typeof SimulatorCommand>

const simulator = { audience: 'marketplace', scope: 'simulator' } as const
const command = { ...simulator, method: 'POST', status: 202, returns: SimulatorStatus } as const

export const seedSimulator = operation({
  ...command,
  name: 'simulator.seed',
  path: '/v2/marketplace/simulator/seed',
  summary:
    'Reset the simulator with a seed and link a number of customers. The demo data keeps its history from the first start.',
  body: z.object({
    seed: Seed,
    customers: z._default(z.int().check(z.gte(1), z.lte(12, issueText('MAX_SIMULATED_CUSTOMERS'))), 12),
  }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

export const startSimulator = operation({
  ...command,
  name: 'simulator.start',
  path: '/v2/marketplace/simulator/start',
  summary: 'Start the simulated customers at a speed factor, with the given stories now and then.',
  body: z.object({ speed: z.optional(Speed), scenarios: z.optional(z.array(SimulatorScenario)) }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

const plain = (name: 'stop' | 'step' | 'reset', summary: string) =>
  operation({
    ...command,
    name: `simulator.${name}`,
    path: `/v2/marketplace/simulator/${name}`,
    summary,
    body: z.object({}),
    errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
  })
export const stopSimulator = plain('stop', 'Stop the simulated customers until the next start or step.')
export const stepSimulator = plain('step', 'Run the next planned step at once.')
export const resetSimulator = plain('reset', 'Reset: forget every story, withdraw open requests and restart the seed.')

export const runScenario = operation({
  ...command,
  name: 'simulator.run',
  path: '/v2/marketplace/simulator/scenarios/:name/run',
  summary: 'Start a story with a provider now.',
  params: z.object({ name: SimulatorScenario }),
  body: z.object({ providerId: UserId }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

export const getSimulatorStatus = operation({
  ...simulator,
  name: 'simulator.status',
  method: 'GET',
  path: '/v2/marketplace/simulator/status',
  summary: 'Get the state of the simulator, its running stories and latest steps.',
  returns: SimulatorStatus,
  errors: ['NOT_FOUND'],
})

/** How long a simulator waits for its next command. */
export const SIMULATOR_WAIT_SECONDS = 5

export const listSimulatorCommands = operation({
  ...simulator,
  name: 'simulator.commands',
  method: 'GET',
  path: '/v2/marketplace/simulator/commands',
  summary:
    'List commands for the simulator after a cursor. Used by the simulator itself; waits briefly when there are none.',
  query: z.object({
    after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
    wait: z._default(z.coerce.number().check(z.gte(0), z.lte(SIMULATOR_WAIT_SECONDS)), 0),
  }),
  returns: z.array(z.object({ seq: z.int(), command: SimulatorCommand })),
  errors: ['NOT_FOUND'],
})

export const putSimulatorReport = operation({
  ...simulator,
  name: 'simulator.report',
  method: 'PUT',
  path: '/v2/marketplace/simulator/report',
  summary: 'Report the state of the simulator. Used by the simulator itself.',
  body: SimulatorReport,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
