import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { chat } from '../connection/chat.ts'
import { searchTermsOf } from './search-terms.ts'

export interface MessageSearch {
  /** Newest first. */
  messages: readonly Message[]
  words: readonly string[]
  /** The query is empty. */
  isIdle: boolean
  /** The search is running or waits for a connection. */
  isLoading: boolean
  failed: boolean
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

/** Searches messages in one or all conversations, newest first. */
export function useMessageSearch(q: string, connected: boolean, cid?: string): MessageSearch {
  const query = q.trim().slice(0, chatLimits.searchCharacters)
  const words = searchTermsOf(query)
  const isIdle = words.length === 0
  const { data, isFetching, isPending, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['chat', 'found-messages', cid ?? 'all', query],
    enabled: !isIdle && connected,
    // Always refetch: new messages may match.
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      chat.call('messages.search', { query, ...(cid && { cid }), ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const messages = isIdle ? [] : (data?.pages.flatMap((page) => page.messages) ?? [])
  const changed = useEffectEvent((frame: ChatFrame) => {
    if (messages.some((message) => changes(frame, message))) void refetch()
  })
  useEffect(() => chat.onFrame((frame) => changed(frame)), [])
  return {
    messages,
    words,
    isIdle,
    isLoading: isFetching || isPending,
    failed: isError,
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}

/** Whether a message may be another one after a frame, or not be found any more. */
function changes(frame: ChatFrame, { cid, id }: Message): boolean {
  if (!('cid' in frame) || frame.cid !== cid) return false
  if (frame.type === 'message.updated' || frame.type === 'message.deleted') return frame.message.id === id
  // With the settings, the conversation may have been cleared.
  return frame.type === 'settings.updated' || (frame.type === 'message.hidden' && frame.messageId === id)
}
