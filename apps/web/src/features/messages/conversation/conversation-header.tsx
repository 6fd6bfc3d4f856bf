import type { ChannelSnapshot, ChatSnapshot } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, Info } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { agoText } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { nameOf, othersOf } from '../model.ts'

export interface ConversationHeaderProps {
  channel: ChannelSnapshot
  snapshot: ChatSnapshot
  alone: boolean
  /** Shows who it is and what there is between the two; absent where that is shown already. */
  onAbout: (() => void) | undefined
}

/** Who it is, and whether they are here or writing. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const {
    channel: { channel, typing },
    snapshot,
    alone,
    onAbout,
  } = props
  const me = snapshot.me?.id
  const other = channel ? othersOf(channel, me)[0] : undefined
  const name = channel ? nameOf(channel, me) : ''
  const isOnline = other !== undefined && snapshot.online[other.userId] === true
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b border-line bg-surface px-2 md:px-4">
      {alone && (
        <Link
          to={paths.messages}
          aria-label={t`All conversations`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text"
        >
          <ChevronLeft size={24} aria-hidden="true" />
        </Link>
      )}
      {channel ? (
        <>
          <Avatar name={name} src={channel.image ?? other?.user.image} {...(isOnline && { presence: 'online' })} />
          <div className="min-w-0 flex-1">
            <h1 tabIndex={-1} className="truncate font-semibold">
              {name}
            </h1>
            {typing.length > 0 ? (
              <p className="truncate text-sm font-medium text-accent-text">
                <Trans>typing…</Trans>
              </p>
            ) : (
              <Presence online={isOnline} lastActiveAt={other?.user.lastActiveAt ?? null} />
            )}
          </div>
          {onAbout && <IconButton label={t`About ${name}`} icon={<Info size={22} />} onClick={onAbout} />}
        </>
      ) : (
        <div className="flex flex-1 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-5 w-40" />
        </div>
      )}
    </header>
  )
}

function Presence({ online, lastActiveAt }: { online: boolean; lastActiveAt: string | null }) {
  const now = useNow()
  if (!online && !lastActiveAt) return null
  const ago = lastActiveAt ? agoText(lastActiveAt, now) : ''
  return (
    <p className="truncate text-sm text-text-muted">
      {online ? <Trans>Online</Trans> : <Trans>Last here {ago}</Trans>}
    </p>
  )
}
