import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface ShareRow {
  cid: string
  message_id: string
  user_id: string
  device_id: string
  latitude: number
  longitude: number
  ends_at: Date
  ended_at: Date | null
  updated_at: Date
  version: number
}

const columns = sql`cid, message_id, user_id, device_id, latitude, longitude, ends_at, ended_at, updated_at, version`

/** Whether the message of share `l` exists and was not deleted. */
const hasMessage = sql`
  exists (select from chat.messages m where m.cid = l.cid and m.id = l.message_id and m.deleted_at is null)`

/** Inserts a live share, unless the message has one. */
export async function insertShare(
  db: Queryable,
  share: Omit<ShareRow, 'ended_at' | 'updated_at' | 'version'>,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into chat.locations (cid, message_id, user_id, device_id, latitude, longitude, ends_at, updated_at)
    values (${share.cid}, ${share.message_id}, ${share.user_id}, ${share.device_id}, ${share.latitude}, ${share.longitude},
            ${share.ends_at}, ${now})
    on conflict do nothing`)
}

/** Deletes the share of a message that was not sent. */
export async function deleteUnsent(
  db: Queryable,
  { cid, messageId, userId }: { cid: string; messageId: string; userId: string },
): Promise<void> {
  await db.execute(sql`
    delete from chat.locations l
    where cid = ${cid} and message_id = ${messageId} and user_id = ${userId} and not ${hasMessage}`)
}

export const findShare = (db: Queryable, cid: string, messageId: string) =>
  db.maybeOne<ShareRow>(sql`select ${columns} from chat.locations where cid = ${cid} and message_id = ${messageId}`)

export const lockShare = (tx: Tx, cid: string, messageId: string) =>
  tx.maybeOne<ShareRow>(
    sql`select ${columns} from chat.locations where cid = ${cid} and message_id = ${messageId} for update`,
  )

export const saveShare = (tx: Tx, share: ShareRow) =>
  tx.one<ShareRow>(sql`
    update chat.locations set latitude = ${share.latitude}, longitude = ${share.longitude}, ended_at = ${share.ended_at},
      updated_at = ${share.updated_at}, version = version + 1
    where cid = ${share.cid} and message_id = ${share.message_id} returning ${columns}`)

interface OfUsers {
  cid?: undefined
  messageId?: undefined
  userIds: readonly string[]
}

/** Ends the running shares of a channel, a message in it or users, and returns them. */
export const endShares = (
  tx: Tx,
  { cid, messageId, userIds }: { cid: string; messageId?: string; userIds?: readonly string[] } | OfUsers,
  now: Date,
) =>
  tx.query<ShareRow>(sql`
    update chat.locations set ended_at = ${now}, updated_at = ${now}, version = version + 1
    where ended_at is null ${cid ? sql`and cid = ${cid}` : empty}
      ${messageId ? sql`and message_id = ${messageId}` : empty} ${userIds ? sql`and user_id = any(${userIds})` : empty}
    returning ${columns}`)

/** Running shares. */
export const listLive = (db: Queryable, cid: string, now: Date) =>
  db.query<ShareRow>(sql`
    select ${columns} from chat.locations l
    where cid = ${cid} and ended_at is null and ends_at > ${now} and ${hasMessage}
    order by message_id limit 100`)

export const listOf = (db: Queryable, cid: string, messageIds: readonly string[]) =>
  db.query<ShareRow>(sql`
    select ${columns} from chat.locations l
    where cid = ${cid} and message_id = any(${[...messageIds]}) and ${hasMessage} order by message_id`)
