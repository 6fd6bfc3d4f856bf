import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../../lib/http/connection.ts'

/** Banner shown while the server cannot be reached. */
export function OfflineBanner() {
  const isConnected = useConnection()
  return (
    <div role="status" className="shrink-0">
      {!isConnected && <OfflineNote className="flex" />}
    </div>
  )
}

/**
 * Offline banner in the prerendered HTML, shown by an attribute that the page's head sets (src/entries/inline/boot.js).
 */
export const FirstOfflineBanner = () => <OfflineNote className="hidden in-data-offline:flex" />

const OfflineNote = ({ className }: { className: string }) => (
  <p
    className={clsx(
      'min-h-10 shrink-0 items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm font-medium text-warning',
      className,
    )}
  >
    <WifiOff size={18} aria-hidden="true" className="shrink-0" />
    <span>
      <Trans>You're offline. We'll sync messages, draft offers and work on jobs when you're back.</Trans>
    </span>
  </p>
)

/** Progress line at the top edge, shown when the next screen takes noticeably long. */
export function NavigationProgress({ busy }: { busy: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(busy), busy ? 150 : 0)
    return () => clearTimeout(timer)
  }, [busy])
  return shown ? <div aria-hidden="true" className="progress-line fixed inset-x-0 top-0 z-40 h-0.5 bg-accent" /> : null
}
