import { sql, type Queryable } from '../../platform/db/db.ts'

/** A provider's direct channel with a customer. */
export interface ChannelLink {
  id: string
  cid: string
  providerId: string
  customerId: string
}

export async function find(db: Queryable, id: string): Promise<ChannelLink | undefined> {
  return db.maybeOne<ChannelLink>(sql`
    select id, cid, provider_id as "providerId", customer_id as "customerId" from conversations where id = ${id}`)
}

export async function findOf(db: Queryable, providerId: string, customerId: string): Promise<ChannelLink | undefined> {
  return db.maybeOne<ChannelLink>(sql`
    select id, cid, provider_id as "providerId", customer_id as "customerId" from conversations
    where provider_id = ${providerId} and customer_id = ${customerId}`)
}

/** A provider's channel by id or by customer. Undefined for anybody else's. */
export async function findChannel(
  db: Queryable,
  parties: { providerId: string } & ({ channelId: string } | { customerId: string }),
): Promise<ChannelLink | undefined> {
  if ('customerId' in parties) return findOf(db, parties.providerId, parties.customerId)
  const channel = await find(db, parties.channelId)
  return channel?.providerId === parties.providerId ? channel : undefined
}

export async function listOf(db: Queryable, providerId: string): Promise<ChannelLink[]> {
  return db.query<ChannelLink>(sql`
    select id, cid, provider_id as "providerId", customer_id as "customerId" from conversations
    where provider_id = ${providerId} order by created_at, id`)
}

export async function insert(
  db: Queryable,
  { id, cid, providerId, customerId }: ChannelLink,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into conversations (id, cid, provider_id, customer_id, created_at)
    values (${id}, ${cid}, ${providerId}, ${customerId}, ${now})
    on conflict do nothing`)
}

/** A customer as a chat user. */
export async function findCustomer(db: Queryable, id: string) {
  return db.maybeOne<{ id: string; name: string; image: string | null; leftAt: Date | null }>(sql`
    select id, name, avatar as image, left_at as "leftAt" from customers where id = ${id}`)
}

/** Customers of a provider's channels. */
export const listCustomersOf = (db: Queryable, providerId: string, cids: readonly string[]) =>
  db.query<{ cid: string; name: string; avatar: string | null }>(sql`
    select v.cid, c.name, c.avatar from conversations v join customers c on c.id = v.customer_id
    where v.cid = any(${[...cids]}) and v.provider_id = ${providerId}`)

/** A channel and the last message published to marketplaces. */
export interface PublishedChannel {
  id: string
  cid: string
  providerId: string
  customerId: string
  publishedSeq: number
}

export const listPublished = (db: Queryable, cids: readonly string[]): Promise<PublishedChannel[]> =>
  db.query<PublishedChannel>(sql`
    select id, cid, provider_id as "providerId", customer_id as "customerId", published_seq as "publishedSeq"
    from conversations where cid = any(${cids})`)

/** Locks channels and returns the last published message of each. */
export async function lockPublishedSeqs(tx: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; seq: number }>(sql`
    select id, published_seq as seq from conversations where id = any(${ids}) order by id for update`)
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** The last message of a channel that was published, and when it was written. */
export interface PublishedMark {
  id: string
  seq: number
  /** Null where nobody wrote: messages of the app do not count. */
  writtenAt: string | null
}

export const savePublished = (tx: Queryable, marks: readonly PublishedMark[]) =>
  tx.execute(sql`
    update conversations c
    set published_seq = s.seq, last_message_at = greatest(c.last_message_at, s.written_at)
    from unnest(${marks.map(({ id }) => id)}::text[], ${marks.map(({ seq }) => seq)}::bigint[],
      ${marks.map(({ writtenAt }) => writtenAt)}::timestamptz[]) as s (id, seq, written_at)
    where c.id = s.id`)
