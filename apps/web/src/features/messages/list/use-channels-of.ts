import type { Channel } from '@fettle/protocol/chat/channels/channels'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chat, useChat } from '../connection/chat.ts'

/** Conversations of some messages: from the list where loaded, the rest fetched in one request. */
export function useChannelsOf(cids: readonly string[]): (cid: string) => Channel | undefined {
  const { channels, connected } = useChat()
  const listedChannels = useMemo(() => new Map(channels.map(({ cid, channel }) => [cid, channel])), [channels])
  const unknown = [...new Set(cids)].filter((cid) => !listedChannels.has(cid)).sort()
  const requestedCids = unknown.slice(0, chatLimits.channelPageMax)
  const { data } = useQuery({
    queryKey: ['chat', 'channels-of', requestedCids],
    enabled: connected && requestedCids.length > 0,
    placeholderData: (before) => before,
    queryFn: async () => {
      const answer = await chat.call('channels.query', {
        filter: { cids: requestedCids },
        limit: requestedCids.length,
        messageLimit: 1,
      })
      return new Map(answer.channels.map(({ channel }) => [channel.cid, channel]))
    },
  })
  return (cid) => listedChannels.get(cid) ?? data?.get(cid)
}
