import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Instant, UserId } from './core/values.ts'

/**
 * The demo's customers, steered from outside. They are a process of their own that the product knows only as
 * a caller with a key: it asks here what it is told to do, and says here how it is. Outside of a demo none of this is there.
 */

/** Every story the demo's customers can play. */
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
export const SimulatorScenario = z.enum(simulatorScenarios, `Use one of: ${simulatorScenarios.join(', ')}.`)
export type SimulatorScenario = z.infer<typeof SimulatorScenario>

const SPEED = 'Use a speed from 1 to 3600.'
/** How much faster than people live. */
const Speed = z.int(SPEED).check(z.gte(1, SPEED), z.lte(3600, SPEED))
const Seed = z.string().check(z.regex(/^[\w .:-]{1,60}$/, 'Use up to 60 letters, digits, spaces, dots or dashes.'))

export const SimulatorStory = z.object({
  /** `HAGGLER#3`: the third story since the seed was set. */
  id: z.string(),
  scenario: z.string(),
  providerId: UserId,
  customers: z.array(z.string()),
  startedAt: Instant,
  /** Null while it goes on. */
  endedAt: z.nullable(Instant),
  /** How it ended, in a few words. */
  outcome: z.nullable(z.string()),
  failed: z.boolean(),
})
export type SimulatorStory = z.infer<typeof SimulatorStory>

/** How the simulator says it is. */
export const SimulatorReport = z.object({
  playing: z.boolean(),
  seed: z.string(),
  speed: Speed,
  /** Those it begins by itself. */
  scenarios: z.array(SimulatorScenario),
  /** Newest first. */
  stories: z.array(SimulatorStory).check(z.maxLength(50)),
  /** What was done last, newest first. */
  deeds: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
})
export type SimulatorReport = z.infer<typeof SimulatorReport>

export const SimulatorStatus = z.object({
  /** AWAY: no simulator has asked for anything in the last half minute. */
  state: z.enum(['PLAYING', 'STOPPED', 'AWAY']),
  seenAt: z.nullable(Instant),
  /** Null until one was here. */
  report: z.nullable(SimulatorReport),
  /** How many commands it has been given in all. */
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
const steered = { ...simulator, method: 'POST', status: 202, returns: SimulatorStatus } as const

export const seedSimulator = operation({
  ...steered,
  name: 'simulator.seed',
  path: '/v2/marketplace/simulator/seed',
  summary:
    'Begin anew with this seed, and make so many customers known. The demo data has its history from the first start.',
  body: z.object({
    seed: Seed,
    customers: z._default(z.int().check(z.gte(1), z.lte(12, 'There are 12 customers.')), 12),
  }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

export const startSimulator = operation({
  ...steered,
  name: 'simulator.start',
  path: '/v2/marketplace/simulator/start',
  summary: 'Let the customers live on, so much faster than people do, and begin these stories now and then.',
  body: z.object({ speed: z.optional(Speed), scenarios: z.optional(z.array(SimulatorScenario)) }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

const plain = (name: 'stop' | 'step' | 'reset', summary: string) =>
  operation({
    ...steered,
    name: `simulator.${name}`,
    path: `/v2/marketplace/simulator/${name}`,
    summary,
    body: z.object({}),
    errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
  })
export const stopSimulator = plain('stop', 'Nobody does anything until they are started or stepped.')
export const stepSimulator = plain('step', 'Whoever is next does what they were about to, at once.')
export const resetSimulator = plain(
  'reset',
  'Every story is forgotten, what is still asked for is withdrawn, and the seed begins again.',
)

export const runScenario = operation({
  ...steered,
  name: 'simulator.run',
  path: '/v2/marketplace/simulator/scenarios/:name/run',
  summary: 'Begin a story with a provider now.',
  params: z.object({ name: SimulatorScenario }),
  body: z.object({ providerId: UserId }),
  errors: ['NOT_FOUND', 'SIMULATOR_AWAY'],
})

export const getSimulatorStatus = operation({
  ...simulator,
  name: 'simulator.status',
  method: 'GET',
  path: '/v2/marketplace/simulator/status',
  summary: 'How the simulator is, which stories are played and what was done last.',
  returns: SimulatorStatus,
  errors: ['NOT_FOUND'],
})

/** How long a simulator may wait for its next command. */
export const SIMULATOR_WAIT_SECONDS = 5

export const listSimulatorCommands = operation({
  ...simulator,
  name: 'simulator.commands',
  method: 'GET',
  path: '/v2/marketplace/simulator/commands',
  summary:
    'What the simulator is told to do, after a place: for the simulator itself. Waits a little when there is nothing.',
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
  summary: 'How the simulator is: said by the simulator itself.',
  body: SimulatorReport,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
