import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showAppBadge } from '../../lib/browser/app-badge.ts'
import { renewPush } from '../../lib/browser/push.ts'
import { watchTyping, wouldLoseInput } from '../../lib/forms/dirty-fields.ts'
import { startServiceWorker } from '../../lib/offline/service-worker.ts'
import { LiveRegion } from '../../ui/live-region.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/toaster.tsx'

// One file for what the frame needs a moment later, so that the first screen need not wait for it.

export { AccountMenu } from './account-menu.tsx'
export { MoreSheet } from './more-sheet.tsx'

/** Said once and quietly: nothing is lost, and whoever goes on working gets the new one with the next page. */
const announceUpdate = () =>
  void toast.info(t`There is a newer Fettle`, {
    id: 'news',
    body: t`It is loaded with the next page you open anew. What you have typed is kept.`,
    duration: 20_000,
    action: { label: t`Load it now`, run: applyUpdate },
  })

let isUpdateRequested = false

/** What was typed and no draft has is finished first: then the newer one comes with the next page. */
function applyUpdate(): void {
  isUpdateRequested = true
  if (!wouldLoseInput()) return location.reload()
  toast.info(t`Finish what you are writing first`, {
    id: 'news',
    body: t`The newer Fettle is loaded as soon as you go on to another page.`,
  })
}

/** Whoever wanted it has gone on to another page. */
function useRequestedUpdate(): void {
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current && isUpdateRequested && !wouldLoseInput()) location.reload()
  }, [key])
}

export function Overlays() {
  const navigate = useNavigate()
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  useRequestedUpdate()
  useEffect(watchTyping, [])
  useEffect(showAppBadge, [])
  useEffect(renewPush, [])
  useEffect(() => startServiceWorker({ onNews: announceUpdate, onOpen: (path) => void go.current(path) }), [])
  return (
    <>
      <Toaster />
      <LiveRegion />
    </>
  )
}
