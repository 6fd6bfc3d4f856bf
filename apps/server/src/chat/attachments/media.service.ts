import type { listMedia } from '@fettle/protocol/chat/messages/media'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { maySee, noSuchChannel, toMessage } from '../messages/messages.rules.ts'
import * as store from './media.store.ts'

export const list: CallHandler<typeof listMedia> = async (
  { db, channelPolicies: policy },
  actor,
  { cid, kind, before, limit },
) => {
  const userId = actingUser(actor)
  const channelPolicy = await policy.get(cid)
  if (!channelPolicy || !maySee(channelPolicy, actor)) throw noSuchChannel()
  const rows = await store.listWith(db, { cid, kind, userId, before, limit: limit + 1 })
  return { messages: rows.slice(0, limit).map(toMessage), hasOlder: rows.length > limit }
}
