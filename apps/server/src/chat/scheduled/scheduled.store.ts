import type { MessageDescriptor } from '@fettle/i18n/message'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { MessageDraft } from '@fettle/protocol/chat/messages/messages'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'

const toJson = (value: MessageDescriptor | null | undefined): string | null => (value ? JSON.stringify(value) : null)

export interface ScheduledRow {
  user_id: string
  message_id: string
  cid: string
  draft: MessageDraft
  send_at: Date
  state: ScheduledMessage['state']
  /** It may have been sent already. The state is still 'waiting'. */
  is_sending: boolean
  problem: string | null
  reason: MessageDescriptor | null
  created_at: Date
  version: number
}

const columns = sql`user_id, message_id, cid, draft, send_at, state, is_sending, problem, reason, created_at, version`

export const insertScheduled = (
  db: Queryable,
  row: Pick<ScheduledRow, 'user_id' | 'message_id' | 'cid' | 'draft' | 'send_at'>,
  now: Date,
) =>
  db.one<ScheduledRow>(sql`
    insert into chat.scheduled_messages (user_id, message_id, cid, draft, send_at, state, created_at)
    values (${row.user_id}, ${row.message_id}, ${row.cid}, ${JSON.stringify(row.draft)}::jsonb, ${row.send_at}, 'waiting', ${now})
    returning ${columns}`)

export const countOpen = async (db: Queryable, userId: string): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from chat.scheduled_messages where user_id = ${userId} and state in ('waiting', 'failed')`)
  ).count

export const lockScheduled = (tx: Tx, userId: string, messageId: string) =>
  tx.maybeOne<ScheduledRow>(sql`
    select ${columns} from chat.scheduled_messages where user_id = ${userId} and message_id = ${messageId} for update`)

export const findScheduled = (db: Queryable, userId: string, messageId: string) =>
  db.maybeOne<ScheduledRow>(
    sql`select ${columns} from chat.scheduled_messages where user_id = ${userId} and message_id = ${messageId}`,
  )

export const saveScheduled = (db: Queryable, row: ScheduledRow) =>
  db.one<ScheduledRow>(sql`
    update chat.scheduled_messages set draft = ${JSON.stringify(row.draft)}::jsonb, send_at = ${row.send_at}, state = ${row.state},
      problem = ${row.problem}, reason = ${toJson(row.reason)}::jsonb, version = version + 1
    where user_id = ${row.user_id} and message_id = ${row.message_id} returning ${columns}`)

/** Marks a due message as being sent. A repeated attempt may do so again. Undefined: nothing to send. */
export const claimDue = (db: Queryable, userId: string, messageId: string, now: Date) =>
  db.maybeOne<ScheduledRow>(sql`
    update chat.scheduled_messages set is_sending = true
    where user_id = ${userId} and message_id = ${messageId} and state = 'waiting' and send_at <= ${now}
    returning ${columns}`)

/** Sets the final state. Undefined: another attempt did. */
export const settle = (db: Queryable, row: ScheduledRow, state: 'sent' | 'failed', failure?: ChatFailure) =>
  db.maybeOne<ScheduledRow>(sql`
    update chat.scheduled_messages set state = ${state}, is_sending = false, problem = ${failure?.message ?? null}, reason = ${toJson(failure?.reason)}::jsonb, version = version + 1
    where user_id = ${row.user_id} and message_id = ${row.message_id} and version = ${row.version} returning ${columns}`)

/** Deletes those that were sent or cancelled and were due before a time. */
export const deleteSettled = (db: Queryable, dueBefore: Date): Promise<void> =>
  db.execute(sql`delete from chat.scheduled_messages where state in ('sent', 'deleted') and send_at < ${dueBefore}`)

export const listOpen = (db: Queryable, userId: string, cid: string | undefined, limit: number) =>
  db.query<ScheduledRow>(sql`
    select ${columns} from chat.scheduled_messages
    where user_id = ${userId} and state in ('waiting', 'failed') ${cid === undefined ? empty : sql`and cid = ${cid}`}
    order by send_at, message_id limit ${limit}`)
