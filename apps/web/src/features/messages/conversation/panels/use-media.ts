import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { MediaKind } from '@fettle/protocol/chat/messages/media'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chat } from '../../connection/chat.ts'

const keyOf = (cid: string) => ['chat', 'media', cid] as const

/** Pages of a conversation's messages with media of a kind, newest first. */
export function useConversationMedia(cid: string, kind: MediaKind, connected: boolean) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: [...keyOf(cid), kind],
    enabled: connected,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => chat.call('media.list', { cid, kind, ...(pageParam && { before: pageParam }) }),
    getNextPageParam: ({ hasOlder, messages }) => (hasOlder ? messages.at(-1)?.seq : undefined),
  })
  // Sending or deleting here changes the result.
  useEffect(
    () =>
      chat.onFrame((frame) => {
        if (!('message' in frame) || !('cid' in frame) || frame.cid !== cid) return
        const { attachments, text, kind: is } = frame.message
        const isOf = frame.type === 'message.deleted' || is === 'deleted' || attachments || /https?:\/\//i.test(text)
        if (isOf) void client.invalidateQueries({ queryKey: keyOf(cid) })
      }),
    [client, cid],
  )
  return query
}

/** One picture, file or link with its message. */
export interface PictureOf {
  message: Message
  attachment: Attachment
}

const isPicture = ({ kind }: Attachment) => kind === 'image' || kind === 'video'

/** Pictures or other files of messages. */
export const attachmentsOf = (messages: readonly Message[], kind: 'pictures' | 'files'): PictureOf[] =>
  messages.flatMap((message) =>
    (message.attachments ?? [])
      .filter((attachment) => isPicture(attachment) === (kind === 'pictures'))
      .map((attachment) => ({ message, attachment })),
  )
