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
/** Mails are kept for a week, so older ones are neither rendered nor sent. */
const MAIL_RETENTION_MS = 7 * DAY_MS
const deliveryJobs = new Set([
  'notifications.mail',
  'notifications.digest',
  'notifications.push',
  'notifications.push-to',
  'outbox.deliver',
])
/** Advisory lock of seeding: any number, the same in every process. */
const ADVISORY_LOCK_ID = 4_310_431_044

/**
 * Seeds the half year of demo data, once: a second app on the same database, with a clock advanced from event to event,
 * is used through its operations. Everything is one transaction, so an interrupted run leaves nothing, and existing
 * demo data is not touched. The same time gives the same data including ids; `days` limits it to the last days.
 */
export async function seedDemoData(
  foundation: Foundation & { db: OpenDb },
  { days = HISTORY_MS / DAY_MS }: { days?: number } = {},
): Promise<void> {
  const began = performance.now()
  await foundation.db.transaction(async (tx) => {
    // This connection stays idle until seeding has finished.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_ID})`)
    if (await tx.maybeOne(sql`select from accounts where email = ${ada.email}`)) return
    await playHistory(foundation, foundation.clock.now(), days)
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
    foundation.log.info({ days, seconds }, 'seeded demo data')
  })
}

/** Runs all events up to `now`, in order of time. */
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
      // Nobody is watching yet.
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
    // Existing messages are not published to marketplaces as new.
    await db.execute(
      sql`update conversations set published_seq = c.last_seq from chat.channels c where c.cid = conversations.cid`,
    )
    await jobs.handOver(db, foundation.jobs)
    await db.commit()
  } finally {
    await db.close()
  }
}

/** A reproducible sequence of numbers from 0 to below 1, for reproducible ids. */
function fractionsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}

function eventsUntil(app: App, people: DemoPeople, now: Date): DemoEvent[] {
  // Once a week is enough for what was read long ago.
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
