import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChannelPolicy } from '../channels/channel-policy.ts'
import { maySee, noSuchChannel } from '../messages/messages.rules.ts'
import { actingUser, type ChatActor } from './actor.ts'
import type { ChatContext } from './context.ts'

/** The caller and the channel they are in. Non-members get the same error as for an unknown channel. */
export async function requireMember(
  { channelPolicies: policy }: Pick<ChatContext, 'channelPolicies'>,
  actor: ChatActor,
  cid: string,
): Promise<{ userId: string; policy: ChannelPolicy }> {
  const userId = actingUser(actor)
  const channelPolicy = await policy.get(cid)
  if (!channelPolicy || !maySee(channelPolicy, actor)) throw noSuchChannel()
  return { userId, policy: channelPolicy }
}

/** Publishes to all members of a channel, except to the connection that receives the result. */
export async function publishToMembers(
  { channelPolicies: policy, publisher }: Pick<ChatContext, 'channelPolicies' | 'publisher'>,
  cid: string,
  frame: ChatFrame,
  exceptConnection?: string,
): Promise<void> {
  const channelPolicy = await policy.get(cid)
  for (const userId of channelPolicy?.memberIds ?? []) publisher.toUser(userId, frame, exceptConnection)
}
