import type { MediaKind } from '@fettle/protocol/chat/messages/media'
import { empty, sql, type Queryable, type Sql } from '../../platform/db/db.ts'
import { columns, visibleToUser, source, type MessageRow } from '../messages/messages.store.ts'

/** Must equal the conditions of the partial indexes of `chat.messages`, so that each query reads only what it shows. */
const holds: Readonly<Record<MediaKind, Sql>> = {
  pictures: sql`m.extras @? '$.attachments[*] ? (@.kind == "image" || @.kind == "video")'`,
  files: sql`m.extras @? '$.attachments[*] ? (@.kind == "file" || @.kind == "voice")'`,
  links: sql`m.text ~* 'https?://'`,
}

/** Messages of a channel with media of one kind, as a member sees them, newest first. */
export const listWith = (
  db: Queryable,
  query: { cid: string; kind: MediaKind; userId: string; before: number | undefined; limit: number },
): Promise<MessageRow[]> =>
  db.query<MessageRow>(sql`
    with page as materialized (
      select m.cid, m.seq from chat.messages m join chat.members me on me.cid = m.cid and me.user_id = ${query.userId}
      where m.cid = ${query.cid} and ${holds[query.kind]} and m.deleted_at is null and ${visibleToUser}
        ${query.before === undefined ? empty : sql`and m.seq < ${query.before}`}
      order by m.seq desc limit ${query.limit})
    select ${columns} from page p join (${source}) on m.cid = p.cid and m.seq = p.seq order by m.seq desc`)
