import { buildApp, type App, type Foundation } from '../app.ts'
import { createLocalBus } from '../platform/bus.ts'
import { ManualClock } from '../platform/clock.ts'
import { openDb, sql, type OpenDb } from '../platform/db.ts'
import { createIds } from '../platform/ids.ts'
import { createJobs } from '../platform/jobs.ts'
import { createMetrics } from '../platform/metrics.ts'
import { eventsOfAsides } from './aside-events.ts'
import { eventsOfContracts } from './contracts.ts'
import { eventsOfDiary } from './diary-events.ts'
import { eventsOfDisputes } from './dispute-events.ts'
import { endOf, eventsOfJob } from './job-events.ts'
import { jobs } from './jobs.ts'
import { DAY, type Event } from './moments.ts'
import { eventsOfMoney } from './money-events.ts'
import { eventsOfOffers } from './offers.ts'
import { ada, type Who } from './people.ts'
import { eventsOfReviews } from './review-events.ts'
import { settle, type People } from './settle.ts'
import { eventsOfTalk, messageId } from './talk-events.ts'
import { eventsOfMedia } from './talk-media.ts'
import { talks } from './talks.ts'
import { eventsOfTickets } from './tickets.ts'
import { signedIn } from './visits.ts'

const MOVED_IN = 60 * DAY
/** Any number, the same in every process: whoever holds it seeds. */
const LOCK = 4_310_431_044

/**
 * Lets the demo town's last two months happen, once: a second product on the same database, with a clock that is
 * turned from one event to the next, is used through its front door as anybody would. What was interrupted goes on
 * where it stopped: every call repeats harmlessly.
 */
export async function seedTown(foundation: Foundation & { db: OpenDb }): Promise<void> {
  const { db } = foundation
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`)
    const account = await tx.maybeOne<{ created_at: Date; bookings: number }>(sql`
      select created_at, (select count(*) from bookings where provider_id = a.id and series_id is null
        and offer_id is null) as bookings
      from accounts a where email = ${ada.email}`)
    if (account && account.bookings >= jobs.length) return
    await happen(foundation, account ? new Date(account.created_at.getTime() + MOVED_IN) : foundation.clock.now())
  })
}

/** Everything up to `now`, in the order of time. */
async function happen(foundation: Parameters<typeof seedTown>[0], now: Date): Promise<void> {
  const clock = new ManualClock(new Date(now.getTime() - MOVED_IN))
  const ids = createIds(clock)
  const { log } = foundation
  const db = await openInHaste(foundation)
  const app = await buildApp({
    ...foundation,
    db,
    config: { ...foundation.config, demo: true, roles: ['api', 'chat', 'inbox', 'worker'] },
    clock,
    ids,
    jobs: createJobs({ db, log, clock }),
    bus: createLocalBus(),
    redis: undefined,
    metrics: createMetrics(),
  })
  try {
    const people = await settle(app)
    for (const { at, happens } of eventsUntil(app, people, now).sort((one, two) => one.at - two.at)) {
      clock.advance(Math.max(0, Math.min(at, now.getTime()) - clock.now().getTime()))
      await app.deps.jobs.runDue()
      await happens()
    }
    await app.deps.jobs.runDue()
  } finally {
    await app.close()
    await db.close()
  }
}

/** Hundreds of commits need not wait for the disk one by one: what a crash loses is made up for at the next start. */
function openInHaste({ db, config, log }: Parameters<typeof seedTown>[0]): Promise<OpenDb> {
  const url = new URL(db.pool.options.connectionString ?? '')
  url.searchParams.set('options', '-c synchronous_commit=off')
  return openDb(url.href, { poolSize: Math.min(4, config.poolSize), log, applicationName: 'fettle-seed' })
}

function eventsUntil(app: App, people: People, now: Date): Event[] {
  return [
    ...jobs.flatMap((job, index) => eventsOfJob(app, people, now, job, `booking ${index + 1}`)),
    ...eventsOfDiary(app, people, now),
    ...eventsOfContracts(app, { ...people, now, visit: (go) => signedIn(app, people.adaId, go, { reads: false }) }),
    ...eventsOfOffers(app, { ...people, now, visit: (go) => signedIn(app, people.adaId, go) }),
    ...Object.entries(talks).flatMap(([who, lines]) => eventsOfTalk(app, people, now, who as Who, lines)),
    ...eventsOfAsides(app, { ...people, now, idOf: messageId }),
    ...eventsOfMedia(app, { ...people, now, idOf: messageId }),
    ...eventsOfReviews(app, {
      now: now.getTime(),
      endOf: (title) => endOf(title, now),
      visit: (go) => signedIn(app, people.adaId, go, { reads: false }),
    }),
    ...eventsOfDisputes(app, { now, visit: (go) => signedIn(app, people.adaId, go, { reads: false }) }),
    ...eventsOfTickets(app, { now, visit: (go) => signedIn(app, people.adaId, go, { reads: false }) }),
    ...eventsOfMoney(app, {
      now: now.getTime(),
      endOf: (title) => endOf(title, now),
      visit: (go) => signedIn(app, people.adaId, go, { reads: false }),
    }),
  ]
}
