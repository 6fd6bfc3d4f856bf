import type { Member } from '@fettle/protocol/chat/channels/channels'
import type { catchUp, ChatEvent } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Queryable } from '../../platform/db/db.ts'
import {
  fromStoredChannel,
  memberIdsOf,
  toMembership,
  toChannel,
  type StoredChannel,
} from '../channels/channels.rules.ts'
import { openChannel } from '../channels/channels.service.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { toMessage } from '../messages/messages.rules.ts'
import { listAfter, listByIds, type MessageRow } from '../messages/messages.store.ts'
import * as store from './events.store.ts'

/** Whether a client at `after` needs a fresh snapshot instead of a replay. */
function isTooFarBack(after: number, channel: { last_seq: number; pruned_seq: number }): boolean {
  // A client can be ahead after a database was restored from a backup.
  return after > channel.last_seq || after < channel.pruned_seq || channel.last_seq - after > chatLimits.catchUpMax
}

export const since: CallHandler<typeof catchUp> = async ({ db, presence }, actor, { cid, after }) => {
  const row = await openChannel(db, actor, cid)
  const reset = isTooFarBack(after, row)
  const { members } = toChannel(row, await presence.among(memberIdsOf(row)))
  const events = reset ? [] : await replay(db, { cid, after, until: row.last_seq, members }, actor.userId)
  return {
    events,
    reset,
    lastSeq: events.at(-1)?.seq ?? (reset ? row.last_seq : after),
    members,
    membership: toMembership(row),
  }
}

/**
 * Events between two sequence numbers, for one member. Messages are sent in their current state: deleted text is not sent
 * again, and clients keep the newer of two states anyway.
 */
async function replay(
  db: Queryable,
  { cid, after, until, members }: { cid: string; after: number; until: number; members: readonly Member[] },
  userId: string | null,
): Promise<ChatEvent[]> {
  const limit = chatLimits.catchUpMax
  const [messages, changes] = await Promise.all([
    listAfter(db, cid, { after, limit, userId }),
    store.listEvents(db, cid, after, limit),
  ])
  const newById = new Map(messages.map((row) => [row.id, row]))
  const changedIds = changes.map(({ data }) => data['messageId']).filter((id) => typeof id === 'string')
  const changedRows = await listByIds(db, cid, listUnknown(changedIds, newById), userId)
  const rowsById = new Map([
    ...newById,
    ...changedRows.map((row): [string, MessageRow & { isVisible: boolean }] => [row.id, row]),
  ])
  const parents = [...rowsById.values()].map(({ parent_id }) => parent_id).filter((id) => id !== null)
  for (const row of await listByIds(db, cid, listUnknown(parents, rowsById), userId)) rowsById.set(row.id, row)

  /** A message as sent in an event, with its parent. */
  const toEventBody = (row: MessageRow) => {
    const parent = row.parent_id === null ? undefined : rowsById.get(row.parent_id)
    return { message: toMessage(row), ...(parent ? { parent: toMessage(parent) } : {}) }
  }
  const toMessageEvent = (row: MessageRow & { isVisible: boolean }): ChatEvent => {
    const at = new Date(row.created_at).toISOString()
    const position = { cid, seq: row.seq, at }
    const { message, ...parent } = toEventBody(row)
    return row.isVisible
      ? { type: 'message.new', ...position, message, ...parent }
      : { type: 'channel.touched', ...position, lastMessageAt: at, ...parent }
  }
  const toChangeEvent = ({ seq, type, user_id, data, created_at }: store.EventRow): ChatEvent => {
    const position = { cid, seq, at: created_at.toISOString() }
    const { messageId } = data
    if (type === 'channel.updated')
      return { type, ...position, channel: fromStoredChannel(data['channel'] as StoredChannel, members) }
    if (type === 'message.hidden' && user_id !== userId) return { type: 'channel.touched', ...position }
    const row = type === 'message.hidden' ? undefined : rowsById.get(String(messageId))
    // The shape was checked on write and is checked again on output.
    return { ...data, type, ...position, ...(row ? { userId: user_id, ...toEventBody(row) } : {}) } as ChatEvent
  }
  // The reads are not one snapshot: events that arrived in between are left for the next call, so that no gap appears.
  const events = [...messages.map(toMessageEvent), ...changes.map(toChangeEvent)]
  return withoutGaps(
    events.filter(({ seq }) => seq <= until),
    after,
  )
}

const listUnknown = (ids: readonly string[], loaded: ReadonlyMap<string, unknown>) => [
  ...new Set(ids.filter((id) => !loaded.has(id))),
]

function withoutGaps(events: ChatEvent[], after: number): ChatEvent[] {
  const sorted = events.sort((one, other) => one.seq - other.seq)
  const gap = sorted.findIndex((event, index) => event.seq !== after + index + 1)
  return gap === -1 ? sorted : sorted.slice(0, gap)
}

/** Channels pruned in one statement, which locks them. */
const PRUNED_AT_ONCE = 20

/** Deletes events that no client can catch up with. */
export async function pruneEvents({ db }: Pick<ChatContext, 'db'>): Promise<void> {
  const batch = { keep: chatLimits.catchUpMax, channels: PRUNED_AT_ONCE }
  while ((await store.pruneEvents(db, batch)).length === PRUNED_AT_ONCE);
}
