import { sendStatesFor, type ListedChannel } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { BellOff, Pin } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { formatter, ownTimeZone, shortMoment } from '../../../lib/format/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { UnreadBadge } from '../../../shared/unread-badge.tsx'
import { ChannelMenu, ChannelSheet, type ClearOrLeave } from './channel-menu.tsx'
import { useDraft } from '../composer/drafts.ts'
import { isMuted } from './mute.ts'
import { lastMessageAt, lastMessageOf, type LastMessage } from './last-message.ts'
import { nameOf, othersOf } from '../channel-members.ts'
import { fromList, type ListView } from './view.ts'
import { SendStateMark } from '../message/send-state.tsx'
import { useLongPress } from '../../../ui/layout/use-long-press.ts'
import ClearOrLeaveDialog from './clear-or-leave-dialog.tsx'

export interface ChannelRowProps {
  listed: ListedChannel
  me: string | undefined
  online: Readonly<Record<string, boolean>>
  selected: boolean
  /** The list it is in, for the back link. */
  view: ListView
  now: Date
}

function rowLabel(word: LastMessage): string {
  switch (word.kind) {
    case 'none':
      return t`No messages yet`
    case 'typing': {
      const names = formatter().list(word.names, 'and')
      return word.names.length === 1 ? t`typing…` : t`${names} are typing…`
    }
    case 'draft':
      return word.text
    case 'deleted':
      return t`Message deleted`
    case 'card':
      return t`New update`
    case 'reply':
      return t`Reply in a thread`
    case 'text':
      return word.isMine ? t`You: ${word.text}` : word.text
  }
}

/** Row of the conversation list: name, last message, time and unread count. */
export const ChannelRow = memo(function ChannelRow({ listed, me, online, selected, view, now }: ChannelRowProps) {
  const { channel, lastMessage, unreadCount, membership } = listed
  const draft = useDraft(me, listed.cid)
  const others = othersOf(channel, me)
  const [other] = others
  const name = nameOf(channel, me)
  const word = lastMessageOf(listed, me, draft)
  const isOnline = other !== undefined && online[other.userId] === true
  const at = lastMessageAt(listed)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [toConfirm, setToConfirm] = useState<ClearOrLeave>()
  const press = useLongPress(() => setSheetOpen(true))
  return (
    <div className="group/channel relative">
      <Link
        to={conversationPath(listed.cid, fromList(view))}
        data-result
        {...press}
        aria-current={selected ? 'page' : undefined}
        className={clsx(
          'flex items-center gap-3 rounded-card px-3 py-2.5 transition-colors pointer-coarse:select-none',
          selected ? 'bg-accent-soft' : 'hover:bg-surface-hover active:bg-surface-hover',
        )}
      >
        <Avatar
          name={name}
          src={channel.image ?? other?.user.image}
          size="lg"
          {...(isOnline && { presence: 'online' })}
        />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-center gap-2">
            <span
              dir="auto"
              className={clsx('min-w-0 flex-1 truncate', unreadCount > 0 ? 'font-bold' : 'font-semibold')}
            >
              {name}
              {isOnline && <span className="sr-only">, {t`online`}</span>}
            </span>
            {membership?.settings.pinnedAt && <Pin size={14} aria-label={t`Pinned`} className="text-text-muted" />}
            {isMuted(membership, now) && <BellOff size={14} aria-label={t`Muted`} className="text-text-muted" />}
            {at && (
              <time
                dateTime={at}
                className={clsx(
                  'shrink-0 text-xs tabular-nums',
                  unreadCount > 0 ? 'font-semibold text-accent-text' : 'text-text-muted',
                )}
              >
                {shortMoment(at, ownTimeZone(), now)}
              </time>
            )}
          </span>
          <span className="flex items-center gap-2">
            <span
              className={clsx(
                'flex min-w-0 flex-1 items-center text-sm',
                word.kind === 'typing'
                  ? 'font-medium text-accent-text'
                  : unreadCount > 0
                    ? 'font-medium text-text'
                    : 'text-text-muted',
              )}
            >
              {word.kind === 'text' && word.isMine && (
                <SendStateMark state={sendStatesFor(others)(lastMessage?.seq ?? Infinity)} />
              )}
              {word.kind === 'draft' && (
                <span className="shrink-0 font-semibold text-accent-text">
                  <Trans>Draft:</Trans>&nbsp;
                </span>
              )}
              {/* From right to left it is wrapped: an ellipsis would replace the first words of a Latin title. */}
              <span dir="auto" className="truncate rtl:max-h-[1lh] rtl:wrap-anywhere rtl:whitespace-normal">
                {rowLabel(word)}
              </span>
            </span>
            <UnreadBadge count={unreadCount} />
          </span>
        </span>
      </Link>
      <ChannelMenu listed={listed} name={name} now={now} ask={setToConfirm} />
      {isSheetOpen && (
        <ChannelSheet listed={listed} name={name} now={now} ask={setToConfirm} onClose={() => setSheetOpen(false)} />
      )}
      {toConfirm && (
        <ClearOrLeaveDialog what={toConfirm} cid={listed.cid} name={name} onClose={() => setToConfirm(undefined)} />
      )}
    </div>
  )
})
