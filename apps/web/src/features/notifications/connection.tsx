import { limits } from '@fettle/protocol/common/limits'
import type { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { Result } from '@fettle/protocol'
import { NovuProvider, useNovu } from '@novu/react/hooks'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { onLogout } from '../../lib/http/session.ts'

export type InboxSession = Result<typeof getNotificationSession>

export interface ConnectionProps {
  session: InboxSession
  /** The service no longer takes this session or soon will not, or could not be reached: make a new one. */
  onRenew: () => void
  /** Somebody is reading, which a renewal would interrupt: one that is due waits until they have finished. */
  isBusy?: boolean
  children: ReactNode
}

/**
 * The official client, for everything beneath. Its options keep their identity: each new one would open another
 * session. A broken session is never mended, so whoever renders this remounts it with a new key.
 */
export function Connection({ session, onRenew, isBusy = false, children }: ConnectionProps) {
  const { applicationIdentifier, subscriberId, subscriberHash, apiUrl, socketUrl, socketPath } = session
  const subscriber = useMemo(() => ({ subscriberId }), [subscriberId])
  const socketOptions = useMemo(
    () =>
      socketPath === null
        ? {}
        : {
            path: socketPath,
            timeout: limits.inboxConnectTimeout,
            reconnectionDelayMax: limits.inboxReconnectDelayMax,
          },
    [socketPath],
  )
  return (
    <NovuProvider
      applicationIdentifier={applicationIdentifier}
      subscriber={subscriber}
      subscriberHash={subscriberHash}
      apiUrl={apiUrl}
      socketUrl={socketUrl}
      socketOptions={socketOptions}
    >
      <Watch onRenew={onRenew} isBusy={isBusy} />
      {children}
    </NovuProvider>
  )
}

const FIRST_RETRY_DELAY_MS = 2_000
const MAX_RETRY_DELAY_MS = 60_000
// Outlives the client it belongs to: each one that breaks at once makes the next wait longer.
let failures = 0

/** Asks for a new session in time, and when the client cannot go on: it neither retries a session nor renews one. */
function Watch({ onRenew, isBusy }: { onRenew: () => void; isBusy: boolean }) {
  const novu = useNovu()
  const [isDue, setIsDue] = useState(false)
  const renew = useRef(onRenew)
  useEffect(() => {
    renew.current = onRenew
  })
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), limits.inboxRenewAfter)
    return () => clearTimeout(timer)
  }, [novu])
  useEffect(() => {
    if (isDue && !isBusy) renew.current()
  }, [isDue, isBusy])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const mend = () => {
      clearTimeout(timer)
      renew.current()
    }
    const fail = () => {
      if (timer !== undefined) return
      timer = setTimeout(mend, Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures++, MAX_RETRY_DELAY_MS))
      window.addEventListener('online', mend, { once: true })
    }
    const failIfRefused = ({ error }: { error?: unknown }) => {
      if ((error as { status?: number } | undefined)?.status === 401) fail()
      else if (!error) failures = 0
    }
    const stops = [
      novu.on('session.initialize.resolved', ({ error }) => error && fail()),
      novu.on('notifications.count.resolved', failIfRefused),
      novu.on('notifications.list.resolved', failIfRefused),
      novu.on('socket.connect.resolved', ({ error }) => {
        if ((error as { message?: string } | undefined)?.message === 'Unauthorized') fail()
      }),
      onLogout(() => void novu.socket.disconnect()),
      () => window.removeEventListener('online', mend),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const stop of stops) stop()
      void novu.socket.disconnect()
    }
  }, [novu])
  return null
}
