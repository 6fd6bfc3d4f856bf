import type { ChatSnapshot, ListedChannel } from '@fettle/chat-client'
import { Trans } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { RetryButton } from '../../../shared/errors/retry-button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { LoadMore } from '../loading/load-more.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { chatToast } from '../alerts/chat-toast.ts'
import { chat } from '../connection/chat.ts'
import { chatText } from '../chat-texts.ts'
import { nameOf } from '../channel-members.ts'
import type { ChannelFilter } from './listed-channel.ts'
import { NotHere, NotLoaded } from '../loading/not-loaded.tsx'
import { ChannelRows } from './channel-rows.tsx'
import { useFoundChannels, type FoundChannels } from './use-found-channels.ts'

export interface ChannelListProps {
  snapshot: ChatSnapshot
  selected: string | undefined
  filter: ChannelFilter
  /** Part of a name to search for. */
  q: string
  scroller: HTMLElement | null
  /** Hides the empty state, since other kinds of results may follow. */
  quiet?: boolean
}

/** List of conversations, newest first, ten at a time: by name, unread or archived. */
export function ChannelList({ snapshot, selected, filter, q, scroller, quiet = false }: ChannelListProps) {
  const isFound = filter !== 'all' || q !== ''
  const found = useFoundChannels(filter, q, isFound && snapshot.connected)
  const isConnected = useConnection()
  const isLocal = isFound && !isConnected
  const shown = isLocal
    ? {
        ...found,
        channels: snapshot.channels.filter((each) => matchesFilter(each, filter, q, snapshot.me?.id)),
        hasMore: false,
      }
    : isFound
      ? found
      : {
          channels: snapshot.channels,
          isLoading: snapshot.isLoading,
          hasMore: snapshot.hasMore,
          loadMore: () => chat.loadMoreChannels(),
        }
  const loadMore = () => void shown.loadMore().catch(showFailure)
  const isEmpty = shown.channels.length === 0

  // No stored conversation matches. While connecting for the first time, the stored ones may not have been read yet.
  if (isEmpty && !isConnected && (snapshot.reconnecting || !snapshot.connecting))
    return quiet ? null : <NoStoredConversations />
  if (!isFound && isEmpty) {
    if (snapshot.error) return <ListFailed busy={snapshot.isLoading} />
    if (!snapshot.isSynced) return <ListSkeleton />
    return <NoConversations />
  }
  if (isEmpty) {
    if (found.isLoading) return <ListSkeleton />
    return quiet && !found.failed ? null : <NothingFound filter={filter} q={q} found={found} />
  }
  return (
    <>
      <ChannelRows
        {...shown}
        loadMore={loadMore}
        snapshot={snapshot}
        selected={selected}
        view={filter}
        scroller={scroller}
      />
      <LoadMore hasMore={shown.hasMore} busy={shown.isLoading} onClick={loadMore} />
    </>
  )
}

const showFailure = () => chatToast.error(chatText({ code: 'chat-client.listen-failed' }), { id: 'channels' })

/** Filters the stored conversations of this device. */
function matchesFilter(listed: ListedChannel, filter: ChannelFilter, q: string, me: string | undefined): boolean {
  if (filter === 'archived' || (filter === 'unread' && listed.unreadCount === 0)) return false
  return nameOf(listed.channel, me).toLocaleLowerCase().includes(q.toLocaleLowerCase())
}

const NoStoredConversations = () => (
  <NotHere>
    <Trans>You can read recent conversations offline. The others need a connection.</Trans>
  </NotHere>
)

const NoConversations = () => (
  <EmptyState
    icon={<MessagesSquare size={26} />}
    title={<Trans>No conversations yet</Trans>}
    action={
      <Link to={paths.bookings} className={buttonClass({ variant: 'secondary' })}>
        <Trans>Go to bookings</Trans>
      </Link>
    }
  >
    <Trans>Open a booking and choose Message to write to its customer. Your conversations appear here.</Trans>
  </EmptyState>
)

function NothingFound({ filter, q, found }: { filter: ChannelFilter; q: string; found: FoundChannels }) {
  if (found.failed) {
    return <NotLoaded icon={<MessagesSquare size={26} />} title={<Trans>Search failed</Trans>} onRetry={found.retry} />
  }
  return (
    <EmptyState
      icon={<MessagesSquare size={26} />}
      title={
        q ? (
          <Trans>No results for “{q}”</Trans>
        ) : filter === 'unread' ? (
          <Trans>You're all caught up</Trans>
        ) : (
          <Trans>No archived conversations</Trans>
        )
      }
    />
  )
}

function ListFailed({ busy }: { busy: boolean }) {
  useEffect(() => void (busy || showFailure()), [busy])
  return (
    <Banner
      tone="danger"
      alert
      title={chatText({ code: 'chat-client.listen-failed' })}
      action={<RetryButton size="sm" busy={busy} onClick={() => void chat.reloadChannels().catch(() => undefined)} />}
    />
  )
}

export function ListSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-0.5">
      <p className="sr-only">
        <Trans>Loading</Trans>
      </p>
      {['w-2/5', 'w-1/2', 'w-1/3', 'w-2/5', 'w-1/2'].map((width, index) => (
        <div key={index} className="flex items-center gap-3 px-3 py-2.5">
          <Skeleton className="size-14 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
