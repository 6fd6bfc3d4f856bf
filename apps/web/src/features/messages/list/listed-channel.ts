import { latestOf, type ListedChannel } from '@fettle/chat-client'
import type { ChannelState } from '@fettle/protocol/chat/channels/channels'

/** Filters of the conversation list. */
export type ChannelFilter = 'all' | 'unread' | 'archived'

/** Converts a channel state from a response to a list entry. */
export const listedOf = ({ channel, membership, messages, lastReplyAt }: ChannelState): ListedChannel => ({
  cid: channel.cid,
  channel,
  membership,
  ...latestOf({ messages, lastReplyAt }),
  unreadCount: membership?.reading.unreadCount ?? 0,
  typing: [],
})
