import type { CalendarFeed } from '@fettle/protocol/availability/calendar'
import { createHash } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './feed.store.ts'
import type { CalendarFeedEntry } from './feed.store.ts'
import { writeCalendar, type FeedEntry } from './ical.writer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How far a feed reaches into the past and the future. */
const BEHIND_MS = 30 * DAY_MS
const AHEAD_MS = 366 * DAY_MS

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export async function getFeed({ db }: Pick<Deps, 'db'>, providerId: string): Promise<CalendarFeed> {
  const feed = await store.findFeed(db, providerId)
  return { isActive: feed !== undefined, createdAt: feed?.createdAt.toISOString() ?? null, url: null }
}

/** Creates a calendar link. Only a hash is stored, so the address is shown this once. */
export async function createFeed(
  { db, ids, clock, config }: Pick<Deps, 'db' | 'ids' | 'clock' | 'config'>,
  providerId: string,
): Promise<CalendarFeed> {
  return db.transaction(async (tx) => {
    const token = ids.token()
    const now = clock.now()
    await store.saveFeed(tx, providerId, hashOf(token), now)
    return {
      isActive: true,
      createdAt: now.toISOString(),
      url: `${config.origin}/v2/calendar/feed.ics?token=${token}`,
    }
  })
}

export async function revokeFeed({ db }: Pick<Deps, 'db'>, providerId: string): Promise<CalendarFeed> {
  await store.deleteFeed(db, providerId)
  return { isActive: false, createdAt: null, url: null }
}

/** The calendar file of a token. */
export async function readFeed(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<string> {
  const owner = await store.findFeedOwner(db, hashOf(token))
  if (!owner) throw new AppError('NOT_FOUND', { thing: 'calendar' })
  const now = clock.now()
  const entries = await store.listFeedEntries(
    db,
    owner.providerId,
    new Date(+now - BEHIND_MS),
    new Date(+now + AHEAD_MS),
  )
  return writeCalendar(
    `${owner.name} · Fettle`,
    entries.map((entry) => toFeedEntry(entry, now, config.origin)),
  )
}

/**
 * Street addresses are included from a day before until a day after the job, because feeds are stored on other people's
 * servers.
 */
function toFeedEntry({ location, isBooking, ...entry }: CalendarFeedEntry, now: Date, origin: string): FeedEntry {
  const isNear = +entry.startAt - DAY_MS <= +now && +now <= +entry.endAt + DAY_MS
  const { line1, line2, city, state, postalCode } = location
  const parts = isNear ? [line1, line2, postalCode, city, state] : [city]
  return {
    ...entry,
    location: parts.filter(Boolean).join(', '),
    url: isBooking ? `${origin}/bookings/${entry.id}` : null,
  }
}
