import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNovu } from '@novu/react/hooks'
import clsx from 'clsx'
import { Archive, BellOff, CheckCheck, Clock, Inbox as InboxIcon, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNow } from '../../lib/now.ts'
import { useUnread } from '../../lib/unread.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Item } from './item.tsx'
import { tabFilters, type InboxTab } from './model.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { useInbox, type Inbox } from './use-inbox.ts'

const tabNames = Object.keys(tabFilters) as InboxTab[]

/** Everything the provider was told, in four heaps. */
export function NotificationPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [tab, setTab] = useState<InboxTab>('all')
  const unread = useUnread('notifications')
  const labels: Record<InboxTab, string> = {
    all: t`All`,
    unread: t`Unread`,
    snoozed: t`Snoozed`,
    archived: t`Archived`,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabNames.indexOf(tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at + 3, Home: 0, End: 3 }[event.key]
    const chosen = to === undefined ? undefined : tabNames[to % tabNames.length]
    if (!chosen) return
    event.preventDefault()
    setTab(chosen)
    document.getElementById(`notifications-${chosen}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={t`Show`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3 [scrollbar-width:none]"
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
            onClick={() => setTab(name)}
            className={clsx(
              'relative min-h-11 shrink-0 rounded-t-control px-2.5 text-sm font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
              name === tab
                ? 'text-text after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-text-muted hover:text-text',
            )}
          >
            {labels[name]}
            {name === 'unread' && unread > 0 && (
              <span className="ms-1.5 font-normal text-text-muted tabular-nums">{unread > 99 ? '99+' : unread}</span>
            )}
          </button>
        ))}
      </div>
      <Tab key={tab} tab={tab} open={open} onClose={onClose} />
    </>
  )
}

function Tab({ tab, open, onClose }: { tab: InboxTab; open: boolean; onClose: () => void }) {
  const novu = useNovu()
  const now = useNow()
  const inbox = useInbox(tabFilters[tab], open)
  const { items, failed, refresh, change } = inbox
  useCatchUp(open, refresh)
  useSeen(open, inbox)
  const unreadIds = items?.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? []

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tab panel is reached by Tab
    <div
      id="notifications-list"
      role="tabpanel"
      aria-labelledby={`notifications-${tab}`}
      tabIndex={0}
      aria-busy={!items && !failed}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      {!items && !failed && <PanelSkeleton />}
      {failed && <Failed onRetry={inbox.retry} />}
      {items?.length === 0 && <Nothing tab={tab} />}
      {items && items.length > 0 && (
        <>
          {unreadIds.length > 0 && tab !== 'snoozed' && (
            <div className="flex justify-end px-3 pt-2">
              <Button
                variant="quiet"
                size="sm"
                icon={<CheckCheck size={18} aria-hidden="true" />}
                onClick={() =>
                  void change(unreadIds, () => novu.notifications.readAll(), t`Could not mark all as read`)
                }
              >
                <Trans>Mark all as read</Trans>
              </Button>
            </div>
          )}
          <ul className="grid p-2">
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

/** Fetches what changed while the panel was closed. */
function useCatchUp(open: boolean, refresh: () => Promise<void>) {
  const wasOpen = useRef(open)
  useEffect(() => {
    if (open && !wasOpen.current) void refresh()
    wasOpen.current = open
  }, [open, refresh])
}

/** What was shown has been seen. */
function useSeen(open: boolean, { items }: Inbox) {
  const novu = useNovu()
  const unseen = items?.filter(({ isSeen }) => !isSeen).map(({ id }) => id) ?? []
  const key = unseen.join()
  useEffect(() => {
    if (open && key) void novu.notifications.seenAll({ notificationIds: key.split(',') })
  }, [novu, open, key])
}

/** Older ones, fetched as the end comes into view; the button is for those who do not scroll. */
function More({ inbox: { hasMore, isFetchingMore, fetchMore } }: { inbox: Inbox }) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(fetchMore)
  useEffect(() => {
    latest.current = fetchMore
  })
  useEffect(() => {
    const mark = ref.current
    if (!hasMore || !mark) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '300px',
    })
    observer.observe(mark)
    return () => observer.disconnect()
  }, [hasMore])
  if (!hasMore) return null
  return (
    <div ref={ref} className="grid justify-items-center p-3">
      <Button variant="quiet" size="sm" busy={isFetchingMore} onClick={fetchMore}>
        <Trans>Show older ones</Trans>
      </Button>
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<BellOff size={26} />}
      title={<Trans>We couldn't load your notifications</Trans>}
      action={
        <Button variant="secondary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Check your connection. They are kept for you.</Trans>
    </EmptyState>
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
    all: [t`Nothing new`, t`Requests, answers and changes to your bookings will be announced here.`],
    unread: [t`All read`, t`You are up to date.`],
    snoozed: [t`Nothing snoozed`, t`Put a notification off, and it comes back here at the time you choose.`],
    archived: [t`Nothing archived`, t`What you put away is kept here.`],
  }
  const [title, text] = texts[tab]
  return (
    <EmptyState icon={<Icon size={26} />} title={title}>
      {text}
    </EmptyState>
  )
}
