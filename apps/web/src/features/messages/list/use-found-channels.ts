import type { ListedChannel } from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chat } from '../connection/chat.ts'
import { listedOf, type ChannelFilter } from './listed-channel.ts'

const QUERY_KEY = ['chat', 'found-channels'] as const
/** Collects the frames of one change into one request. */
const REFETCH_DELAY_MS = 400

export interface FoundChannels {
  channels: readonly ListedChannel[]
  /** A search is running or waits for a connection. */
  isLoading: boolean
  failed: boolean
  hasMore: boolean
  /** Rejects if the next page could not be loaded. */
  loadMore: () => Promise<unknown>
  retry: () => void
}

/** Conversations beyond the loaded list, by name, unread or archived. Refetched when one changes. */
export function useFoundChannels(filter: ChannelFilter, q: string, enabled: boolean): FoundChannels {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: [...QUERY_KEY, filter, q],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      chat.call('channels.query', {
        filter: {
          type: 'messaging',
          ...(filter === 'unread' && { unread: true }),
          ...(filter === 'archived' && { archived: true }),
          ...(q && { text: q }),
        },
        limit: limits.channelPageSize,
        messageLimit: 1,
        ...(pageParam && { cursor: pageParam }),
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Those found stay while another name is searched, but not under another filter.
    placeholderData: (before, previous) => (previous?.queryKey[2] === filter ? before : undefined),
  })

  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let { channels, totalUnread } = chat.getSnapshot()
    const stop = chat.subscribe(() => {
      const now = chat.getSnapshot()
      if (now.channels === channels && now.totalUnread === totalUnread) return
      ;({ channels, totalUnread } = now)
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: QUERY_KEY })
      }, REFETCH_DELAY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, enabled])

  return {
    channels: query.data?.pages.flatMap((page) => page.channels.map(listedOf)) ?? [],
    isLoading: query.isFetching || query.isPending,
    failed: query.isError,
    hasMore: query.hasNextPage,
    loadMore: () => query.fetchNextPage({ throwOnError: true }),
    retry: () => void query.refetch(),
  }
}
