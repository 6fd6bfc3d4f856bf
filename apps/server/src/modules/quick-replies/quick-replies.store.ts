import { lockByName } from '../../platform/db/advisory-lock.ts'
import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface ReplyRow {
  id: string
  providerId: string
  shortcut: string
  text: string
  fileIds: string[]
  position: number
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface ReplyFile {
  id: string
  name: string
  mime: string
  size: number
  key: string
}

const columns = sql`id, provider_id as "providerId", shortcut, text, file_ids as "fileIds", position, version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** In the provider's order. */
export const listOf = (db: Queryable, providerId: string) =>
  db.query<ReplyRow>(sql`select ${columns} from quick_replies where provider_id = ${providerId} order by position, id`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<ReplyRow>(sql`select ${columns} from quick_replies where id = ${id} for update`)

/** Serializes creation, so that the limit counts correctly. */
export const lockProvider = (tx: Tx, providerId: string): Promise<void> => lockByName(tx, `quick replies ${providerId}`)

/** Returns false if the shortcut is taken. */
export async function insert(tx: Tx, row: ReplyRow): Promise<boolean> {
  const count = await tx.executeCount(sql`
    insert into quick_replies (id, provider_id, shortcut, text, file_ids, position, version, created_at, updated_at)
    values (${row.id}, ${row.providerId}, ${row.shortcut}, ${row.text}, ${row.fileIds}, ${row.position}, ${row.version},
            ${row.createdAt}, ${row.updatedAt})
    on conflict (provider_id, shortcut) do nothing`)
  return count === 1
}

export async function save(tx: Tx, row: ReplyRow): Promise<void> {
  await tx.execute(sql`
    update quick_replies set shortcut = ${row.shortcut}, text = ${row.text}, file_ids = ${row.fileIds},
      version = ${row.version}, updated_at = ${row.updatedAt}
    where id = ${row.id}`)
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from quick_replies where id = ${id}`)
}

export async function savePositions(tx: Tx, providerId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update quick_replies q set position = o.position
    from unnest(${[...ids]}::text[]) with ordinality as o (id, position)
    where q.id = o.id and q.provider_id = ${providerId}`)
}

export const listFiles = (db: Queryable, ids: readonly string[]) =>
  db.query<ReplyFile>(sql`select id, name, mime, size, key from files where id = any(${[...ids]})`)

/** First name of a customer with a booking or a conversation. Undefined: not known to the provider. */
export const findFirstName = async (db: Queryable, providerId: string, customerId: string) =>
  (
    await db.maybeOne<{ firstName: string }>(sql`
      select split_part(trim(c.name), ' ', 1) as "firstName" from customers c
      where c.id = ${customerId}
        and (exists (select from bookings b where b.provider_id = ${providerId} and b.customer_id = c.id)
          or exists (select from conversations v where v.provider_id = ${providerId} and v.customer_id = c.id))`)
  )?.firstName

export interface NextBooking {
  id: string
  startAt: Date | null
  endAt: Date | null
  timeZone: string
  line1: string | null
  city: string | null
  isConfirmed: boolean
}

/** The current or next job with a customer, otherwise the newest request. */
export const findNextBooking = (db: Queryable, providerId: string, customerId: string, now: Date) =>
  db.maybeOne<NextBooking>(sql`
    select id, start_at as "startAt", end_at as "endAt", time_zone as "timeZone", location ->> 'line1' as line1,
           location ->> 'city' as city, confirmed_at is not null as "isConfirmed"
    from bookings
    where provider_id = ${providerId} and customer_id = ${customerId}
      and status in ('REQUESTED', 'CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED')
      and (status <> 'CONFIRMED' or end_at is null or end_at >= ${now})
    order by (status = 'REQUESTED'), start_at nulls last, id desc limit 1`)

/** Deletes the replies of a closed account. */
export async function deleteOf(tx: Tx, providerId: string): Promise<void> {
  await tx.execute(sql`delete from quick_replies where provider_id = ${providerId}`)
}
