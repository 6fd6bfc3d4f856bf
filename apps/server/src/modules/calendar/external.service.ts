import type { ExternalCalendar } from '@fettle/protocol/availability/calendars'
import { CALENDAR_LIMIT } from '@fettle/protocol/availability/constants'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { loadText, storeText, textIn, type Text } from '../../platform/locale/messages.ts'
import { isLoopbackAddress, isPublicAddress } from '../../platform/safe-fetch/public-addresses.ts'
import { createSafeFetch, SafeFetchError } from '../../platform/safe-fetch/safe-fetch.ts'
import { signalChange } from '../../platform/signal-change.ts'
import { assertRate } from '../auth/index.ts'
import { findSettings, lockSchedule } from '../availability/index.ts'
import * as store from './external.store.ts'
import type { StoredCalendar } from './external.store.ts'
import { readBusyTimes } from './ical.reader.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

const POLL = 'calendars.poll-calendar'
const POLL_ALL = 'calendars.poll-all'
/** How far ahead external calendars are read: as far as bookings may be made. */
const AHEAD_MS = 366 * DAY_MS
const MAX_BYTES = 5_000_000
/** Limit of reads a provider asks for, by adding or refreshing calendars. */
const READS_PER_PROVIDER = { limit: 20, windowMs: 15 * MINUTE_MS }

type CalendarReaderDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type CalendarPollDeps = CalendarReaderDeps & Pick<Deps, 'config' | 'log' | 'signal'>

/** Enough of an address to recognise it, not enough to read the calendar. */
function maskUrl(url: string): string {
  const { host, pathname } = new URL(url)
  const last = pathname.split('/').findLast(Boolean)
  return last ? `${host}/…/${last.slice(-24)}` : host
}

/**
 * The address of a calendar. It is stored encrypted, because knowing it is enough to read the calendar. Undefined if
 * the encryption key was lost: the calendar must be connected again.
 */
function findUrl({ secrets }: Pick<Deps, 'secrets'>, { id, encryptedUrl, plainUrl }: StoredCalendar) {
  if (!encryptedUrl) return plainUrl ?? undefined
  try {
    return decrypt(secrets.calendarKey, id, encryptedUrl)
  } catch {
    return undefined
  }
}

const toView = (deps: Pick<Deps, 'secrets'>, calendar: StoredCalendar & { busyCount: number }): ExternalCalendar => {
  const { id, name, lastPolledAt, lastSyncedAt, lastError, createdAt, busyCount } = calendar
  const url = findUrl(deps, calendar)
  return {
    id,
    name,
    address: url === undefined ? '…' : maskUrl(url),
    lastPolledAt: lastPolledAt?.toISOString() ?? null,
    lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
    lastError: lastError === null ? null : loadText(lastError),
    busyCount,
    createdAt: createdAt.toISOString(),
  }
}

export async function listCalendars(deps: CalendarReaderDeps, providerId: string): Promise<ExternalCalendar[]> {
  const calendars = await store.listCalendars(deps.db, providerId, deps.clock.now())
  return calendars.map((calendar) => toView(deps, calendar))
}

/** An external calendar of the provider. Throws NOT_FOUND. */
async function getCalendar(deps: CalendarReaderDeps, providerId: string, id: string): Promise<ExternalCalendar> {
  const calendar = (await listCalendars(deps, providerId)).find((one) => one.id === id)
  if (!calendar) throw new AppError('NOT_FOUND', { thing: 'calendar' })
  return calendar
}

/** Adds a calendar and reads it at once. An address that cannot be read is kept with its error. */
export async function addCalendar(
  deps: CalendarPollDeps & Pick<Deps, 'ids'>,
  providerId: string,
  { name, url }: { name?: string | undefined; url: string },
): Promise<ExternalCalendar> {
  await assertRoom(deps, deps.db, providerId, url)
  await assertReads(deps, providerId)
  const id = deps.ids.next('cal')
  const calendar: StoredCalendar = {
    id,
    providerId,
    name: name || new URL(url).host,
    encryptedUrl: encrypt(deps.secrets.calendarKey, id, url),
    plainUrl: null,
    etag: null,
    lastPolledAt: null,
    lastSyncedAt: null,
    lastError: null,
    createdAt: deps.clock.now(),
  }
  const result = await tryRead(deps, calendar)
  await deps.db.transaction(async (tx) => {
    await lockSchedule(tx, providerId)
    await assertRoom(deps, tx, providerId, url)
    await store.insertCalendar(tx, calendar)
    await saveResult(deps, tx, calendar, { at: calendar.createdAt, result })
  })
  return getCalendar(deps, providerId, calendar.id)
}

const assertReads = (deps: CalendarReaderDeps, providerId: string): Promise<void> =>
  assertRate(deps, `calendar-reads ${providerId}`, READS_PER_PROVIDER)

/** Throws if the provider has the calendar already or too many. */
async function assertRoom(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  db: Queryable,
  providerId: string,
  url: string,
): Promise<void> {
  const calendars = await store.listCalendars(db, providerId, deps.clock.now())
  if (calendars.some((one) => findUrl(deps, one) === url))
    throw fieldError(['url'], 'DUPLICATE', issueText('CALENDAR_REPEATED'))
  if (calendars.length >= CALENDAR_LIMIT) throw new AppError('CALENDAR_LIMIT', { limit: CALENDAR_LIMIT })
}

export async function removeCalendar(
  deps: Pick<Deps, 'db' | 'signal'>,
  providerId: string,
  id: string,
): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    if (!(await store.deleteCalendar(tx, providerId, id))) throw new AppError('NOT_FOUND', { thing: 'calendar' })
    signalChange(deps, tx, providerId, { type: 'calendar', id })
    return { id }
  })
}

export async function refreshCalendar(
  deps: CalendarPollDeps,
  providerId: string,
  id: string,
): Promise<ExternalCalendar> {
  await getCalendar(deps, providerId, id)
  await assertReads(deps, providerId)
  const calendar = await store.findCalendar(deps.db, id)
  if (calendar) await refresh(deps, calendar)
  return getCalendar(deps, providerId, id)
}

/** Reads a calendar and stores its busy times. On failure stores the error and keeps the known busy times. */
async function refresh(deps: CalendarPollDeps, calendar: StoredCalendar): Promise<void> {
  // Hours that change while it is read may have another time zone, so it is as old as the beginning of the reading.
  const at = deps.clock.now()
  const result = await tryRead(deps, calendar)
  await deps.db.transaction((tx) => saveResult(deps, tx, calendar, { at, result }))
}

type ReadResult = Awaited<ReturnType<typeof read>> | { error: string }

const tryRead = (deps: CalendarPollDeps, calendar: StoredCalendar): Promise<ReadResult> =>
  read(deps, calendar).catch((error: unknown) => {
    deps.log.info({ err: error, calendar: calendar.id }, 'reading an external calendar failed')
    return { error: storeText(reasonOf(error)) }
  })

async function saveResult(
  deps: CalendarPollDeps,
  tx: Tx,
  { id, providerId }: StoredCalendar,
  { at, result }: { at: Date; result: ReadResult },
): Promise<void> {
  await store.saveRefresh(tx, id, at, result)
  signalChange(deps, tx, providerId, { type: 'calendar', id })
}

/** Allows only public addresses. In a demo, other calendars may run on the same machine. */
const safeFetchFor = ({ demo, production }: Deps['config']) =>
  demo && !production
    ? createSafeFetch({ mayReach: (address) => isLoopbackAddress(address) || isPublicAddress(address) })
    : createSafeFetch()

async function read(deps: CalendarPollDeps, calendar: StoredCalendar) {
  const { db, clock, config } = deps
  const { providerId } = calendar
  const url = findUrl(deps, calendar)
  if (url === undefined) throw new Error(`The address of the calendar ${calendar.id} was encrypted with another key.`)
  const { settings } = await findSettings(db, providerId)
  const etag = isCurrent(calendar, settings, clock.now()) ? calendar.etag : null
  const answer = await safeFetchFor(config).fetch(url, {
    headers: { accept: 'text/calendar', 'user-agent': 'Fettle', ...(etag && { 'if-none-match': etag }) },
    timeout: 10_000,
    maxBytes: MAX_BYTES,
    longer: 'refuse',
  })
  if (answer.status === 304) return 'UNCHANGED' as const
  if (answer.status !== 200)
    throw new CalendarError({ code: 'CALENDAR_STATUS', params: { status: String(answer.status) } })
  const now = clock.now()
  try {
    const busy = await readBusyTimes({
      text: answer.bytes.toString('utf8'),
      from: new Date(+now - DAY_MS),
      to: new Date(+now + AHEAD_MS),
      timeZone: settings.timeZone,
    })
    return { busy, etag: answer.headers.etag ?? null }
  } catch (error) {
    throw new CalendarError({ code: 'CALENDAR_UNREADABLE' }, { cause: error })
  }
}

/**
 * Whether the known busy times of an unchanged calendar still hold: it was read today, because events recur beyond the
 * end of the last reading, and the time zone of its all-day events has not changed since.
 */
function isCurrent({ lastSyncedAt }: StoredCalendar, { updatedAt }: { updatedAt: Date | null }, now: Date): boolean {
  if (lastSyncedAt === null || (updatedAt && updatedAt >= lastSyncedAt)) return false
  return Math.floor(+lastSyncedAt / DAY_MS) === Math.floor(+now / DAY_MS)
}

/** Why a calendar could not be read, in words for its owner. */
class CalendarError extends Error {
  readonly text: Text

  constructor(text: Text, options?: ErrorOptions) {
    super(textIn('en', text), options)
    this.text = text
  }
}

const reasonOf = (error: unknown): Text =>
  error instanceof CalendarError || error instanceof SafeFetchError ? error.text : { code: 'CALENDAR_UNREACHABLE' }

/** Encrypts the addresses that version 0.1 stored as they are. */
async function encryptAddresses({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  for (const { id, plainUrl } of await store.listPlain(db))
    await store.saveEncryptedUrl(db, id, encrypt(secrets.calendarKey, id, plainUrl))
}

/** Registers the jobs that read every calendar every 15 minutes, one job per calendar. */
export function handlePolling(deps: CalendarPollDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.handle<{ id: string }>(POLL, async ({ id }) => {
    const calendar = await store.findCalendar(deps.db, id)
    if (!calendar) return
    const server = { id: calendar.providerId, isFailing: calendar.lastError !== null }
    await deps.jobs.withExternalServer(server, () => refresh(deps, calendar))
  })
  deps.jobs.repeat(POLL_ALL, 15 * MINUTE_MS, async () => {
    await encryptAddresses(deps)
    for (const { id } of await store.listCalendarIds(deps.db)) {
      await deps.jobs.add(deps.db, POLL, { id }, { key: `${POLL}:${id}`, maxAttempts: 1 })
    }
  })
}
