import type { ChatSnapshot } from '@fettle/chat-client'
import type { Channel } from '@fettle/protocol/chat/channels/channels'
import type { Thread } from '@fettle/protocol/chat/messages/threads'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { MessagesSquare } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { ownTimeZone, shortMoment } from '../../../lib/format/dates.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { LoadMore } from '../loading/load-more.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { chatToast } from '../alerts/chat-toast.ts'
import { ListSkeleton } from '../list/channel-list.tsx'
import { useChannelsOf } from '../list/use-channels-of.ts'
import { fromList } from '../list/view.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { inOneLine } from '../message/media/media.ts'
import { nameOf, othersOf } from '../channel-members.ts'
import { NotHere, NotLoaded } from '../loading/not-loaded.tsx'
import { threads as store, useThreads } from './store.ts'
import { NewMark } from './thread-footer.tsx'
import { authorName } from '../message/person-name.ts'

/** Threads of the caller, latest reply first. */
export function ThreadsView({ snapshot }: { snapshot: ChatSnapshot }) {
  const { threads, isLoading, hasMore, error } = useThreads()
  const [search] = useSearchParams()
  const shown = search.get('thread')
  const channelOf = useChannelsOf(threads.map(({ cid }) => cid))
  const now = useNow()
  const me = snapshot.me?.id
  const isConnected = useConnection()
  if (threads.length === 0) {
    if (!isConnected) return <NotHere />
    if (error) return <ThreadsNotLoaded busy={isLoading} />
    if (isLoading || !snapshot.isSynced) return <ListSkeleton />
    return (
      <EmptyState icon={<MessagesSquare size={26} />} title={<Trans>No threads yet</Trans>}>
        <Trans>Reply in a thread to keep one topic together.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={t`Threads`} className="grid grid-cols-1 gap-0.5">
        {threads.map((thread) => (
          <li key={thread.parent.id}>
            <ThreadRow
              thread={thread}
              channel={channelOf(thread.cid)}
              me={me}
              now={now}
              selected={thread.parent.id === shown}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={hasMore}
        busy={isLoading}
        onClick={() => void store.loadMore().catch(() => chatToast.error(t`Couldn't load the threads`))}
      />
    </>
  )
}

interface ThreadRowProps {
  thread: Thread
  channel: Channel | undefined
  me: string | undefined
  now: Date
  selected: boolean
}

function ThreadRow({ thread: { cid, parent, lastReply, reading }, channel, me, now, selected }: ThreadRowProps) {
  const name = channel ? nameOf(channel, me) : authorName(parent.user)
  const face = channel && othersOf(channel, me)[0]?.user
  const isNew = reading.unreadCount > 0
  const textOf = (message: Thread['parent']) =>
    message.kind === 'deleted' ? t`Message deleted` : inOneLine(message, plainText(message.text))
  const replyText = (reply: Thread['parent']) => {
    const who = reply.user?.id === me ? t`You` : authorName(reply.user)
    const said = textOf(reply)
    return t`${who}: ${said}`
  }
  return (
    <Link
      to={conversationPath(cid, { side: 'thread', thread: parent.id, ...fromList('threads') })}
      data-result
      aria-current={selected ? 'page' : undefined}
      className={clsx(
        'flex items-start gap-3 rounded-card px-3 py-2.5 transition-colors',
        selected ? 'bg-accent-soft' : 'hover:bg-surface-hover active:bg-surface-hover',
      )}
    >
      <Avatar name={name} src={channel?.image ?? face?.image} className="mt-0.5" />
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex items-center gap-2">
          <span dir="auto" className={clsx('min-w-0 flex-1 truncate', isNew ? 'font-bold' : 'font-semibold')}>
            {name}
          </span>
          {lastReply && (
            <time dateTime={lastReply.createdAt} className="shrink-0 text-xs text-text-muted tabular-nums">
              {shortMoment(lastReply.createdAt, ownTimeZone(), now)}
            </time>
          )}
        </span>
        <span dir="auto" className="truncate border-s-2 border-line-strong ps-2 text-sm text-text-muted">
          {textOf(parent)}
        </span>
        <span className="flex items-center gap-2 text-sm">
          <span dir="auto" className={clsx('min-w-0 flex-1 truncate', isNew ? 'font-medium' : 'text-text-muted')}>
            {lastReply ? replyText(lastReply) : <Trans>No replies left</Trans>}
          </span>
          {isNew && <NewMark count={reading.unreadCount} />}
        </span>
      </span>
    </Link>
  )
}

const ThreadsNotLoaded = ({ busy }: { busy: boolean }) => (
  <NotLoaded
    icon={<MessagesSquare size={26} />}
    title={<Trans>Couldn't load the threads</Trans>}
    busy={busy}
    onRetry={() => void store.open().catch(() => undefined)}
  />
)
