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
  const mine = channel.members.find(({ userId }) => userId === actor.userId)
  if (mine?.role !== 'owner') throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.owner-only' } })
  return channel
}

/** Throws for a direct channel, whose members never change. */
export function requireGroup(channel: LockedChannel): void {
  if (isDirect(channel))
    throw new ChatRefusal('FEATURE_NOT_SUPPORTED', { reason: { code: 'chat.direct-members-fixed' } })
}

/** The user whose block applies afterwards. Undefined: unchanged. */
export function decideBlock(channel: LockedChannel, actor: ChatActor, blocked: boolean): string | null | undefined {
  if (!isDirect(channel))
    throw new ChatRefusal('FEATURE_NOT_SUPPORTED', { reason: { code: 'chat.direct-only-blocked' } })
  const { blocked_by: by } = channel
  if (blocked) return by === null ? actor.userId : undefined
  if (by === null) return undefined
  if (by !== actor.userId && !(actor.server && actor.userId === null))
    throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.blocker-only' } })
  return null
}
