import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNovu } from '@novu/react/hooks'
import clsx from 'clsx'
import { Archive, CheckCheck, Clock, Inbox as InboxIcon, type LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { towardsEnd } from '../../lib/i18n/direction.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useUnread } from '../../lib/browser/unread.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { unreadText } from '../../shared/unread-badge.tsx'
import { useNear } from '../../ui/layout/use-near.ts'
import { Item } from './item.tsx'
import { ListMenu } from './list-menu.tsx'
import { LoadFailed } from './load-failed.tsx'
import { tabFilters, type InboxTab } from './model.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { useInbox, type NotificationInbox } from './use-inbox.ts'

const tabNames = Object.keys(tabFilters) as InboxTab[]

export interface NotificationPanelProps {
  /** Scrolls with the page instead of within itself. */
  onPage?: boolean
  open: boolean
  tab: InboxTab
  onTab: (tab: InboxTab) => void
  /** Called when a link is followed, to close the list. */
  onClose: () => void
  /** Called when the list has rendered. */
  onListed?: () => void
}

/** Notification list with four tabs. */
export function NotificationPanel({ onPage = false, open, tab, onTab, onClose, onListed }: NotificationPanelProps) {
  const unread = useUnread('notifications')
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const labels: Record<InboxTab, string> = {
    all: t`All`,
    unread: t`Unread`,
    snoozed: t`Snoozed`,
    archived: t`Archived`,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The browser goes back and forward with them.
    if (event.altKey || event.metaKey) return
    const at = tabNames.indexOf(tab)
    const step = towardsEnd(1)
    const to = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: -1 }[event.key]
    const chosen = to === undefined ? undefined : tabNames.at(to % tabNames.length)
    if (!chosen) return
    event.preventDefault()
    onTab(chosen)
    document.getElementById(`notifications-${chosen}`)?.focus()
  }
  return (
    <>
      <div
        className={clsx(
          'flex shrink-0 items-center border-b border-line px-1.5 sm:gap-1 sm:ps-3',
          onPage && 'sticky top-0 z-20 bg-surface',
        )}
      >
        <div
          role="tablist"
          aria-label={t`Show`}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-w-0 flex-1 overflow-x-auto pb-px [scrollbar-width:none] sm:gap-1"
        >
          {tabNames.map((name) => (
            <button
              key={name}
              id={`notifications-${name}`}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls="notifications-list"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => onTab(name)}
              className={clsx(
                'relative min-h-11 shrink-0 rounded-t-control px-2 text-sm font-semibold sm:px-2.5 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                name === tab
                  ? 'text-text after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
                  : 'text-text-muted hover:text-text',
              )}
            >
              {labels[name]}
              {name === 'unread' && unread > 0 && (
                <>
                  {' '}
                  <span className="ms-0.5 font-normal text-text-muted tabular-nums">{unreadText(unread)}</span>
                </>
              )}
            </button>
          ))}
        </div>
        <div ref={setTools} className="flex shrink-0 items-center" />
      </div>
      <Tab key={tab} tab={tab} onPage={onPage} open={open} onClose={onClose} tools={tools} onListed={onListed} />
    </>
  )
}

interface TabProps {
  tab: InboxTab
  onPage: boolean
  open: boolean
  onClose: () => void
  /** Slot beside the tabs for bulk actions. */
  tools: HTMLElement | null
  onListed: (() => void) | undefined
}

function Tab({ tab, onPage, open, onClose, tools, onListed }: TabProps) {
  const novu = useNovu()
  const now = useNow()
  const unread = useUnread('notifications')
  const inbox = useInbox(tabFilters[tab], open)
  const { items, failed, refresh, change } = inbox
  const isInbox = tab === 'all' || tab === 'unread'
  useCatchUp(open, refresh)
  useMarkSeen(open, items, inbox.see)
  useLayoutEffect(() => {
    if (items) onListed?.()
  })
  const readAll = async () => {
    const ids = items?.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? []
    const isDone = await change(ids, () => novu.notifications.readAll(), t`Couldn't mark all as read`)
    if (isDone) toast.success(t`All marked as read`, { id: 'notification' })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tab panel takes the focus by Tab
    <div
      id="notifications-list"
      role="tabpanel"
      aria-labelledby={`notifications-${tab}`}
      tabIndex={0}
      aria-busy={!items && !failed}
      className={clsx(
        'focus-visible:-outline-offset-2',
        onPage ? 'pt-1' : 'min-h-0 flex-1 overflow-y-auto overscroll-contain',
      )}
    >
      {tools &&
        createPortal(
          <>
            {unread > 0 && isInbox && (
              <IconButton
                label={t`Mark all as read`}
                icon={<CheckCheck size={20} />}
                onClick={() => void readAll()}
                className="pointer-fine:size-9"
              />
            )}
            <ListMenu inbox={isInbox && items && items.length > 0 ? inbox : undefined} onLeave={onClose} />
          </>,
          tools,
        )}
      {!items && !failed && <PanelSkeleton />}
      {failed && <LoadFailed onRetry={inbox.retry} />}
      {items?.length === 0 && <Nothing tab={tab} />}
      {items && items.length > 0 && (
        <>
          <ul className="grid grid-cols-1 p-2">
            {items.map((item) => (
              <Item key={item.id} item={item} now={now} change={change} onRefresh={refresh} onLeave={onClose} />
            ))}
          </ul>
          <More inbox={inbox} />
        </>
      )}
    </div>
  )
}

/** Refetches when the panel opens. */
function useCatchUp(open: boolean, refresh: () => Promise<void>) {
  const wasOpen = useRef(open)
  useEffect(() => {
    if (open && !wasOpen.current) void refresh()
    wasOpen.current = open
  }, [open, refresh])
}

/** Marks shown notifications as seen. */
function useMarkSeen(open: boolean, items: NotificationInbox['items'], see: NotificationInbox['see']) {
  const unseen = items?.filter(({ isSeen }) => !isSeen).map(({ id }) => id) ?? []
  const key = unseen.join()
  useEffect(() => {
    if (open && key) see(key.split(','))
  }, [open, key, see])
}

/** Loads older notifications when the end comes into view; also has a button. */
function More({ inbox: { hasMore, isFetchingMore, fetchMore } }: { inbox: NotificationInbox }) {
  const ref = useNear(hasMore, fetchMore)
  if (!hasMore) return null
  return (
    <div ref={ref} className="grid justify-items-center p-3">
      <Button variant="quiet" size="sm" busy={isFetchingMore} onClick={fetchMore}>
        <Trans>Show older</Trans>
      </Button>
    </div>
  )
}

const emptyIcons: Record<InboxTab, LucideIcon> = {
  all: InboxIcon,
  unread: CheckCheck,
  snoozed: Clock,
  archived: Archive,
}

function Nothing({ tab }: { tab: InboxTab }) {
  const Icon = emptyIcons[tab]
  const texts: Record<InboxTab, [string, string]> = {
    all: [t`Nothing new`, t`Requests, replies and changes to your bookings appear here.`],
    unread: [t`No unread notifications`, t`You're all caught up.`],
    snoozed: [t`Nothing snoozed`, t`Snooze a notification and it comes back here at the time you choose.`],
    archived: [t`Nothing archived`, t`Archived notifications appear here.`],
  }
  const [title, text] = texts[tab]
  return (
    <EmptyState icon={<Icon size={26} />} title={title}>
      {text}
    </EmptyState>
  )
}
