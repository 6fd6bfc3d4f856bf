import type { setTyping } from '@fettle/protocol/chat/channels/typing'
import type { CallHandler } from '../core/calls.ts'
import { requireMember } from '../core/members.ts'

/** A signal to watchers, except in a blocked channel. It is not stored. */
export const set: CallHandler<typeof setTyping> = async (context, actor, { cid, typing, parentId }) => {
  const { userId, policy } = await requireMember(context, actor, cid)
  if (policy.blockedBy !== null) return {}
  const type = typing ? ('typing.start' as const) : ('typing.stop' as const)
  context.publisher.toWatchers(cid, { type, cid, userId, ...(parentId === undefined ? {} : { parentId }) }, userId)
  return {}
}
