import type { Channel, Member, Membership } from '@fettle/protocol/chat/channels/channels'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ChannelData } from './channel.ts'
import { revisionOf } from './message-window.ts'
import { isSameList } from './same-list.ts'

/** A channel as the list shows it. */
export interface ListedChannel {
  readonly cid: string
  readonly channel: Channel
  readonly membership: Membership | null
  /** The newest known message. */
  readonly lastMessage: Message | null
  /** When somebody last replied in a thread, if that is newer than the last message. */
  readonly repliedAt: string | null
  readonly unreadCount: number
  /** Ids of other users who are typing. */
  readonly typing: readonly string[]
}

export interface ChannelListSelector {
  (
    channels: readonly ChannelData[],
    typingIn: (cid: string) => readonly string[],
  ): {
    list: readonly ListedChannel[]
    online: Readonly<Record<string, boolean>>
  }
}

/** Lists channels, pinned first, then by newest message. Unchanged items stay the same object. */
export function createChannelListSelector(): ChannelListSelector {
  const items = new WeakMap<ChannelData, ListedChannel>()
  let last: ReturnType<ChannelListSelector> = { list: [], online: {} }

  return (channels, typingIn) => {
    const list = channels
      .filter(({ membership, channel }) => isListed(membership, channel))
      .sort(byPinnedAndNewest)
      .map((data) => {
        const typing = typingIn(data.channel.cid)
        const cached = items.get(data)
        if (cached && cached.typing === typing) return cached
        const before = data.hasNewer ? last.list.find(({ cid }) => cid === data.channel.cid) : undefined
        const item = toItem(data, typing, before)
        items.set(data, item)
        return item
      })
    const online = onlineOf(channels.flatMap(({ channel }) => channel.members))
    last = {
      list: isSameList(list, last.list) ? last.list : list,
      online: isSameMap(online, last.online) ? last.online : online,
    }
    return last
  }
}

/** Archived channels have a separate list; hidden ones return with their next message. */
function isListed(membership: Membership | null, channel: Channel): boolean {
  if (!membership) return true
  const { archivedAt, hiddenSince } = membership.settings
  return (
    archivedAt === null &&
    (hiddenSince === null || (channel.lastMessageAt !== null && channel.lastMessageAt > hiddenSince))
  )
}

function byPinnedAndNewest(one: ChannelData, other: ChannelData): number {
  const pinned = Number(isPinned(other)) - Number(isPinned(one))
  return pinned !== 0
    ? pinned
    : sortKeyOf(one) < sortKeyOf(other)
      ? 1
      : sortKeyOf(one) > sortKeyOf(other)
        ? -1
        : one.channel.cid < other.channel.cid
          ? 1
          : -1
}

const isPinned = ({ membership }: ChannelData) => membership !== null && membership.settings.pinnedAt !== null
/** When a channel was last written in: the list shows the newest first. */
export const sortKeyOf = ({ channel }: Pick<ChannelData, 'channel'>): string =>
  channel.lastMessageAt ?? channel.createdAt

function toItem(data: ChannelData, typing: readonly string[], before: ListedChannel | undefined): ListedChannel {
  const { channel, membership, hasNewer, lastReplyAt } = data
  const messages = hasNewer ? newestOutside(data, before?.lastMessage ?? null) : data.messages
  return {
    cid: channel.cid,
    channel,
    membership,
    ...latestOf({ messages, lastReplyAt }),
    unreadCount: membership?.reading.unreadCount ?? 0,
    typing,
  }
}

/**
 * The last message of a channel that shows older ones: the one it had before, in its newest state, or one that has
 * arrived since.
 */
function newestOutside({ detached, hidden, membership }: ChannelData, before: Message | null): readonly Message[] {
  if (!before) return []
  const cleared = membership?.settings.truncatedSeq ?? 0
  const later = detached.filter(({ seq, parentId, inChannel }) => seq >= before.seq && (!parentId || inChannel))
  return [before, ...later]
    .filter(({ seq }) => seq > cleared && !hidden.includes(seq))
    .sort((one, other) => one.seq - other.seq || revisionOf(one) - revisionOf(other))
    .slice(-1)
}

/** The last message of a channel, and when somebody replied in a thread after it. */
export function latestOf({
  messages,
  lastReplyAt,
}: Pick<ChannelData, 'messages' | 'lastReplyAt'>): Pick<ListedChannel, 'lastMessage' | 'repliedAt'> {
  const lastMessage = messages.at(-1)
  if (!lastMessage) return { lastMessage: null, repliedAt: null }
  return { lastMessage, repliedAt: lastReplyAt && lastReplyAt > lastMessage.createdAt ? lastReplyAt : null }
}

function onlineOf(members: readonly Member[]): Record<string, boolean> {
  return Object.fromEntries(members.map(({ userId, user }) => [userId, user.online]))
}

function isSameMap(one: Record<string, boolean>, other: Record<string, boolean>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
