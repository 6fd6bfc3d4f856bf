import type { Message } from '@fettle/protocol/chat/messages/messages'
import { Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { ownTimeZone, shortMoment } from '../../../../lib/format/dates.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { plainText } from '../../../../lib/format/markup.ts'
import { inOneLine } from '../../message/media/media.ts'
import { authorName } from '../../message/person-name.ts'

export interface MessagePreviewRowProps {
  message: Pick<Message, 'user' | 'text' | 'createdAt' | 'attachments' | 'pollId' | 'location' | 'kind'>
  me: string | undefined
  now: Date
  /** Replaces the message's preview text. */
  words?: ReactNode
  /** Origin of the message, shown below it. */
  channelName?: ReactNode
}

/** Row for a message in a side panel: sender, time and preview. */
export function MessagePreviewRow({ message, me, now, words, channelName }: MessagePreviewRowProps) {
  const { user, createdAt, text, attachments = [] } = message
  return (
    <span className="flex min-w-0 items-start gap-3 text-start">
      <Avatar name={authorName(user)} src={user?.image} className="mt-0.5" />
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {user && user.id === me ? <Trans>You</Trans> : authorName(user)}
          </span>
          <time dateTime={createdAt} className="shrink-0 text-xs text-text-muted tabular-nums">
            {shortMoment(createdAt, ownTimeZone(), now)}
          </time>
        </span>
        <span dir="auto" className="line-clamp-3 text-sm break-words text-text-muted">
          {attachments.length > 0 && <Paperclip size={14} aria-hidden="true" className="me-1 inline align-[-2px]" />}
          {words ?? inOneLine(message, plainText(text))}
        </span>
        {channelName}
      </span>
    </span>
  )
}
