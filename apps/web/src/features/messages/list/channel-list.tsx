import type { ChatSnapshot, ListedChannel } from '@fettle/chat-client'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useNow } from '../../../lib/now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChannelRow } from './channel-row.tsx'
import { chat } from '../chat.ts'
import { channelFilters, type ChannelFilter } from '../model.ts'
import { useFoundChannels, type FoundChannels } from './use-found-channels.ts'

const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

const filterLabels = { all: msg`All`, unread: msg`Unread`, archived: msg`Archived` }

/** The conversations: newest first, ten at a time; searched by name, only the unread ones, or those put away. */
export function ChannelList({ snapshot, selected }: { snapshot: ChatSnapshot; selected: string | undefined }) {
  const { _ } = useLingui()
  const [filter, setFilter] = useState<ChannelFilter>('all')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const isFound = filter !== 'all' || q !== ''
  const found = useFoundChannels(filter, q, isFound && snapshot.connected)
  const all = {
    channels: snapshot.channels,
    isLoading: snapshot.isLoading,
    hasMore: snapshot.hasMore,
    loadMore: () => quietly(chat.loadMoreChannels()),
  }
  const shown = isFound ? found : all
  const isEmpty = shown.channels.length === 0

  if (!isFound && isEmpty) {
    if (snapshot.error) return <ListFailed message={snapshot.error} busy={all.isLoading} />
    if (!snapshot.isSetUp) return <ListSkeleton />
  }
  return (
    <>
      <div className="grid gap-2 px-3 pb-3">
        <SearchField value={typed} onChange={setTyped} label={t`Search conversations`} placeholder={t`Name`} />
        <FilterBar
          label={t`Conversations shown`}
          options={channelFilters.map((name) => ({
            name,
            label: _(filterLabels[name]),
            ...(name === 'unread' && snapshot.unreadChannels > 0 && { count: snapshot.unreadChannels }),
          }))}
          current={filter}
          onChange={setFilter}
        />
      </div>
      {isEmpty &&
        isFound &&
        (found.isLoading ? <ListSkeleton /> : <NothingFound filter={filter} q={q} found={found} />)}
      {isEmpty && !isFound && <NoConversations />}
      <Rows channels={shown.channels} snapshot={snapshot} selected={selected} />
      {shown.hasMore && (
        <div className="grid justify-items-center py-4">
          <Button variant="secondary" size="sm" busy={shown.isLoading} onClick={shown.loadMore}>
            <Trans>Load more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

interface RowsProps {
  channels: readonly ListedChannel[]
  snapshot: ChatSnapshot
  selected: string | undefined
}

function Rows({ channels, snapshot: { me, online }, selected }: RowsProps) {
  const now = useNow()
  if (channels.length === 0) return null
  return (
    <ul aria-label={t`Conversations`} className="grid grid-cols-1 gap-0.5">
      {channels.map((listed) => (
        <li key={listed.cid}>
          <ChannelRow listed={listed} me={me?.id} online={online} selected={listed.cid === selected} now={now} />
        </li>
      ))}
    </ul>
  )
}

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
    <Trans>Open a booking and press Message to write to its customer. Their messages to you appear here.</Trans>
  </EmptyState>
)

function NothingFound({ filter, q, found }: { filter: ChannelFilter; q: string; found: FoundChannels }) {
  if (found.failed) {
    return (
      <EmptyState
        icon={<MessagesSquare size={26} />}
        title={<Trans>The search did not get through</Trans>}
        action={
          <Button variant="secondary" onClick={found.retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<MessagesSquare size={26} />}
      title={
        q ? (
          <Trans>Nobody is called “{q}”</Trans>
        ) : filter === 'unread' ? (
          <Trans>You have read everything</Trans>
        ) : (
          <Trans>Nothing is archived</Trans>
        )
      }
    />
  )
}

function ListFailed({ message, busy }: { message: string; busy: boolean }) {
  return (
    <Banner
      tone="danger"
      alert
      title={message}
      action={
        <Button size="sm" variant="secondary" busy={busy} onClick={() => quietly(chat.reloadChannels())}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}

function ListSkeleton() {
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
