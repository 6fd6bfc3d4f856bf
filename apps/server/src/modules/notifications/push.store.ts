import { sql, type Queryable } from '../../platform/db/db.ts'
import type { PushTarget } from '../../platform/push/pusher.ts'

/** A browser of a provider. */
export interface StoredSubscription extends PushTarget {
  id: string
}

/** Saves a push subscription. An endpoint of another session or person is taken over. */
export async function saveSubscription(
  tx: Queryable,
  { id, providerId, sessionId, endpoint, p256dh, auth }: StoredSubscription & { providerId: string; sessionId: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into push_subscriptions (id, provider_id, session_id, endpoint, p256dh, auth, created_at, renewed_at)
    values (${id}, ${providerId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict (endpoint) do update set id = excluded.id, provider_id = excluded.provider_id,
      session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = excluded.renewed_at`)
}

/** Keeps only a provider's newest subscriptions. */
export async function keepNewest(tx: Queryable, providerId: string, count: number): Promise<void> {
  await tx.execute(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where provider_id = ${providerId}
      order by renewed_at desc, id desc offset ${count})`)
}

export async function deleteSubscription(tx: Queryable, providerId: string, endpoint: string): Promise<boolean> {
  return (
    (await tx.executeCount(sql`
      delete from push_subscriptions where provider_id = ${providerId} and endpoint = ${endpoint}`)) > 0
  )
}

export async function deleteById(db: Queryable, id: string): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where id = ${id}`)
}

export async function findSubscription(db: Queryable, id: string): Promise<StoredSubscription | undefined> {
  return db.maybeOne<StoredSubscription>(sql`
    select id, endpoint, p256dh, auth from push_subscriptions where id = ${id}`)
}

export async function listSubscriptionIds(db: Queryable, providerId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from push_subscriptions where provider_id = ${providerId} order by renewed_at desc, id desc`)
  return rows.map(({ id }) => id)
}
