import { logout } from '@fettle/protocol/auth'
import { createTimeOff, getAvailability, listTimeOff, putAvailability } from '@fettle/protocol/availability'
import { createSeries } from '@fettle/protocol/booking-series'
import { acceptMarketplaceSeries } from '@fettle/protocol/marketplace-series'
import { acceptBooking, declineBooking } from '@fettle/protocol/booking-moves'
import { cancelMarketplaceBooking } from '@fettle/protocol/marketplace-bookings'
import {
  createMarketplaceBooking,
  createMarketplaceChannel,
  putCustomer,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace'
import { getNotificationSession } from '@fettle/protocol/notifications'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/profile'
import { buildApp, type App, type Foundation } from '../app.ts'
import { createAccount, startSession } from '../modules/auth/index.ts'
import { createLocalBus } from '../platform/bus.ts'
import { ManualClock } from '../platform/clock.ts'
import { openDb, sql, type OpenDb } from '../platform/db.ts'
import { createIds } from '../platform/ids.ts'
import { createJobs } from '../platform/jobs.ts'
import { createMetrics } from '../platform/metrics.ts'
import { askedSeries, askForSeries } from './asked-series.ts'
import { hours, timeOff, weeklyVisit, withOpenEyes } from './diary.ts'
import { eventsOfAsides } from './aside-events.ts'
import { eventsOfContracts, keepTerms } from './contracts.ts'
import { asMarketplace, call, once } from './front-door.ts'
import { eventsOfWork } from './work.ts'
import { jobs } from './jobs.ts'
import { eventsOfMoney } from './money-events.ts'
import { eventsOfOffers, keepPrices } from './offers.ts'
import { ada, bola, customers, PASSWORD, type Who } from './people.ts'
import { eventsOfReviews } from './review-events.ts'
import { keepTemplates, sendAlong } from './work-content.ts'
import { eventsOfMedia } from './talk-media.ts'
import { talks } from './talks.ts'
import { eventsOfTickets } from './tickets.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** Lagos has no summer time. */
const LAGOS = 3_600_000
const MOVED_IN = 60 * DAY
const naira = (whole: number) => ({ amount: whole * 100, currency: 'NGN' })
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

interface People {
  adaId: string
  customerIds: Record<Who, string>
}

/** Ada, who is ready to work, Bola, who is not, and the customers. */
async function settle(app: App): Promise<People> {
  const { firstName, lastName } = ada.personal
  const adaId = await findOrCreate(app, { email: ada.email, phone: ada.phone, firstName, lastName })
  await findOrCreate(app, bola)
  const professional = { ...ada.professional, servicesProvided: [...ada.professional.servicesProvided] }
  await signedIn(app, adaId, async (token) => {
    await call(app, savePersonalInfo, { body: ada.personal }, token)
    await call(app, saveContactInfo, { body: ada.location }, token)
    await call(app, saveBusinessInfo, { body: ada.banking }, token)
    await call(app, saveProfessionalInfo, { body: professional }, token)
    await call(app, saveOnboardingStep, { body: { step: 'COMPLETED' } }, token)
    await keepTemplates(app, token)
    await keepPrices(app, token)
    await keepTerms(app, token)
    const { isSet } = await call(app, getAvailability, {}, token)
    // A town from before there were hours has jobs outside of them.
    if (!isSet) await call(app, putAvailability, { body: { ...hours, onAffected: 'KEEP' } }, token)
  })
  const customerIds: Partial<Record<Who, string>> = {}
  for (const [who, { name, phone, email }] of Object.entries(customers)) {
    const body = { name, phone, email, locale: 'en-NG', timeZone: 'Africa/Lagos' }
    const customer = await asMarketplace(
      app,
      putCustomer,
      { params: { externalId: `demo-${who}` }, body },
      `customer ${who}`,
    )
    customerIds[who as Who] = customer.id
  }
  return { adaId, customerIds: customerIds as Record<Who, string> }
}

/** Sessions of months ago have ended: each visit has its own. */
async function signedIn(
  app: App,
  accountId: string,
  visit: (token: string) => Promise<unknown>,
  { reads = true } = {},
): Promise<void> {
  const { token } = await app.deps.db.transaction((tx) => startSession(app.deps, tx, accountId))
  await visit(token)
  if (reads) await readNotifications(app, token)
  await call(app, logout, {}, token)
}

/** Whoever comes by reads what is new: unread is what came since. */
async function readNotifications(app: App, token: string): Promise<void> {
  const { applicationIdentifier, subscriberId, subscriberHash } = await call(app, getNotificationSession, {}, token)
  // Where the inbox is somebody else's service, it is not for us to read it.
  if (app.deps.config.novu) return
  const { payload } = await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/session',
    payload: { applicationIdentifier, subscriber: { subscriberId }, subscriberHash },
  })
  const session = JSON.parse(payload) as { data: { token: string } }
  await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/notifications/read',
    headers: { authorization: `Bearer ${session.data.token}` },
    payload: {},
  })
}

async function findOrCreate(
  { deps }: App,
  facts: { email: string; phone: string; firstName: string; lastName: string },
): Promise<string> {
  const known = await deps.db.maybeOne<{ id: string }>(sql`select id from accounts where email = ${facts.email}`)
  return (
    known?.id ?? deps.db.transaction((tx) => createAccount(deps, tx, { ...facts, password: PASSWORD, verified: true }))
  )
}

interface Event {
  at: number
  happens: () => Promise<void>
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
    ...eventsOfTickets(app, { now, visit: (go) => signedIn(app, people.adaId, go, { reads: false }) }),
    ...eventsOfMoney(app, {
      now: now.getTime(),
      endOf: (title) => endOf(title, now),
      visit: (go) => signedIn(app, people.adaId, go, { reads: false }),
    }),
  ]
}

/** When a job behind her was confirmed: three hours after its end. */
function endOf(title: string, now: Date): number {
  const job = jobs.find((each) => each.title === title)
  if (!job) throw new Error(`No job in the story is called ${title}`)
  return startOf(job, now) + job.minutes * MINUTE + 3 * 60 * MINUTE
}

function eventsOfJob(
  app: App,
  { adaId, customerIds }: People,
  now: Date,
  job: (typeof jobs)[number],
  key: string,
): Event[] {
  const start = startOf(job, now)
  const asked = job.askedAgo === undefined ? start - 2 * DAY : now.getTime() - job.askedAgo * MINUTE
  const { name: _, phone: __, email: ___, home } = customers[job.who]
  let id = ''
  const events: Event[] = [
    {
      at: asked,
      happens: async () => {
        const body = {
          customerId: customerIds[job.who],
          providerId: adaId,
          title: job.title,
          description: job.description,
          startAt: new Date(start).toISOString(),
          durationMinutes: job.minutes,
          location: { ...home, state: 'Lagos', country: 'NG' },
          ...(job.naira && {
            price: job.hourly
              ? { model: 'HOURLY' as const, hourlyRate: naira(job.naira), estimatedMinutes: job.minutes }
              : { model: 'FIXED' as const, amount: naira(job.naira) },
          }),
        }
        id = (await asMarketplace(app, createMarketplaceBooking, { body }, key)).id
        if (job.sends) await sendAlong(app, id, job.sends, key)
      },
    },
  ]
  const answered = asked + (47 + 13 * job.minutes) * (MINUTE / 8)
  const asAda = (answer: (token: string) => Promise<unknown>) => signedIn(app, adaId, (token) => once(answer(token)))
  const { outcome } = job
  if (outcome === 'accepted') {
    events.push({
      at: answered,
      happens: () => asAda((token) => call(app, acceptBooking, { params: { id }, body: withOpenEyes }, token)),
    })
    // Today she has her hands full: what came in waits.
    const reads = start < now.getTime() - DAY / 2
    const visit = (go: (token: string) => Promise<unknown>) => signedIn(app, adaId, go, { reads })
    events.push(...eventsOfWork(app, { job, key, start, now: now.getTime(), visit, idOf: () => id }))
  } else if (outcome === 'withdrawn') {
    const withdraw = () => asMarketplace(app, cancelMarketplaceBooking, { params: { id }, body: {} }, `${key} cancel`)
    events.push({ at: answered, happens: () => once(withdraw()) })
  } else if (typeof outcome === 'object') {
    const body = { reasonCode: outcome.declined, ...(outcome.note && { note: outcome.note }) }
    events.push({
      at: answered,
      happens: () => asAda((token) => call(app, declineBooking, { params: { id }, body }, token)),
    })
  }
  return events
}

/** The time off she takes, and the weekly visit they agree on. */
function eventsOfDiary(app: App, { adaId, customerIds }: People, now: Date): Event[] {
  const { who, proposedAgo, answeredAgo, fromDay, naira: price, body } = weeklyVisit
  const { name: _, phone: __, email: ___, home } = customers[who]
  const at = (ago: number) => now.getTime() - ago * MINUTE
  const key = { 'idempotency-key': 'demo town: weekly visit' }
  let id = ''
  return [
    {
      at: at(timeOff.takenAgo),
      happens: () =>
        signedIn(app, adaId, async (token) => {
          if ((await call(app, listTimeOff, {}, token)).length > 0) return
          const from = midnightOf(now) + timeOff.fromDay * DAY
          const off = {
            startAt: new Date(from).toISOString(),
            endAt: new Date(from + timeOff.days * DAY).toISOString(),
            reason: timeOff.reason,
            onAffected: 'KEEP' as const,
          }
          await call(app, createTimeOff, { body: off }, token)
        }),
    },
    {
      at: at(proposedAgo),
      happens: () =>
        signedIn(app, adaId, async (token) => {
          const startsOn = dayFrom(now, fromDay)
          const draft = {
            ...body,
            rule: { ...body.rule, byDay: [...body.rule.byDay] },
            customerId: customerIds[who],
            startsOn,
            location: { ...home, state: 'Lagos', country: 'NG' },
            price: { model: 'FIXED' as const, amount: naira(price) },
          }
          id = (await call(app, createSeries, { body: draft }, token, key)).id
        }),
    },
    {
      at: at(askedSeries.askedAgo),
      happens: () => askForSeries(app, { adaId, customerIds, startsOn: dayFrom(now, askedSeries.fromDay) }),
    },
    {
      at: at(answeredAgo),
      happens: () =>
        once(asMarketplace(app, acceptMarketplaceSeries, { params: { id }, body: {} }, 'weekly visit accepted')),
    },
  ]
}

/** The date so many days from today, in Lagos. */
const dayFrom = (now: Date, days: number): string =>
  new Date(midnightOf(now) + LAGOS + days * DAY).toISOString().slice(0, 10)

const midnightOf = (now: Date): number => Math.floor((now.getTime() + LAGOS) / DAY) * DAY - LAGOS

function startOf({ day, at, startsIn }: (typeof jobs)[number], now: Date): number {
  if (startsIn !== undefined) return Math.floor(now.getTime() / (15 * MINUTE)) * 15 * MINUTE + startsIn * MINUTE
  const midnight = midnightOf(now)
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return midnight + day * DAY + (hours * 60 + minutes) * MINUTE
}

function eventsOfTalk(
  app: App,
  { adaId, customerIds }: People,
  now: Date,
  who: Who,
  lines: (typeof talks)[string],
): Event[] {
  const people = { customerId: customerIds[who], providerId: adaId }
  return lines.map(([speaker, ago, text], index) => {
    const at = now.getTime() - ago * MINUTE
    return {
      at,
      happens: async () => {
        const { id, cid } = await asMarketplace(app, createMarketplaceChannel, { body: people }, `channel ${who}`)
        if (speaker === 'them') {
          await asMarketplace(app, sendMarketplaceMessage, { params: { id }, body: { text } }, `talk ${who} ${index}`)
        } else {
          await app.chat.markRead(cid, adaId)
          await app.chat.sendMessage(cid, adaId, { id: messageId(at, Object.keys(talks).indexOf(who), index), text })
        }
      },
    }
  })
}

/** A UUIDv7 that is the same each time, so that nothing is said twice. */
function messageId(at: number, talk: number, line: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${String(talk).padStart(3, '0')}-8000-${String(line).padStart(12, '0')}`
}
