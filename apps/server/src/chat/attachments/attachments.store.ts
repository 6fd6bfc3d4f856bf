import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import type { ClientMetadata } from './attachments.rules.ts'

export interface UploadRow {
  id: string
  upload_id: string
  cid: string
  user_id: string
  client_metadata: ClientMetadata
  size: number
  received: number
  file: Attachment | null
  key: string | null
  message_id: string | null
}

const columns = sql`id, upload_id, cid, user_id, client_metadata, size, received, file, key, message_id`

export async function insertUpload(
  db: Queryable,
  upload: Pick<UploadRow, 'id' | 'upload_id' | 'cid' | 'user_id' | 'client_metadata' | 'size'>,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into chat.attachments (id, upload_id, cid, user_id, client_metadata, size, created_at)
    values (${upload.id}, ${upload.upload_id}, ${upload.cid}, ${upload.user_id}, ${JSON.stringify(upload.client_metadata)}::jsonb,
            ${upload.size}, ${now})`)
}

export const countUnsent = async (db: Queryable, userId: string): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from chat.attachments where user_id = ${userId} and message_id is null`,
    )
  ).count

export const findUpload = (db: Queryable, uploadId: string, userId: string) =>
  db.maybeOne<UploadRow>(
    sql`select ${columns} from chat.attachments where upload_id = ${uploadId} and user_id = ${userId}`,
  )

/** Advances an upload. False: another request did, or it was cancelled. */
export async function advance(db: Queryable, uploadId: string, from: number, to: number): Promise<boolean> {
  const advanced = await db.executeCount(
    sql`update chat.attachments set received = ${to} where upload_id = ${uploadId} and received = ${from}`,
  )
  return advanced === 1
}

/** Completes an upload. False: another attempt did, or it was cancelled. */
export async function saveFile(db: Queryable, uploadId: string, file: Attachment, key: string): Promise<boolean> {
  const saved = await db.executeCount(sql`
    update chat.attachments set file = ${JSON.stringify(file)}::jsonb, key = ${key}
    where upload_id = ${uploadId} and file is null`)
  return saved === 1
}

/** Deletes an upload that no message uses. */
export const deleteUpload = (db: Queryable, uploadId: string) =>
  db.maybeOne<UploadRow>(
    sql`delete from chat.attachments where upload_id = ${uploadId} and message_id is null returning ${columns}`,
  )

/** Attaches a user's completed files to a message. Missing files and those of others are not returned. */
export const claimFiles = (
  db: Queryable,
  ids: readonly string[],
  { cid, userId, messageId }: { cid: string; userId: string; messageId: string },
) =>
  db.query<{ file: Attachment }>(sql`
    update chat.attachments set message_id = ${messageId}
    where id = any(${[...ids]}) and cid = ${cid} and user_id = ${userId} and file is not null
      and (message_id is null or message_id = ${messageId})
    returning file`)

/** Detaches the files of a message that will not be sent or was deleted. They are purged later. */
export async function releaseFiles(db: Queryable, cid: string, messageId: string): Promise<void> {
  await db.execute(sql`update chat.attachments set message_id = null where cid = ${cid} and message_id = ${messageId}`)
}

/** Files of a message, in order. */
export const listOfMessage = (db: Queryable, cid: string, messageId: string) =>
  db.query<{ file: Attachment }>(sql`
    select file from chat.attachments where cid = ${cid} and message_id = ${messageId} and file is not null order by id`)

/** Copies a file for another message, under a new id. Undefined: it no longer exists. */
export const copyFile = (
  db: Queryable,
  from: { id: string; cid: string },
  to: { id: string; uploadId: string; cid: string; messageId: string; userId: string },
  now: Date,
) =>
  db.maybeOne<{ file: Attachment }>(sql`
    insert into chat.attachments (id, upload_id, cid, user_id, client_metadata, size, received, file, key, message_id, created_at)
    select ${to.id}, ${to.uploadId}, ${to.cid}, ${to.userId}, client_metadata, size, received,
           file || jsonb_build_object('id', ${to.id}::text), key, ${to.messageId}, ${now}
    from chat.attachments where id = ${from.id} and cid = ${from.cid} and file is not null
    returning file`)

/** Whether no file uses these bytes any more. */
export const isUnreferenced = async (db: Queryable, key: string): Promise<boolean> =>
  (await db.maybeOne(sql`select 1 from chat.attachments where key = ${key} limit 1`)) === undefined

/** Storage keys of a channel's files the caller may read: sent and not deleted, or their own. */
export const listReadable = (db: Queryable, ids: readonly string[], cid: string, userId: string | null) =>
  db.query<{ id: string; key: string; file: Attachment }>(sql`
    select a.id, a.key, a.file from chat.attachments a
    where a.id = any(${[...ids]}) and a.cid = ${cid} and a.file is not null
      and (a.user_id = ${userId}
        or exists (select from chat.messages m where m.cid = a.cid and m.id = a.message_id and m.deleted_at is null))`)

/** Deletes files `a` that their sender's draft does not use either, up to a limit. */
const deleteUnused = (db: Queryable, isUnused: Sql) =>
  db.query<UploadRow>(sql`
    delete from chat.attachments where id in (
      select id from chat.attachments a where ${isUnused} and not exists (
        select from chat.drafts d where d.user_id = a.user_id and a.id = any(d.attachment_ids))
      limit 200 for update skip locked)
    returning ${columns}`)

/** Deletes uploads that were not attached to a message, in batches. */
export const deleteUnfinished = (db: Queryable, before: Date) =>
  deleteUnused(db, sql`message_id is null and created_at < ${before}`)

/** Deletes files that were attached to a message whose sending was refused, or that has others, in batches. */
export const deleteRefused = (db: Queryable, { after, before }: { after: Date; before: Date }) =>
  deleteUnused(
    db,
    sql`message_id is not null and created_at between ${after} and ${before}
      and not exists (
        select from chat.messages m where m.cid = a.cid and m.id = a.message_id
          and m.extras->'attachments' @> jsonb_build_array(jsonb_build_object('id', a.id)))
      and not exists (
        select from chat.scheduled_messages s
        where s.user_id = a.user_id and s.message_id = a.message_id and s.state in ('waiting', 'failed'))`,
  )
