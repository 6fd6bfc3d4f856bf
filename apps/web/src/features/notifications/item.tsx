import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Notification as InboxItem } from '@novu/react/hooks'
import clsx from 'clsx'
import {
  Archive,
  Bell,
  CalendarDays,
  Check,
  FileText,
  Gift,
  IdCard,
  LifeBuoy,
  MessagesSquare,
  Scale,
  ScrollText,
  ShieldAlert,
  Star,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { focusBeside } from '../../ui/layout/focus-beside.ts'
import { agoText, momentText, ownTimeZone } from '../../lib/format/dates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { softTone } from '../../ui/feedback/status-chip.tsx'
import { SwipeRow } from '../../ui/layout/swipe-row.tsx'
import { ItemMenu, useArchiving } from './item-menu.tsx'
import { innerPath, toneOf, urgencyOf } from './model.ts'
import type { NotificationInbox } from './use-inbox.ts'

/** By tag. */
const icons: Readonly<Record<string, LucideIcon>> = {
  bookings: CalendarDays,
  offers: FileText,
  contracts: ScrollText,
  disputes: Scale,
  earnings: Wallet,
  documents: IdCard,
  messages: MessagesSquare,
  reviews: Star,
  referrals: Gift,
  support: LifeBuoy,
  security: ShieldAlert,
}

export interface ItemProps {
  item: InboxItem
  now: Date
  change: NotificationInbox['change']
  onRefresh: NotificationInbox['refresh']
  /** Called when a link is followed, to close the list. */
  onLeave: () => void
}

/** One notification: text, time and actions. */
export function Item({ item, now, change, onRefresh, onLeave }: ItemProps) {
  const { id, isRead, subject, body, createdAt, snoozedUntil, isArchived, isSnoozed } = item
  const urgency = urgencyOf(item)
  const Icon = icons[item.tags?.[0] ?? ''] ?? Bell
  const read = () => (isRead ? undefined : void change([id], () => item.read(), t`Couldn't mark it as read`))
  const follow = () => {
    read()
    onLeave()
  }
  const title = subject ?? body
  const { archive } = useArchiving({ item, change, onRefresh })
  const isInInbox = !isArchived && !isSnoozed
  const archiveHere = (button: HTMLElement) => {
    const row = button.closest('li')
    focusBeside(row, 'a, button')
    // No other row can take the focus.
    if (row?.contains(document.activeElement)) row.closest<HTMLElement>('[role=tabpanel]')?.focus()
    void archive()
  }
  return (
    <SwipeRow
      data-notification={id}
      toEnd={
        isInInbox
          ? { label: <Trans>Archive</Trans>, className: 'bg-info-soft text-info', run: () => void archive() }
          : undefined
      }
      toStart={undefined}
      // Scroll margin for the sticky tabs above the list.
      className="group/notification flex gap-3 rounded-control p-2 data-swiping:bg-surface-raised transition-colors focus-within:bg-surface-hover hover:bg-surface-hover [&_:is(a,button)]:scroll-mt-16"
    >
      {item.avatar ? (
        <Avatar name={title} src={item.avatar} />
      ) : (
        <span
          aria-hidden="true"
          className={clsx('grid size-10 shrink-0 place-items-center rounded-full', softTone[toneOf(item)])}
        >
          <Icon size={20} />
        </span>
      )}
      <div className="grid min-w-0 flex-1 content-start gap-0.5">
        <Title item={item} title={title} onFollow={follow} onRead={read} />
        {subject && (
          <p className="line-clamp-3 text-sm text-pretty text-text-muted">
            <bdi>{body}</bdi>
          </p>
        )}
        <p className="text-xs text-text-muted">
          {isSnoozed && snoozedUntil ? (
            t`Snoozed until: ${momentText(snoozedUntil, ownTimeZone(), now)}`
          ) : (
            <time dateTime={createdAt} title={momentText(createdAt, ownTimeZone(), now)}>
              {agoText(createdAt, now)}
            </time>
          )}
          {urgency !== 'normal' && (
            <span className={clsx('font-semibold', urgency === 'urgent' ? 'text-danger' : 'text-accent-text')}>
              {' · '}
              {urgency === 'urgent' ? <Trans>Urgent</Trans> : <Trans>Important</Trans>}
            </span>
          )}
        </p>
        <Actions item={item} onFollow={follow} change={change} />
      </div>
      <div className="relative flex flex-col items-center">
        {isInInbox && (
          <button
            type="button"
            aria-label={t`Archive “${title}”`}
            aria-keyshortcuts="E"
            title={t`Archive (E)`}
            onClick={({ currentTarget }) => archiveHere(currentTarget)}
            className="absolute end-full -mt-1 grid size-9 place-items-center rounded-control bg-surface-hover text-text-muted opacity-0 transition-opacity group-hover/notification:opacity-100 hover:text-text focus-visible:opacity-100 pointer-coarse:hidden"
          >
            <Archive size={18} aria-hidden="true" />
          </button>
        )}
        <ItemMenu item={item} change={change} onRefresh={onRefresh} />
        {!isRead && <span aria-hidden="true" className="mt-0.5 size-2.5 rounded-full bg-accent" />}
      </div>
    </SwipeRow>
  )
}

// Stretches the link over the row.
const stretched = 'text-start after:absolute after:inset-0 after:rounded-control'

function Title(props: { item: InboxItem; title: string; onFollow: () => void; onRead: () => void }) {
  const { item, title, onFollow, onRead } = props
  const path = innerPath(item.redirect?.url)
  const className = clsx(stretched, 'text-sm text-pretty', item.isRead ? 'font-medium' : 'font-semibold')
  const text = (
    <>
      {!item.isRead && (
        <span className="sr-only">
          <Trans>Unread:</Trans>{' '}
        </span>
      )}
      <bdi>{title}</bdi>
    </>
  )
  if (path) {
    return (
      <Link to={path} data-row onClick={onFollow} className={className}>
        {text}
      </Link>
    )
  }
  if (item.redirect) {
    return (
      <a href={item.redirect.url} target="_blank" rel="noreferrer" onClick={onRead} className={className}>
        {text}
      </a>
    )
  }
  return item.isRead ? (
    <p className={className}>{text}</p>
  ) : (
    <button type="button" onClick={onRead} className={className}>
      {text}
    </button>
  )
}

function Actions({
  item,
  onFollow,
  change,
}: {
  item: InboxItem
  onFollow: () => void
  change: NotificationInbox['change']
}) {
  const actions = [
    {
      kind: 'primary',
      action: item.primaryAction,
      complete: () => item.completePrimary(),
      revert: () => item.revertPrimary(),
    },
    {
      kind: 'secondary',
      action: item.secondaryAction,
      complete: () => item.completeSecondary(),
      revert: () => item.revertSecondary(),
    },
  ] as const
  const completedAction = actions.find(({ action }) => action?.isCompleted)
  if (completedAction) {
    return (
      <div className="relative z-1 mt-1 flex w-fit flex-wrap items-center gap-2">
        <p className="flex items-center gap-1.5 text-sm font-semibold text-success">
          <Check size={16} aria-hidden="true" />
          <Trans>Done</Trans>
        </p>
        {/* Only actions completed here can be undone here; those with a link are done elsewhere. */}
        {!completedAction.action?.redirect && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => void change([item.id], completedAction.revert, t`Couldn't undo it`)}
          >
            <Trans>Undo</Trans>
          </Button>
        )}
      </div>
    )
  }
  if (!item.primaryAction && !item.secondaryAction) return null
  return (
    <div className="relative z-1 mt-1.5 flex w-fit flex-wrap gap-2">
      {actions.map(({ kind, action, complete }) => {
        if (!action) return null
        const path = innerPath(action.redirect?.url)
        const className = buttonClass({ size: 'sm', variant: kind === 'primary' ? 'secondary' : 'quiet' })
        if (path) {
          return (
            <Link key={kind} to={path} onClick={onFollow} className={className}>
              {action.label}
            </Link>
          )
        }
        if (action.redirect) {
          return (
            <a key={kind} href={action.redirect.url} target="_blank" rel="noreferrer" className={className}>
              {action.label}
            </a>
          )
        }
        return (
          <button
            key={kind}
            type="button"
            className={className}
            onClick={() => void change([item.id], complete, t`That didn't work`)}
          >
            {action.label}
          </button>
        )
      })}
    </div>
  )
}
