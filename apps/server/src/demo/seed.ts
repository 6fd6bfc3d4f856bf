import { buildApp, type App, type Foundation } from '../app.ts'
import { createLocalBus } from '../platform/redis/bus.ts'
import { ManualClock } from '../platform/clock.ts'
import { sql, type OpenDb } from '../platform/db/db.ts'
import { createIds } from '../platform/ids.ts'
import { createMetrics } from '../platform/observability/metrics.ts'
import { eventsOfMessageExtras } from './messages/message-extra-events.ts'
import { eventsOfContracts } from './contracts/contracts.ts'
import { eventsOfAvailability } from './bookings/availability-events.ts'
import { eventsOfDisputes } from './disputes/dispute-events.ts'
import { eventsOfHistory } from './history/history-events.ts'
import { placePastJobs } from './history/history.ts'
import { eventsOfWeeks, weeklyRounds } from './history/history-weeks.ts'
import { endOf, eventsOfJob, timesTaken } from './bookings/job-events.ts'
import { jobs } from './bookings/jobs.ts'
import { DAY_MS, type DemoEvent } from './schedule.ts'
import { createJobBuffer } from './job-buffer.ts'
import { eventsOfMoney } from './money/money-events.ts'
import { eventsOfNotifications } from './notification-events.ts'
import { eventsOfOffers } from './offers/offers.ts'
import { openSingleTransactionDb } from './single-transaction-db.ts'
import { ada, type CustomerKey } from './people/people.ts'
import { placeJobs } from './placement.ts'
import { timesQuoted } from './bookings/quotes.ts'
import { eventsOfReviews } from './reviews/review-events.ts'
import { createDemoPeople, type DemoPeople, type HistoryContext } from './people/demo-people.ts'
import { eventsOfConversation, messageIdAt } from './messages/conversation-events.ts'
import { eventsOfConversationMedia } from './messages/conversation-media.ts'
import { conversations } from './messages/conversations.ts'
import { eventsOfTickets } from './tickets.ts'
import { logOutEverybody, withSession } from './sessions.ts'

const HISTORY_MS = 183 * DAY_MS
const ID_SEED = 4_310
/** A mail is kept for a week: nobody need write those that would be gone by now, nor send them to anybody. */
const MAIL_RETENTION_MS = 7 * DAY_MS
const deliveryJobs = new Set([
  'notifications.mail',
  'notifications.digest',
  'notifications.push',
  'notifications.push-to',
  'outbox.deliver',
])
/** Any number, the same in every process: whoever holds it seeds. */
const ADVISORY_LOCK_ID = 4_310_431_044

/**
 * Lets the last half year of the demo data happen, once: a second product on the same database, with a clock that is turned
 * from one event to the next, is used by its operations as anybody would. All of it is one transaction: what is
 * interrupted has never been, and demo data that is there stays as it is. The same moment makes the same data, down to its
 * ids; `days` plays only that many of them.
 */
export async function seedDemoData(
  foundation: Foundation & { db: OpenDb },
  { days = HISTORY_MS / DAY_MS }: { days?: number } = {},
): Promise<void> {
  const began = performance.now()
  await foundation.db.transaction(async (tx) => {
    // It waits on this connection until all has happened.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_ID})`)
    if (await tx.maybeOne(sql`select from accounts where email = ${ada.email}`)) return
    await playHistory(foundation, foundation.clock.now(), days)
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
    foundation.log.info({ days, seconds }, 'seeded demo data')
  })
}

/** Everything up to `now`, in the order of time. */
async function playHistory(foundation: Parameters<typeof seedDemoData>[0], now: Date, days: number): Promise<void> {
  const clock = new ManualClock(new Date(now.getTime() - HISTORY_MS))
  const isPastRetention = (task: string, at: number) => deliveryJobs.has(task) && at < now.getTime() - MAIL_RETENTION_MS
  const jobs = createJobBuffer(clock, { isPastRetention, isLeft: (task) => task === 'contracts.print' })
  const db = await openSingleTransactionDb(foundation.db.pool.options.connectionString ?? '', foundation.log)
  try {
    const app = await buildApp({
      ...foundation,
      db,
      config: { ...foundation.config, demo: true, roles: ['api', 'chat', 'inbox', 'worker'] },
      clock,
      ids: createIds(clock, fractionsOf(ID_SEED)),
      jobs,
      bus: createLocalBus(),
      redis: undefined,
      metrics: createMetrics(),
      // Nobody looks at it yet.
      signal: () => undefined,
    })
    try {
      const people = await createDemoPeople(app)
      const end = Math.min(now.getTime(), now.getTime() - HISTORY_MS + days * DAY_MS)
      for (const { at, happens } of eventsUntil(app, people, now).sort((one, two) => one.at - two.at)) {
        if (end < now.getTime() && at > end) break
        await jobs.turnTo(Math.min(at, end))
        await happens()
      }
      await jobs.turnTo(end)
      await logOutEverybody(app)
    } finally {
      await app.close()
    }
    // What was written until now is no news: partners are told of what comes.
    await db.execute(sql`update channels set told_seq = c.last_seq from chat.channels c where c.cid = channels.cid`)
    await jobs.handOver(db, foundation.jobs)
    await db.commit()
  } finally {
    await db.close()
  }
}

/** The same numbers from 0 to below 1 each time, for ids that come out the same. */
function fractionsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}

function eventsUntil(app: App, people: DemoPeople, now: Date): DemoEvent[] {
  // Once a week will do for what is long read.
  const isRecent = () => now.getTime() - app.deps.clock.now().getTime() < 5 * DAY_MS
  const history = {
    ...people,
    now,
    visit: (go) => withSession(app, people.adaId, go, { reads: false }),
  } satisfies HistoryContext
  return [
    ...eventsOfHistory(
      app,
      history,
      placePastJobs(now, [...timesTaken(now), ...weeklyRounds(now), ...timesQuoted(now)]),
    ),
    ...eventsOfWeeks(app, history),
    ...[...placeJobs(jobs, now).values()].flatMap((placed, index) =>
      eventsOfJob(app, people, now, placed, `booking ${index + 1}`),
    ),
    ...eventsOfAvailability(app, people, now),
    ...eventsOfContracts(app, { ...people, now, visit: (go) => withSession(app, people.adaId, go, { reads: false }) }),
    ...eventsOfOffers(app, {
      ...people,
      now,
      visit: (go) => withSession(app, people.adaId, go, { reads: isRecent() }),
    }),
    ...Object.entries(conversations).flatMap(([who, lines]) =>
      eventsOfConversation(app, people, now, who as CustomerKey, lines),
    ),
    ...eventsOfMessageExtras(app, { ...people, now, idOf: messageIdAt }),
    ...eventsOfConversationMedia(app, { ...people, now, idOf: messageIdAt }),
    ...eventsOfReviews(app, {
      now: now.getTime(),
      endOf: (title) => endOf(title, now),
      visit: (go) => withSession(app, people.adaId, go, { reads: false }),
    }),
    ...eventsOfDisputes(app, { now, visit: (go) => withSession(app, people.adaId, go, { reads: false }) }),
    ...eventsOfTickets(app, { now, visit: (go) => withSession(app, people.adaId, go, { reads: false }) }),
    ...eventsOfNotifications(app, { now, visit: (go) => withSession(app, people.adaId, go, { reads: false }) }),
    ...eventsOfMoney(app, {
      now: now.getTime(),
      endOf: (title) => endOf(title, now),
      visit: (go) => withSession(app, people.adaId, go, { reads: false }),
    }),
  ]
}
