import type { catchUp, ChatEvent } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/limits'
import { memberIdsOf, toMembership, toChannel } from '../channels/channels.rules.ts'
import { openChannel } from '../channels/channels.service.ts'
import type { CallHandler } from '../core/calls.ts'
import { toMessage } from '../messages/messages.rules.ts'
import { listAfter, type MessageRow } from '../messages/messages.store.ts'
import * as rules from './events.rules.ts'
import * as store from './events.store.ts'

export const since: CallHandler<typeof catchUp> = async ({ db, presence }, actor, { cid, after }) => {
  const row = await openChannel(db, actor, cid)
  const reset = rules.isTooFarBack(after, row)
  const limit = chatLimits.catchUpMax
  const [messages, others] = reset
    ? [[], []]
    : await Promise.all([listAfter(db, cid, after, limit), store.listEvents(db, cid, after, limit)])
  // Two reads are not one: what arrived between them is left for the next time, so that there is never a hole.
  const events = withoutHoles([...messages.map(toEvent), ...others.map((event) => toKept(cid, event))], after)
  return {
    events,
    reset,
    lastSeq: events.at(-1)?.seq ?? (reset ? row.last_seq : after),
    members: toChannel(row, await presence.among(memberIdsOf(row))).members,
    membership: toMembership(row),
  }
}

function toEvent(row: MessageRow): ChatEvent {
  const message = toMessage(row)
  return { type: 'message.new', cid: row.cid, seq: row.seq, at: message.createdAt, message }
}

function toKept(cid: string, { seq, type, data, created_at }: store.EventRow): ChatEvent {
  // Its shape was checked when it was written and is again when it leaves.
  return { ...data, type, cid, seq, at: created_at.toISOString() } as ChatEvent
}

function withoutHoles(events: ChatEvent[], after: number): ChatEvent[] {
  const sorted = events.sort((one, other) => one.seq - other.seq)
  const hole = sorted.findIndex((event, index) => event.seq !== after + index + 1)
  return hole === -1 ? sorted : sorted.slice(0, hole)
}
