import {
  type App,
  buildApp,
  createIds,
  createJobs,
  createLocalBus,
  createMetrics,
  DEMO_KEY,
  type Foundation,
  ManualClock,
  openDb,
  type OpenDb,
  PRINT_CONTRACT_JOB,
} from '@fettle/server'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { call } from './calls.ts'
import { claimFilling, finishFilling } from './claim.ts'
import type { DemoContext } from './context.ts'
import { createSimulatedJobs } from './jobs.ts'
import { createCustomers, onboardAda, writeCustomerNotes } from './people/demo-people.ts'
import { ada, bola } from './people/people.ts'
import { createDemoSession, createProvider } from './sessions.ts'
import { storyOf } from './story.ts'

const HISTORY_MS = 183 * DAY_MS
/** Connections: a call uses one, and the reads of a page several. */
const POOL_SIZE = 6
const ID_SEED = 4_310
/** Mails are kept for a week, so older ones are neither rendered nor sent. */
const MAIL_RETENTION_MS = 7 * DAY_MS
const deliveryJobs = new Set([
  'notifications.mail',
  'notifications.digest',
  'notifications.push',
  'notifications.push-to',
  'outgoing-messages.send',
])
/** Notifications older than this were read once a week. */
const RECENT_MS = 5 * DAY_MS

interface FillOptions {
  /** When the story ends. */
  now: Date
  /** Ends the story earlier, after this many of its 183 days. */
  days?: number
  /** Called with the finished part of the work, from 0 to 1. */
  onProgress?: (part: number) => void
}

type DemoFoundation = Pick<Foundation, 'config' | 'secrets' | 'log' | 'files'>

/**
 * Fills a database with the demo data, once: a second instance of the product, with a clock that is advanced from event
 * to event, is used over HTTP like the first one. Processes that start together wait for the one that fills.
 */
export async function fillDemo(foundation: DemoFoundation, options: FillOptions): Promise<void> {
  const { config, log } = foundation
  // The data can be created again, so no commit waits for the disk.
  const url = new URL(config.databaseUrl ?? '')
  url.searchParams.set('options', '-c synchronous_commit=off')
  const db = await openDb(url.href, { poolSize: POOL_SIZE, log, applicationName: 'fettle-demo' })
  const startedAt = performance.now()
  try {
    const claim = await claimFilling(db, { email: ada.email, log })
    try {
      if (claim.isFilled) return
      await play(foundation, db, options)
      await finishFilling(db)
    } finally {
      claim.release()
    }
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
    log.info({ seconds }, 'filled the demo data')
  } finally {
    await db.close()
  }
}

/** Plays all events up to `now`, in order of time. */
async function play(foundation: DemoFoundation, db: OpenDb, { now, days, onProgress }: FillOptions): Promise<void> {
  const { config, log } = foundation
  const clock = new ManualClock(new Date(now.getTime() - HISTORY_MS))
  const jobs = createSimulatedJobs(clock, (task, at) => {
    if (task === PRINT_CONTRACT_JOB) return 'enqueue'
    return deliveryJobs.has(task) && at < now.getTime() - MAIL_RETENTION_MS ? 'drop' : 'run'
  })
  const app = await buildApp({
    ...foundation,
    // The sign-ins of the past months would hide the progress in the terminal.
    log: log.child({}, { level: 'warn' }),
    db,
    config: { ...config, demo: true, roles: ['api', 'chat', 'inbox', 'worker'] },
    clock,
    ids: createIds(clock, fractionsOf(ID_SEED)),
    jobs,
    bus: createLocalBus(),
    redis: undefined,
    metrics: createMetrics(),
    // Nobody is watching yet.
    signal: () => undefined,
  })
  try {
    const demo = await createContext(app, now)
    const end = days === undefined ? now.getTime() : now.getTime() - HISTORY_MS + days * DAY_MS
    const events = storyOf(demo)
      .filter(({ at }) => days === undefined || at <= end)
      .sort((one, two) => one.at - two.at)
    for (const [index, { at, run }] of events.entries()) {
      await jobs.advanceTo(Math.min(at, end))
      await run()
      onProgress?.((index + 1) / events.length)
    }
    await jobs.advanceTo(end)
    await writeCustomerNotes(demo)
    await createProvider(app, bola)
    await demo.logOut()
  } finally {
    await app.close()
  }
  await jobs.handOver(db, createJobs({ db, log, clock, works: false }))
}

/** Creates the people: Ada, onboarded, and her customers. */
async function createContext(app: App, now: Date): Promise<DemoContext> {
  const { firstName, lastName } = ada.personal
  await createProvider(app, { email: ada.email, phone: ada.phone, firstName, lastName })
  const demoSession = createDemoSession(app, ada.email)
  let [messages, calls] = [0, 0]
  const demo: DemoContext = {
    ...demoSession,
    app,
    now,
    adaId: (await demoSession.call(getProfile, {})).id,
    customerIds: {} as DemoContext['customerIds'],
    channels: new Map(),
    ada: demoSession.call,
    marketplace(operation, input) {
      // Keys are reproducible, because ids of messages are made of them.
      calls += 1
      const headers = { authorization: `Bearer ${DEMO_KEY}`, 'idempotency-key': `demo data ${calls}` }
      return call(app, operation, input, headers)
    },
    nextMessageId() {
      const time = app.deps.clock.now().getTime().toString(16).padStart(12, '0')
      messages += 1
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(messages).padStart(12, '0')}`
    },
    async readRecent() {
      if (now.getTime() - app.deps.clock.now().getTime() < RECENT_MS) await demoSession.readNotifications()
    },
  }
  await onboardAda(demo)
  await createCustomers(demo)
  return demo
}

/** A reproducible sequence of numbers from 0 to below 1, for reproducible ids. */
function fractionsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
