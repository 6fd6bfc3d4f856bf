import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useMedia } from '../../lib/media.ts'
import { useUnread } from '../../lib/unread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { inboxSessionQuery } from './api.ts'
import { Arrivals } from './arrivals.tsx'
import { Connection } from './connection.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { Popover } from '../../ui/popover.tsx'
import { UnreadCounter } from './unread-counter.tsx'

const loadPanel = () => import('./panel.tsx')
const Panel = lazy(() => loadPanel().then(({ NotificationPanel }) => ({ default: NotificationPanel })))

const BUTTON = 'notifications-button'
const POPOVER = 'notifications-popover'
const TITLE = 'notifications-title'

/** The bell in the top bar: how many are unread, and the way to them. */
export function Bell() {
  const client = useQueryClient()
  const { data: session } = useQuery(inboxSessionQuery)
  const [generation, setGeneration] = useState(0)
  const [open, setOpen] = useState(false)
  const renew = useCallback(() => {
    // What the session was made of may have changed as well.
    const again = () => setGeneration((current) => current + 1)
    client.fetchQuery({ ...inboxSessionQuery, staleTime: 0 }).then(again, again)
  }, [client])

  if (!session) return <BellFrame open={open} onOpen={setOpen} panel={<PanelSkeleton />} />
  return (
    <Connection key={generation} session={session} onBroken={renew}>
      <UnreadCounter />
      <Arrivals watching={open} />
      <BellFrame open={open} onOpen={setOpen} panel={<Panel open={open} onClose={() => setOpen(false)} />} />
    </Connection>
  )
}

interface BellFrameProps {
  open: boolean
  onOpen: (open: boolean) => void
  panel: React.ReactNode
}

/** The button with what it opens: a panel below it on a desk, a sheet on a phone. */
function BellFrame({ open, onOpen, panel }: BellFrameProps) {
  const unread = useUnread('notifications')
  const isDesk = useMedia('(min-width: 48rem)')
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  const content = wasOpened && <Suspense fallback={<PanelSkeleton />}>{panel}</Suspense>
  const title = <Trans>Notifications</Trans>
  const label = unread > 0 ? t`Notifications, ${unread > 99 ? '99+' : unread} unread` : t`Notifications`
  return (
    <>
      <button
        id={BUTTON}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(isDesk ? { popoverTarget: POPOVER } : { onClick: () => onOpen(true) })}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        className="relative grid size-11 shrink-0 place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-hover hover:text-text aria-expanded:bg-surface-hover aria-expanded:text-text"
      >
        <BellIcon size={22} aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            data-unread={unread}
            className="absolute top-0.5 left-1/2 grid h-5 min-w-5 place-items-center rounded-full border-2 border-surface bg-accent px-1 text-xs leading-none font-semibold text-on-accent tabular-nums"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {isDesk ? (
        <Popover id={POPOVER} anchorId={BUTTON} labelledBy={TITLE} open={open} onToggle={onOpen}>
          <h2 id={TITLE} className="px-4 pt-3.5 pb-1 text-lg font-semibold">
            {title}
          </h2>
          {content}
        </Popover>
      ) : (
        <Dialog open={open} onClose={() => onOpen(false)} title={title}>
          <div className="-mx-5 -mb-5 flex min-h-[70dvh] flex-col">{content}</div>
        </Dialog>
      )}
    </>
  )
}
