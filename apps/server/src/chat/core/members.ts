import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChannelPolicy } from '../channels/channel-policy.ts'
import { maySee, noSuchChannel } from '../messages/messages.rules.ts'
import { actingUser, type ChatActor } from './actor.ts'
import type { ChatContext } from './context.ts'

/** The policy of a channel the caller may see. Non-members get the same error as for an unknown channel. */
export async function requireVisible(
  { channelPolicies }: Pick<ChatContext, 'channelPolicies'>,
  actor: ChatActor,
  cid: string,
): Promise<ChannelPolicy> {
  const policy = await channelPolicies.get(cid)
  if (!policy || !maySee(policy, actor)) throw noSuchChannel()
  return policy
}

/** The caller, who is a user, and the policy of the channel they are in. */
export async function requireMember(
  context: Pick<ChatContext, 'channelPolicies'>,
  actor: ChatActor,
  cid: string,
): Promise<{ userId: string; policy: ChannelPolicy }> {
  const userId = actingUser(actor)
  return { userId, policy: await requireVisible(context, actor, cid) }
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
