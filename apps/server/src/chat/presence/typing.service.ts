import type { setTyping } from '@fettle/protocol/chat/channels/typing'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { maySee, noSuchChannel } from '../messages/messages.rules.ts'

/** A signal to watchers, except in a blocked channel. It is not stored. */
export const set: CallHandler<typeof setTyping> = async (
  { channelPolicies: policy, publisher },
  actor,
  { cid, typing, parentId },
) => {
  const userId = actingUser(actor)
  const channelPolicy = await policy.get(cid)
  if (!channelPolicy || !maySee(channelPolicy, actor)) throw noSuchChannel()
  if (channelPolicy.blockedBy !== null) return {}
  const type = typing ? ('typing.start' as const) : ('typing.stop' as const)
  publisher.toWatchers(cid, { type, cid, userId, ...(parentId === undefined ? {} : { parentId }) }, userId)
  return {}
}
