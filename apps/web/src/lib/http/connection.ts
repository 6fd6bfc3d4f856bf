const PROBE_INTERVAL_MS = 5_000

// The page's head marks the page when its first call got no answer (src/entries/inline/boot.js). There is no page while the
// build renders the first HTML.
let isServerReachable = typeof document === 'undefined' || !document.documentElement.hasAttribute('data-offline')
let probe: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Tells that a call got an answer, whatever its status, or none. Browsers say "online" wherever there is a network, even
 * one that leads nowhere; only a call knows. After one without an answer the server is asked again every five seconds.
 */
export function reportConnection(gotAnswer: boolean): void {
  clearTimeout(probe)
  if (!gotAnswer) probe = setTimeout(() => void probeServer(), PROBE_INTERVAL_MS)
  if (gotAnswer === isServerReachable) return
  isServerReachable = gotAnswer
  for (const listener of listeners) listener()
}

async function probeServer(): Promise<void> {
  const response = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined)
  reportConnection(response !== undefined)
}

/** Whether the device has a network and the last call over it got an answer. */
export const isConnected = (): boolean => navigator.onLine && isServerReachable

/** Calls the listener when `isConnected` may have changed. Answers how to stop it. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  if (!isServerReachable) reportConnection(false)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
