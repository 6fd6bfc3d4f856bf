import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { sql, type Queryable } from '../../platform/db/db.ts'

export interface DraftRow {
  cid: string
  parent_id: string
  text: string
  quoted_id: string | null
  files: Attachment[] | null
  updated_at: Date
  version: number
}

// Files that were sent or deleted meanwhile are left out.
const columns = sql`d.cid, d.parent_id, d.text, d.quoted_id, d.updated_at, d.version, (
  select json_agg(a.file order by array_position(d.attachment_ids, a.id)) from chat.attachments a
  where a.id = any(d.attachment_ids) and a.user_id = d.user_id and a.cid = d.cid
    and a.message_id is null and a.file is not null) as files`

export const findDraft = (db: Queryable, userId: string, { cid, parentId }: { cid: string; parentId: string }) =>
  db.maybeOne<DraftRow>(sql`
    select ${columns} from chat.drafts d where user_id = ${userId} and cid = ${cid} and parent_id = ${parentId}`)

export async function saveDraft(
  db: Queryable,
  userId: string,
  draft: { cid: string; parentId: string; text: string; quotedId: string | null; attachmentIds: readonly string[] },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    insert into chat.drafts as d (user_id, cid, parent_id, text, quoted_id, attachment_ids, updated_at)
    values (${userId}, ${draft.cid}, ${draft.parentId}, ${draft.text}, ${draft.quotedId}, ${[...draft.attachmentIds]}, ${now})
    on conflict (user_id, cid, parent_id) do update set text = excluded.text, quoted_id = excluded.quoted_id,
      attachment_ids = excluded.attachment_ids, updated_at = excluded.updated_at, version = d.version + 1`)
}

export const listDrafts = (db: Queryable, userId: string, limit: number) =>
  db.query<DraftRow>(sql`
    select ${columns} from chat.drafts d where user_id = ${userId} and (text <> '' or attachment_ids <> '{}')
    order by updated_at desc limit ${limit}`)
