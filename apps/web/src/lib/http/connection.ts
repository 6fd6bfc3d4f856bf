import { createEmitter } from '@fettle/chat-client/store'

const PROBE_INTERVAL_MS = 5_000
/** A question asked of a network that has no way to the server may stay unanswered for minutes, also once it has one. */
const PROBE_TIMEOUT_MS = 10_000

// The page's head sets the attribute when its first call got no response (src/entries/inline/boot.js). There is no
// document at build time.
let isServerReachable = typeof document === 'undefined' || !document.documentElement.hasAttribute('data-offline')
let probe: ReturnType<typeof setTimeout> | undefined
const changes = createEmitter<void>()

/**
 * Reports whether a call got a response of any status. `navigator.onLine` only tells that there is a network, so calls
 * decide. After a call without a response the server is polled every five seconds.
 */
export function reportConnection(gotAnswer: boolean): void {
  clearTimeout(probe)
  if (!gotAnswer) probe = setTimeout(() => void probeServer(), PROBE_INTERVAL_MS)
  if (gotAnswer === isServerReachable) return
  isServerReachable = gotAnswer
  changes.emit()
}

async function probeServer(): Promise<void> {
  const limit = new AbortController()
  const timeout = setTimeout(() => limit.abort(), PROBE_TIMEOUT_MS)
  const response = await fetch('/health/live', { cache: 'no-store', signal: limit.signal }).catch(() => undefined)
  clearTimeout(timeout)
  reportConnection(response !== undefined)
}

/** Whether there is a network and the last call got a response. */
export const isConnected = (): boolean => navigator.onLine && isServerReachable

/** Calls the listener when `isConnected` may have changed. Returns a function that stops it. */
export function onConnectionChange(listener: () => void): () => void {
  const stop = changes.on(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  if (!isServerReachable) reportConnection(false)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
