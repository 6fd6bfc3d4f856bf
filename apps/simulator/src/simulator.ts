import { getProvider } from '@fettle/protocol/marketplace/providers'
import type { MarketplaceClient } from '@fettle/marketplace'
import { createEventFeed } from './event-feed.ts'
import { personas, type Persona } from './personas.ts'
import { createRandom } from './random.ts'
import { scenarioOf } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { LoggedAction, ListedProvider, ScenarioContext } from './scenario-context.ts'
import { createRunner, type RunningStory, type Runner } from './runner.ts'
import type { Time } from './time.ts'

/** Number of logged actions. */
const MAX_LOGGED_ACTIONS = 5_000

/** A story in reports. */
export interface StoryRecord {
  id: string
  scenario: string
  providerId: string
  customers: string[]
  startedAt: string
  /** Null while running. */
  endedAt: string | null
  outcome: string | null
  failed: boolean
}

/**
 * The demo's customers, running stories against the marketplace API. The same seed, speed and provider actions give the
 * same actions in order: every story has its own random stream, and one step runs at a time.
 */
export interface Simulator {
  readonly runner: Runner
  /** Logged actions, oldest first. */
  readonly recentActions: readonly LoggedAction[]
  readonly played: readonly StoryRecord[]
  /** Open requests for quotes, oldest first, to be closed on cleanup. */
  readonly openRequests: string[]
  readonly seed: string
  /** Starts a story with a provider, after some milliseconds of story time. Throws for an unknown name. */
  begin(scenario: string | Scenario, providerId: string, after?: number): Promise<StoryRecord>
  /** Runs until aborted; with `emptied` until every story has ended. */
  run(stop: AbortSignal, until?: 'emptied'): Promise<void>
  /** Forgets everything and restarts with this seed. */
  reset(seed: string): void
}

export function createSimulator({
  marketplace,
  time,
  seed: initialSeed,
  speed,
  onAction = () => undefined,
}: {
  marketplace: MarketplaceClient
  time: Time
  seed: string
  speed: number
  onAction?: (action: LoggedAction) => void
}): Simulator {
  let seed = initialSeed
  let stories = 0
  let startedAt = time.now()
  let feedStarted: Promise<void> | undefined
  const recentActions: LoggedAction[] = []
  const played: StoryRecord[] = []
  const openRequests: string[] = []
  const busy = new Map<string, Set<string>>()
  const feed = createEventFeed(marketplace, () => time.now())
  const runner = createRunner({ time, speed, onEnd: (story) => finish(story) })

  function finish({ id, ending }: RunningStory): void {
    const story = played.find((each) => each.id === id)
    busy.delete(id)
    if (!story || !ending) return
    Object.assign(story, { endedAt: time.now().toISOString(), outcome: ending.outcome, failed: ending.failed })
    log(story.id, 'the simulator', ending.failed ? 'fails' : 'ends', ending.outcome)
  }

  function log(storyId: string, who: string, what: string, detail?: string): void {
    const at = (time.now().getTime() - startedAt.getTime()) * runner.speed
    const action = { at, storyId, who, what, ...(detail === undefined ? {} : { detail }) }
    recentActions.push(action)
    if (recentActions.length > MAX_LOGGED_ACTIONS) recentActions.splice(0, recentActions.length - MAX_LOGGED_ACTIONS)
    onAction(action)
  }

  async function begin(nameOrScenario: string | Scenario, providerId: string, after = 0): Promise<StoryRecord> {
    const scenario = typeof nameOrScenario === 'string' ? scenarioOf(nameOrScenario) : nameOrScenario
    const { name } = await marketplace.call(getProvider, { params: { id: providerId } })
    const provider: ListedProvider = { id: providerId, name }
    // Events before the first story are skipped. The next story tries again if that fails.
    await (feedStarted ??= feed.begin().catch((error: unknown) => {
      feedStarted = undefined
      throw error
    }))
    stories += 1
    const id = `${scenario.name}#${stories}`
    const random = createRandom(`${seed}/${id}`)
    const ownPersonas = new Set<string>()
    busy.set(id, ownPersonas)
    const story: StoryRecord = {
      id,
      scenario: scenario.name,
      providerId,
      customers: [],
      startedAt: time.now().toISOString(),
      endedAt: null,
      outcome: null,
      failed: false,
    }
    played.push(story)
    if (played.length > 200) played.shift()
    const context: ScenarioContext = {
      marketplace,
      feed,
      provider,
      random,
      get story() {
        return running
      },
      get speed() {
        return runner.speed
      },
      now: () => time.now(),
      pickPersona(fits = () => true) {
        const takenKeys = new Set([...busy.values()].flatMap((names) => [...names]))
        const free = personas.filter(({ key }) => !takenKeys.has(key))
        const fitting = free.filter(fits)
        const found: Persona = random.pick(fitting.length > 0 ? fitting : free)
        ownPersonas.add(found.key)
        story.customers.push(found.name)
        return found
      },
      logAction: (who, what, detail) => log(id, who, what, detail),
      rememberRequest: (requestId) => openRequests.push(requestId),
    }
    const running: RunningStory = { id, elapsed: 0, steps: scenario.play(context) }
    runner.start(running, after)
    return story
  }

  return {
    runner,
    recentActions,
    played,
    openRequests,
    get seed() {
      return seed
    },
    begin,
    run: (stop, until) => runner.run(stop, until),
    reset(next) {
      runner.clear()
      busy.clear()
      played.length = 0
      recentActions.length = 0
      stories = 0
      seed = next
      startedAt = time.now()
    },
  }
}
