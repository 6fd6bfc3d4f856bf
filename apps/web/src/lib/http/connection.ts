import { createEmitter } from '@fettle/chat-client/store'

const PROBE_INTERVAL_MS = 5_000
/** A probe that was sent while the server was unreachable may stay pending for minutes, even once it can be reached. */
const PROBE_TIMEOUT_MS = 10_000

// The page's head sets the attribute when its first call got no response (src/entries/inline/boot.js). There is no
// document at build time.
let isServerReachable = typeof document === 'undefined' || !document.documentElement.hasAttribute('data-offline')
let nextProbe: ReturnType<typeof setTimeout> | undefined
const changes = createEmitter<void>()

/**
 * Reports whether a call got a response of any status. `navigator.onLine` only tells that there is a network, so calls
 * decide. After a call without a response the server is polled every five seconds.
 */
export function reportConnection(gotResponse: boolean): void {
  clearTimeout(nextProbe)
  if (!gotResponse) nextProbe = setTimeout(() => void probeServer(), PROBE_INTERVAL_MS)
  if (gotResponse === isServerReachable) return
  isServerReachable = gotResponse
  changes.emit()
}

async function probeServer(): Promise<void> {
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(), PROBE_TIMEOUT_MS)
  const response = await fetch('/health/live', { cache: 'no-store', signal: controller.signal }).catch(() => undefined)
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
