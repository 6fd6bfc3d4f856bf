import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ReactNode } from 'react'
import { useChat } from '../lib/chat.ts'
import { formatMoment } from '../lib/format.ts'
import { linkTo } from '../lib/route.ts'
import { session } from '../lib/session.ts'
import { RowLink } from '../ui/card.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Page, Waiting } from '../ui/page.tsx'

const kinds: Readonly<Record<string, string>> = { image: 'Photo', voice: 'Voice message' }

/** The latest message in one line. */
function excerptOf(message: Pick<Message, 'text' | 'deletedAt' | 'attachments' | 'location'> | null): string {
  const [file] = message?.attachments ?? []
  if (message?.deletedAt) return 'Message deleted'
  if (message?.location) return 'Location'
  return message?.text || (file ? kinds[file.kind] || file.name : '')
}

/** The customer's conversations, the newest first. */
export function MessagesPage(): ReactNode {
  const { channels, isSynced } = useChat()
  if (!isSynced) return <Waiting />
  return (
    <Page title="Messages">
      {channels.length === 0 && <p className="py-10 text-center text-muted">No conversations yet.</p>}
      <ul className="grid grid-cols-1 gap-2">
        {channels.map(({ cid, channel, lastMessage, unreadCount }) => {
          const other = channel.members.find(({ userId }) => userId !== session.customerId)?.user
          return (
            <li key={cid}>
              <RowLink href={linkTo('messages', cid)}>
                <span className="flex items-center gap-3">
                  <Avatar name={other?.name ?? ''} avatar={other?.image ?? null} />
                  <span className="min-w-0 flex-1">
                    <span className="flex justify-between gap-3">
                      <strong className="font-semibold">{other?.name}</strong>
                      {lastMessage && <span className="text-sm text-muted">{formatMoment(lastMessage.createdAt)}</span>}
                    </span>
                    <span className={`block truncate ${unreadCount > 0 ? 'font-semibold' : 'text-muted'}`}>
                      {excerptOf(lastMessage)}
                    </span>
                  </span>
                </span>
              </RowLink>
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
