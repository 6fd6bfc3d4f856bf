import type { ConnectionFlags } from '@fettle/chat-client'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useConnection } from '../../../lib/http/connection.ts'
import { Spinner } from '../../../ui/icons/glyphs.tsx'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 1_000

/**
 * Banner for a longer loss of the chat's connection, drawn over the content so that nothing moves. While the server cannot
 * be reached at all, the app's own banner is shown instead.
 */
export function ConnectionBanner({ connected, reconnecting }: ConnectionFlags) {
  const isConnected = useConnection()
  const [patient, setPatient] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setPatient(connected), connected ? 0 : SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [connected])

  return (
    <output className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      {isConnected && !connected && !patient && (
        <p className="flex min-h-9 items-center gap-2 rounded-full bg-warning-soft px-4 py-1.5 text-sm font-medium text-warning shadow-raised">
          <Spinner />
          {reconnecting ? <Trans>Reconnecting…</Trans> : <Trans>Connecting…</Trans>}
        </p>
      )}
    </output>
  )
}
