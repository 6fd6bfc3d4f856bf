import { sql, type Db, type Queryable } from '../../platform/db/db.ts'

/** Who receives notifications, as the clients know them. */
export interface Subscriber {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  avatar: string | null
  locale: string | null
  timezone: string | null
  data: Record<string, unknown> | null
}

const columns = sql`
  id, first_name as "firstName", last_name as "lastName", email, phone, avatar, locale, timezone, data`

export async function findSubscriber(db: Queryable, subscriberId: string): Promise<Subscriber | undefined> {
  return db.maybeOne<Subscriber>(sql`select ${columns} from inbox.subscribers where subscriber_id = ${subscriberId}`)
}

/** Loads the subscriber, creating them on first use. */
export async function ensureSubscriber(
  db: Queryable,
  subscriberId: string,
  id: string,
  now: Date,
): Promise<Subscriber> {
  const existing = await findSubscriber(db, subscriberId)
  if (existing) return existing
  await db.execute(sql`
    insert into inbox.subscribers (subscriber_id, id, created_at, updated_at) values (${subscriberId}, ${id}, ${now}, ${now})
    on conflict do nothing`)
  return db.one<Subscriber>(sql`select ${columns} from inbox.subscribers where subscriber_id = ${subscriberId}`)
}

/** Deletes a subscriber with all notifications and preferences. */
export async function deleteSubscriber(db: Db, subscriberId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from inbox.notifications where subscriber_id = ${subscriberId}`)
    await tx.execute(sql`delete from inbox.preferences where subscriber_id = ${subscriberId}`)
    await tx.execute(sql`delete from inbox.subscribers where subscriber_id = ${subscriberId}`)
  })
}

/** Updates the given data of a subscriber. Null or absent fields stay. */
export async function updateSubscriber(
  db: Queryable,
  subscriberId: string,
  {
    firstName,
    lastName,
    email,
    phone,
    avatar,
    locale,
    timezone,
    data,
  }: { [Name in keyof Subscriber]?: Subscriber[Name] | undefined },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update inbox.subscribers set
      first_name = coalesce(${firstName ?? null}, first_name), last_name = coalesce(${lastName ?? null}, last_name),
      email = coalesce(${email ?? null}, email), phone = coalesce(${phone ?? null}, phone),
      avatar = coalesce(${avatar ?? null}, avatar), locale = coalesce(${locale ?? null}, locale),
      timezone = coalesce(${timezone ?? null}, timezone),
      data = coalesce(${data ? JSON.stringify(data) : null}::jsonb, data), updated_at = ${now}
    where subscriber_id = ${subscriberId}`)
}
