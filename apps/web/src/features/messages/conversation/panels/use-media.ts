import type { ChatFrame } from '@fettle/protocol/chat/events'
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
  useEffect(() => {
    const reload = () => void client.invalidateQueries({ queryKey: keyOf(cid) })
    const stops = [
      chat.onRecovery(reload),
      chat.onFrame((frame) => {
        if ('cid' in frame && frame.cid === cid && mayChangeMedia(frame)) reload()
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client, cid])
  return query
}

/** Whether the media of a conversation may be others after a frame. */
function mayChangeMedia(frame: ChatFrame): boolean {
  switch (frame.type) {
    case 'message.new':
      return frame.message.attachments !== undefined || /https?:\/\//i.test(frame.message.text)
    case 'message.updated':
    case 'message.deleted':
    case 'message.hidden':
    // The history may have been cleared.
    case 'settings.updated':
      return true
    default:
      return false
  }
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
