import type { listMedia } from '@fettle/protocol/chat/messages/media'
import type { CallHandler } from '../core/calls.ts'
import { requireMember } from '../core/members.ts'
import { toMessage } from '../messages/messages.rules.ts'
import * as store from './media.store.ts'

export const list: CallHandler<typeof listMedia> = async (context, actor, { cid, kind, before, limit }) => {
  const { userId } = await requireMember(context, actor, cid)
  const rows = await store.listWith(context.db, { cid, kind, userId, before, limit: limit + 1 })
  return { messages: rows.slice(0, limit).map(toMessage), hasOlder: rows.length > limit }
}
