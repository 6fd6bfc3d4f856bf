import { limits } from '@fettle/protocol/common/limits'
import type { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { Result } from '@fettle/protocol'
import { NovuProvider, useNovu } from '@novu/react/hooks'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { onLogout } from '../../lib/http/session.ts'

export type InboxSession = Result<typeof getNotificationSession>

export interface ConnectionProps {
  session: InboxSession
  /** Called when the session was rejected, is about to expire, or the service cannot be reached. */
  onRenew: () => void
  /** The user is reading: postpone a renewal, which would interrupt them. */
  isBusy?: boolean
  children: ReactNode
}

/**
 * Provides the official client. Its options must keep their identity, since new options open another session. A broken
 * session is not repaired: remount with a new key.
 */
export function Connection({ session, onRenew, isBusy = false, children }: ConnectionProps) {
  const { applicationIdentifier, subscriberId, subscriberHash, apiUrl, socketUrl, socketPath } = session
  const subscriber = useMemo(() => ({ subscriberId }), [subscriberId])
  const socketOptions = useMemo(
    () => ({
      ...(socketPath !== null && { path: socketPath }),
      timeout: limits.inboxConnectTimeoutMs,
      reconnectionDelayMax: limits.inboxReconnectDelayMaxMs,
    }),
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
// Module state, because it must survive remounts: repeated failures increase the delay.
let failures = 0

/** Requests a new session before expiry and after failures; the client does neither. */
function Watch({ onRenew, isBusy }: { onRenew: () => void; isBusy: boolean }) {
  const novu = useNovu()
  const [isDue, setIsDue] = useState(false)
  const renew = useEffectEvent(onRenew)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), limits.inboxRenewAfterMs)
    return () => clearTimeout(timer)
  }, [novu])
  useEffect(() => {
    if (isDue && !isBusy) renew()
  }, [isDue, isBusy])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reconnect = () => {
      clearTimeout(timer)
      renew()
    }
    const fail = () => {
      if (timer !== undefined) return
      timer = setTimeout(reconnect, Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures++, MAX_RETRY_DELAY_MS))
      window.addEventListener('online', reconnect, { once: true })
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
      () => window.removeEventListener('online', reconnect),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const stop of stops) stop()
      void novu.socket.disconnect()
    }
  }, [novu])
  return null
}
