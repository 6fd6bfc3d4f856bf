import { sql, type Queryable } from '../../platform/db/db.ts'
import type { BusyTime } from './ical.reader.ts'

/** An external calendar as stored. */
export interface StoredCalendar {
  id: string
  providerId: string
  name: string
  /** The address, encrypted. Null for one of version 0.1 that is not encrypted yet. */
  encryptedUrl: Buffer | null
  /** The address of such a one. */
  plainUrl: string | null
  etag: string | null
  lastPolledAt: Date | null
  lastSyncedAt: Date | null
  lastError: string | null
  createdAt: Date
}

const columns = sql`
  id, provider_id as "providerId", name, encrypted_url as "encryptedUrl", url as "plainUrl", etag, last_polled_at as "lastPolledAt",
  last_synced_at as "lastSyncedAt", last_error as "lastError", created_at as "createdAt"`

export async function listCalendars(
  db: Queryable,
  providerId: string,
  now: Date,
): Promise<(StoredCalendar & { busyCount: number })[]> {
  return db.query(sql`
    select ${columns}, (select count(*) from external_busy b
                        where b.calendar_id = c.id and b.end_at > ${now}) as "busyCount"
    from external_calendars c where provider_id = ${providerId} order by created_at, id`)
}

export const findCalendar = (db: Queryable, id: string): Promise<StoredCalendar | undefined> =>
  db.maybeOne<StoredCalendar>(sql`select ${columns} from external_calendars where id = ${id}`)

export const listCalendarIds = (db: Queryable): Promise<{ id: string }[]> =>
  db.query<{ id: string }>(sql`select id from external_calendars order by last_polled_at nulls first, id`)

export const insertCalendar = (
  tx: Queryable,
  { id, providerId, name, encryptedUrl, createdAt }: StoredCalendar,
): Promise<void> =>
  tx.execute(sql`
    insert into external_calendars (id, provider_id, name, encrypted_url, created_at)
    values (${id}, ${providerId}, ${name}, ${encryptedUrl}, ${createdAt})`)

/** Calendars whose address is not encrypted. */
export const listPlain = (db: Queryable): Promise<{ id: string; plainUrl: string }[]> =>
  db.query(sql`select id, url as "plainUrl" from external_calendars where url is not null`)

export const saveEncryptedUrl = (db: Queryable, id: string, encryptedUrl: Buffer): Promise<void> =>
  db.execute(sql`update external_calendars set encrypted_url = ${encryptedUrl}, url = null where id = ${id}`)

export async function deleteCalendar(tx: Queryable, providerId: string, id: string): Promise<boolean> {
  return (
    (await tx.executeCount(sql`delete from external_calendars where provider_id = ${providerId} and id = ${id}`)) > 0
  )
}

/** Stores the result of a sync: new busy times, unchanged, or an error. */
export async function saveRefresh(
  tx: Queryable,
  id: string,
  now: Date,
  result: { busy: readonly BusyTime[]; etag: string | null } | 'UNCHANGED' | { error: string },
): Promise<void> {
  if (result === 'UNCHANGED') {
    await tx.execute(sql`
      update external_calendars set last_polled_at = ${now}, last_synced_at = ${now}, last_error = null where id = ${id}`)
    return
  }
  if ('error' in result) {
    await tx.execute(
      sql`update external_calendars set last_polled_at = ${now}, last_error = ${result.error} where id = ${id}`,
    )
    return
  }
  // The row first, so that concurrent syncs of one calendar wait and a deleted one stores nothing.
  const updatedRows = await tx.executeCount(sql`
    update external_calendars set last_polled_at = ${now}, last_synced_at = ${now}, last_error = null, etag = ${result.etag}
    where id = ${id}`)
  if (updatedRows === 0) return
  const { busy } = result
  await tx.execute(sql`delete from external_busy where calendar_id = ${id}`)
  await tx.execute(sql`
    insert into external_busy (calendar_id, provider_id, start_at, end_at, title)
    select c.id, c.provider_id, b.start_at, b.end_at, b.title
    from external_calendars c, unnest(${busy.map(({ startAt }) => startAt)}::timestamptz[],
      ${busy.map(({ endAt }) => endAt)}::timestamptz[], ${busy.map(({ title }) => title)}::text[])
      as b (start_at, end_at, title)
    where c.id = ${id}`)
}

/** Deletes the external calendars and the calendar link of a closed account. */
export async function clear(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`delete from external_calendars where provider_id = ${providerId}`)
  await tx.execute(sql`delete from calendar_links where provider_id = ${providerId}`)
}
