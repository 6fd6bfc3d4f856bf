import type { CalendarLink } from '@fettle/protocol/availability/calendar'
import { addressText } from '@fettle/protocol/bookings/address'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { hash } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './calendar-link.store.ts'
import type { ICalEventRow } from './calendar-link.store.ts'
import { writeCalendar, type ICalEvent } from './ical.writer.ts'

/** How far a linked calendar reaches into the past and the future. */
const BEHIND_MS = 30 * DAY_MS
const AHEAD_MS = 366 * DAY_MS

const hashOf = (token: string) => hash('sha256', token, 'buffer')

export async function getCalendarLink({ db }: Pick<Deps, 'db'>, providerId: string): Promise<CalendarLink> {
  const link = await store.findCalendarLink(db, providerId)
  return { isActive: link !== undefined, createdAt: link?.createdAt.toISOString() ?? null, url: null }
}

/** Creates a calendar link. Only a hash is stored, so the address is shown this once. */
export async function createCalendarLink(
  { db, ids, clock, config }: Pick<Deps, 'db' | 'ids' | 'clock' | 'config'>,
  providerId: string,
): Promise<CalendarLink> {
  return db.transaction(async (tx) => {
    const token = ids.token()
    const now = clock.now()
    await store.saveCalendarLink(tx, providerId, hashOf(token), now)
    return {
      isActive: true,
      createdAt: now.toISOString(),
      url: `${config.origin}/v2/calendar/feed.ics?token=${token}`,
    }
  })
}

export async function revokeCalendarLink({ db }: Pick<Deps, 'db'>, providerId: string): Promise<CalendarLink> {
  await store.deleteCalendarLink(db, providerId)
  return { isActive: false, createdAt: null, url: null }
}

/** The calendar file of a token. */
export async function readLinkedCalendar(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<string> {
  const owner = await store.findCalendarLinkOwner(db, hashOf(token))
  if (!owner) throw new AppError('NOT_FOUND', { thing: 'calendar' })
  const now = clock.now()
  const events = await store.listICalEvents(db, owner.providerId, new Date(+now - BEHIND_MS), new Date(+now + AHEAD_MS))
  return writeCalendar(
    `${owner.name} · Fettle`,
    events.map((event) => toICalEvent(event, now, config.origin)),
  )
}

/**
 * Street addresses are included from a day before until a day after the job, because calendar programs store them on
 * other people's servers.
 */
function toICalEvent({ location, isBooking, ...event }: ICalEventRow, now: Date, origin: string): ICalEvent {
  const isNear = +event.startAt - DAY_MS <= +now && +now <= +event.endAt + DAY_MS
  return {
    ...event,
    location: addressText(isNear ? location : { city: location.city }),
    url: isBooking ? `${origin}/bookings/${event.id}` : null,
  }
}
