import type { ChatActor } from '../core/actor.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { noSuchChannel } from '../messages/messages.rules.ts'
import { directId } from './channels.rules.ts'
import type { LockedChannel } from './changes.store.ts'

/** Whether a channel is direct, so that its members never change. The rules here decide who may change a channel. */
export function isDirect({ cid, type, members }: Pick<LockedChannel, 'cid' | 'type' | 'members'>): boolean {
  const [one, other, ...more] = members.map(({ userId }) => userId)
  return one !== undefined && other !== undefined && more.length === 0 && cid === `${type}:${directId(one, other)}`
}

/** The channel, if the caller may see it. Throws otherwise. */
export function requireSeen(channel: LockedChannel | undefined, actor: ChatActor): LockedChannel {
  const isSeen = actor.userId === null ? actor.server : channel?.members.some(({ userId }) => userId === actor.userId)
  if (!channel || !isSeen) throw noSuchChannel()
  return channel
}

/** The channel, for its owner and the app. Throws otherwise. */
export function requireOwned(found: LockedChannel | undefined, actor: ChatActor): LockedChannel {
  if (actor.server && actor.userId === null && found) return found
  const channel = requireSeen(found, actor)
  const ownMember = channel.members.find(({ userId }) => userId === actor.userId)
  if (ownMember?.role !== 'owner') throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.owner-only' } })
  return channel
}

/** Throws for a direct channel, whose members never change. */
export function requireGroup(channel: LockedChannel): void {
  if (isDirect(channel))
    throw new ChatRefusal('FEATURE_NOT_SUPPORTED', { reason: { code: 'chat.direct-members-fixed' } })
}

/** The members who block it: the first, and the other one if they do too. */
export interface ChannelBlocks {
  blockedBy: string | null
  alsoBlockedBy: string | null
}

/** Decides who blocks a channel after a change: members block and unblock for themselves, the app unblocks for both. */
export function decideBlock(channel: LockedChannel, actor: ChatActor, blocked: boolean): ChannelBlocks {
  if (!isDirect(channel))
    throw new ChatRefusal('FEATURE_NOT_SUPPORTED', { reason: { code: 'chat.direct-only-blocked' } })
  const { userId } = actor
  const before = [channel.blocked_by, channel.also_blocked_by].filter((id) => id !== null)
  const isApp = actor.server && userId === null
  if (!blocked && before.length > 0 && !isApp && !before.some((id) => id === userId))
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.blocker-only' } })
  const after = isApp ? [] : blocked ? [...before, userId] : before.filter((id) => id !== userId)
  const [blockedBy = null, alsoBlockedBy = null] = new Set(after)
  return { blockedBy, alsoBlockedBy }
}
