import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { useMedia } from '../../lib/browser/media.ts'
import { paths } from '../../routing/paths.ts'
import { useUnread } from '../../lib/browser/unread.ts'
import { inboxSessionQuery } from './api.ts'
import { Arrivals } from './arrivals.tsx'
import { Connection } from './connection.tsx'
import { LoadFailed } from './load-failed.tsx'
import type { InboxTab } from './model.ts'
import { pageHost } from './page-host.ts'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { unreadText } from '../../shared/unread-badge.tsx'
import { UnreadCounter } from './unread-counter.tsx'

const loadPanel = () => import('./panel.tsx')
const Panel = lazy(() => loadPanel().then(({ NotificationPanel }) => ({ default: NotificationPanel })))
const loadPage = () => import('./page-panel.tsx')
const PagePanel = lazy(() => loadPage().then((module) => ({ default: module.PagePanel })))

const BUTTON = 'notifications-button'
const POPOVER = 'notifications-popover'
const TITLE = 'notifications-title'

/** Notification bell with unread count and panel. */
export function Bell() {
  const client = useQueryClient()
  const { data: session, failureCount } = useQuery(inboxSessionQuery)
  const [generation, setGeneration] = useState(0)
  const [open, setOpen] = useState(false)
  const [panelHost, setPanelHost] = useState<HTMLElement | null>(null)
  const isPage = useLocation().pathname === paths.notifications
  const pageElement = useSyncExternalStore(pageHost.subscribe, pageHost.getSnapshot)
  const renew = useCallback(() => {
    // Remounts the connection with a new session.
    const reconnect = () => setGeneration((current) => current + 1)
    client.fetchQuery({ ...inboxSessionQuery, staleTime: 0 }).then(reconnect, reconnect)
  }, [client])

  // Asked for again until it comes; trying again does not wait.
  const retry = () => void client.resetQueries({ queryKey: inboxSessionQuery.queryKey })
  const failed = !session && failureCount > 0 && <LoadFailed onRetry={retry} />

  // The bell stays outside the connection, whose remounts would replace the button and take its focus.
  return (
    <>
      {session && (
        <Connection key={generation} session={session} onRenew={renew} isBusy={open}>
          <UnreadCounter />
          <Arrivals watching={open || isPage} />
          {panelHost && createPortal(<OwnPanel open={open} onOpen={setOpen} />, panelHost)}
          {isPage && pageElement && <OnPage host={pageElement} />}
        </Connection>
      )}
      {failed && isPage && pageElement && createPortal(failed, pageElement)}
      <BellFrame
        isPage={isPage}
        open={open}
        onOpen={setOpen}
        panel={session ? <div ref={setPanelHost} className="contents" /> : failed || <PanelSkeleton />}
      />
    </>
  )
}

/** Notification panel; keeps its tab while closed. */
function OwnPanel({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const [tab, setTab] = useState<InboxTab>('all')
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <Panel open={open} tab={tab} onTab={setTab} onClose={() => onOpen(false)} />
    </Suspense>
  )
}

/** Renders the list into the notifications page. */
function OnPage({ host }: { host: HTMLElement }) {
  return (
    <Suspense>
      <PagePanel host={host} />
    </Suspense>
  )
}

interface BellFrameProps {
  /** The notifications page is open. */
  isPage: boolean
  open: boolean
  onOpen: (open: boolean) => void
  panel: React.ReactNode
}

/** The bell button: opens a panel on large screens, a page on a phone. */
function BellFrame({ isPage, open, onOpen, panel }: BellFrameProps) {
  const unread = useUnread('notifications')
  const isDesk = useMedia('(min-width: 48rem)')
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  const label = unread > 0 ? t`Notifications, ${unreadText(unread)} unread` : t`Notifications`
  if (isPage || !isDesk) {
    return (
      <Link
        id={BUTTON}
        to={paths.notifications}
        aria-label={label}
        title={label}
        aria-current={isPage ? 'page' : undefined}
        onPointerEnter={() => void loadPage()}
        onFocus={() => void loadPage()}
        className={bellClass}
      >
        <Sign unread={unread} />
      </Link>
    )
  }
  return (
    <>
      <button
        id={BUTTON}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={POPOVER}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        className={bellClass}
      >
        <Sign unread={unread} />
      </button>
      <Popover id={POPOVER} anchorId={BUTTON} labelledBy={TITLE} open={open} onToggle={onOpen}>
        <h2 id={TITLE} className="px-4 pt-3.5 pb-1 text-lg font-semibold">
          <Trans>Notifications</Trans>
        </h2>
        {wasOpened && panel}
      </Popover>
    </>
  )
}

const bellClass =
  'relative grid size-11 shrink-0 place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-hover hover:text-text aria-expanded:bg-surface-hover aria-expanded:text-text aria-[current=page]:text-text'

const Sign = ({ unread }: { unread: number }) => (
  <>
    <BellIcon size={22} aria-hidden="true" />
    {unread > 0 && (
      <span
        aria-hidden="true"
        data-unread={unread}
        className="absolute top-0.5 start-1/2 grid h-[1.67em] min-w-[1.67em] place-items-center rounded-full border-2 border-surface bg-accent px-[0.33em] text-[length:min(0.75rem,3.6vw)] leading-none font-semibold text-on-accent tabular-nums"
      >
        {unreadText(unread)}
      </span>
    )}
  </>
)
