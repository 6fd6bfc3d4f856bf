import type { ChannelSnapshot, ChannelStore, ChatSnapshot } from '@fettle/chat-client'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, Info, Pin, Search } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { agoText } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { listAddress } from '../list/view.ts'
import { nameOf, othersOf } from '../channel-members.ts'
import { PersonMenu } from '../moderation/person-menu.tsx'
import type { ModerationDialog } from '../moderation/use-moderation.ts'
import type { SidePanel, SidePanelName } from './panels/side-panel.ts'

export interface ConversationHeaderProps {
  channel: ChannelSnapshot
  snapshot: ChatSnapshot
  store: ChannelStore
  alone: boolean
  /** The open side panel. */
  side: SidePanelName | undefined
  onSide: (side: SidePanel) => void
  /** Opens the dialog for reporting or blocking. */
  onAsk: (question: ModerationDialog) => void
}

/** Header of a conversation: name, presence and typing. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const {
    channel: { channel, typing, pinned, status },
    store,
    snapshot,
    alone,
    side,
    onSide,
    onAsk,
  } = props
  const pins = usePinCount(store, snapshot.connected && status === 'ready', pinned)
  const [search] = useSearchParams()
  const me = snapshot.me?.id
  const other = channel ? othersOf(channel, me)[0] : undefined
  const name = channel ? nameOf(channel, me) : ''
  const isOnline = other !== undefined && snapshot.online[other.userId] === true
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 md:gap-3 md:px-4">
      {alone && (
        <Link
          to={listAddress(search)}
          aria-label={t`All conversations`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text"
        >
          <ChevronLeft size={24} aria-hidden="true" className="rtl:rotate-180" />
        </Link>
      )}
      {channel ? (
        <>
          {alone ? (
            // On a phone the avatar opens the profile, since there is no room for a button.
            <button
              type="button"
              aria-label={t`About ${name}`}
              onClick={() => onSide({ name: 'about' })}
              className="grid size-11 shrink-0 place-items-center rounded-full"
            >
              <Avatar name={name} src={channel.image ?? other?.user.image} {...(isOnline && { presence: 'online' })} />
            </button>
          ) : (
            <Avatar name={name} src={channel.image ?? other?.user.image} {...(isOnline && { presence: 'online' })} />
          )}
          <div className="min-w-0 flex-1">
            <h1 dir="auto" tabIndex={-1} title={name} className="truncate font-semibold">
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
          {pins > 0 && (
            <button
              type="button"
              aria-label={plural(pins, { one: '# pinned message', other: '# pinned messages' })}
              title={t`Pinned messages`}
              aria-expanded={side === 'pinned'}
              onClick={() => onSide({ name: 'pinned' })}
              className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-control px-2 text-sm font-semibold text-text-muted tabular-nums hover:bg-surface-hover hover:text-text"
            >
              <Pin size={18} aria-hidden="true" />
              {pins}
            </button>
          )}
          <IconButton
            label={t`Search this conversation`}
            icon={<Search size={20} />}
            aria-expanded={side === 'search'}
            onClick={() => onSide({ name: 'search' })}
          />
          {!alone && side !== 'about' && (
            <IconButton
              label={t`About ${name}`}
              icon={<Info size={22} />}
              aria-expanded={false}
              onClick={() => onSide({ name: 'about' })}
            />
          )}
          {other && <PersonMenu channel={channel} me={me} name={name} onAsk={onAsk} />}
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

/** Number of pinned messages, loaded after the conversation. */
function usePinCount(store: ChannelStore, ready: boolean, pinned: ChannelSnapshot['pinned']): number {
  const isUnknown = pinned === null
  useEffect(() => {
    if (ready && isUnknown) store.loadPinned().catch(() => undefined)
  }, [ready, isUnknown, store])
  return pinned?.length ?? 0
}

function Presence({ online, lastActiveAt }: { online: boolean; lastActiveAt: string | null }) {
  const now = useNow()
  if (!online && !lastActiveAt) return null
  const ago = lastActiveAt ? agoText(lastActiveAt, now) : ''
  return (
    <p className="truncate text-sm text-text-muted">
      {online ? <Trans>Online</Trans> : <Trans>Last seen {ago}</Trans>}
    </p>
  )
}
