import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNovu } from '@novu/react/hooks'
import clsx from 'clsx'
import { Archive, BellOff, CheckCheck, Clock, Inbox as InboxIcon, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useNow } from '../../lib/now.ts'
import { useUnread } from '../../lib/unread.ts'
import { Button, IconButton } from '../../ui/button.tsx'
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
  const readAll = useRef<() => void>(undefined)
  const [exposeReadAll] = useState(() => (read: () => void) => void (readAll.current = read))
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
      <div className="flex shrink-0 items-center gap-1 border-b border-line ps-3 pe-1.5">
        <div
          role="tablist"
          aria-label={t`Show`}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto pb-px [scrollbar-width:none]"
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
        {unread > 0 && (tab === 'all' || tab === 'unread') && (
          <IconButton
            label={t`Mark all as read`}
            icon={<CheckCheck size={20} />}
            onClick={() => readAll.current?.()}
            className="pointer-fine:size-9"
          />
        )}
      </div>
      <Tab key={tab} tab={tab} open={open} onClose={onClose} onReadAll={exposeReadAll} />
    </>
  )
}

interface TabProps {
  tab: InboxTab
  open: boolean
  onClose: () => void
  /** Is handed what "mark all as read" does to what is shown. */
  onReadAll: (read: () => void) => void
}

function Tab({ tab, open, onClose, onReadAll }: TabProps) {
  const novu = useNovu()
  const now = useNow()
  const inbox = useInbox(tabFilters[tab], open)
  const { items, failed, refresh, change } = inbox
  useCatchUp(open, refresh)
  useSeen(open, items, inbox.see)
  useEffect(() => {
    onReadAll(() => {
      const ids = items?.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? []
      void change(ids, () => novu.notifications.readAll(), t`Could not mark all as read`)
    })
  })

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
function useSeen(open: boolean, items: Inbox['items'], see: Inbox['see']) {
  const unseen = items?.filter(({ isSeen }) => !isSeen).map(({ id }) => id) ?? []
  const key = unseen.join()
  useEffect(() => {
    if (open && key) see(key.split(','))
  }, [open, key, see])
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
