import { sql, type Db, type Queryable } from '../../platform/db/db.ts'

export interface Subscriber {
  subscriber_id: string
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  avatar: string | null
  locale: string | null
  timezone: string | null
  data: Record<string, unknown> | null
}

/** Subscriber data of a session. Absent fields stay. */
export interface SubscriberProfile {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  avatar?: string | undefined
  locale?: string | undefined
  timezone?: string | undefined
  data?: Record<string, unknown> | undefined
}

const columns = sql`subscriber_id, id, first_name, last_name, email, phone, avatar, locale, timezone, data`

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

/** Updates subscriber data, writing only if something differs. */
export async function updateSubscriber(
  db: Queryable,
  subscriberId: string,
  profile: SubscriberProfile,
  now: Date,
): Promise<void> {
  const { firstName, lastName, email, phone, avatar, locale, timezone, data } = profile
  const json = data === undefined ? null : JSON.stringify(data)
  await db.execute(sql`
    update inbox.subscribers as s set
      first_name = fresh.first_name, last_name = fresh.last_name, email = fresh.email, phone = fresh.phone,
      avatar = fresh.avatar, locale = fresh.locale, timezone = fresh.timezone, data = fresh.data, updated_at = ${now}
    from (
      select subscriber_id,
        coalesce(${firstName ?? null}::text, first_name) as first_name,
        coalesce(${lastName ?? null}::text, last_name) as last_name,
        coalesce(${email ?? null}::text, email) as email,
        coalesce(${phone ?? null}::text, phone) as phone,
        coalesce(${avatar ?? null}::text, avatar) as avatar,
        coalesce(${locale ?? null}::text, locale) as locale,
        coalesce(${timezone ?? null}::text, timezone) as timezone,
        coalesce(${json}::jsonb, data) as data
      from inbox.subscribers where subscriber_id = ${subscriberId}
    ) as fresh
    where s.subscriber_id = fresh.subscriber_id
      and (s.first_name, s.last_name, s.email, s.phone, s.avatar, s.locale, s.timezone, s.data)
        is distinct from (fresh.first_name, fresh.last_name, fresh.email, fresh.phone, fresh.avatar, fresh.locale, fresh.timezone, fresh.data)`)
}
