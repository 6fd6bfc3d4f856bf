import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SearchButton } from '../../features/command-palette/search-button.tsx'
import { showAppBadge } from '../../lib/browser/app-badge.ts'
import { renewPush } from '../../lib/browser/push.ts'
import { watchTyping, wouldLoseInput } from '../../lib/forms/dirty-fields.ts'
import { startServiceWorker } from '../../lib/offline/service-worker.ts'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { navItems } from '../navigation.tsx'
import { PageShortcuts } from './page-shortcuts.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'

// One file for parts of the frame that load after the first screen.

export { AccountMenu } from './account-menu.tsx'
export { MoreSheet } from './more-sheet.tsx'

/** Search of the top bar; finds the pages of the navigation too. */
export const SearchTool = () => <SearchButton pages={navItems} />

/** Announces an update once. Nothing is lost: the next page load uses the new version. */
const announceUpdate = () =>
  void toast.info(t`Update available`, {
    id: 'news',
    body: t`The update loads with the next page you open. What you've typed is kept.`,
    duration: 20_000,
    action: { label: t`Update now`, run: applyUpdate },
  })

let isUpdateRequested = false

/** Waits until unsaved input has been stored, so that the next page loads the new version. */
function applyUpdate(): void {
  isUpdateRequested = true
  if (!wouldLoseInput()) return location.reload()
  toast.info(t`Finish what you're writing first`, {
    id: 'news',
    body: t`The update loads when you open another page.`,
  })
}

/** The requested page was left before the update was ready. */
function useRequestedUpdate(): void {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current && isUpdateRequested && !wouldLoseInput()) location.reload()
  }, [key])
}

export function Overlays() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useRequestedUpdate()
  useEffect(watchTyping, [])
  useEffect(showAppBadge, [])
  useEffect(renewPush, [])
  useEffect(() => startServiceWorker({ onUpdate: announceUpdate, onOpen: (path) => open(path) }), [])
  return (
    <>
      <Toaster />
      <PageShortcuts />
      <LiveRegion />
    </>
  )
}
