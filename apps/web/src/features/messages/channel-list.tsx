import type { ChatSnapshot } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useNow } from '../../lib/now.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChannelRow } from './channel-row.tsx'
import { chat } from './chat.ts'

const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

/** All conversations, newest first, ten at a time. */
export function ChannelList({ snapshot, selected }: { snapshot: ChatSnapshot; selected: string | undefined }) {
  const { channels, me, online, isSetUp, isLoading, hasMore, error } = snapshot
  const now = useNow()

  if (channels.length === 0) {
    if (error) return <ListFailed message={error} busy={isLoading} />
    if (!isSetUp) return <ListSkeleton />
    return (
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
  }
  return (
    <>
      <ul aria-label={t`Conversations`} className="grid grid-cols-1 gap-0.5">
        {channels.map((listed) => (
          <li key={listed.cid}>
            <ChannelRow listed={listed} me={me?.id} online={online} selected={listed.cid === selected} now={now} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="grid justify-items-center py-4">
          <Button variant="secondary" size="sm" busy={isLoading} onClick={() => quietly(chat.loadMoreChannels())}>
            <Trans>Load more</Trans>
          </Button>
        </div>
      )}
    </>
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
