import { createEmitter } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'

const PROBE_INTERVAL_MS = 5_000
/** A probe that was sent while the server was unreachable may stay pending for minutes, even once it can be reached. */
const PROBE_TIMEOUT_MS = 10_000
/** Pause between two calls of an `onReconnect` listener while the network stays the same, unless it has its own. */
const RECONNECT_PAUSE_MS = 30_000

const isBrowser = typeof document !== 'undefined'

/**
 * Whether the browser knows of a network. That is no proof of a connection: there may be a network without the server,
 * and the server of a local network without the internet. Ask `isConnected` instead; this only tells that repeating a
 * failed call at once is useless.
 */
export const hasNetwork = (): boolean => !isBrowser || navigator.onLine

// The page's head sets the attribute when its first call got no response (src/entries/inline/boot.js). There is no
// document at build time.
let isServerReachable = hasNetwork() && !(isBrowser && document.documentElement.hasAttribute('data-offline'))
let nextProbe: ReturnType<typeof setTimeout> | undefined
let runningProbe: AbortController | undefined
const changes = createEmitter<void>()

/**
 * Reports whether a call got a response of any status, which decides whether the app is connected. After a call without
 * a response the server is asked every five seconds, until it answers.
 */
export function reportConnection(gotResponse: boolean): void {
  if (gotResponse) stopProbing()
  // A response that was on its way when the network went: keep asking.
  if (!gotResponse || !hasNetwork()) scheduleProbe()
  if (gotResponse === isServerReachable) return
  isServerReachable = gotResponse
  changes.emit()
}

/** Does not put off a probe that is due: calls may fail more often than that. */
function scheduleProbe(): void {
  if (!runningProbe) nextProbe ??= setTimeout(() => void probeServer(), PROBE_INTERVAL_MS)
}

function stopProbing(): void {
  clearTimeout(nextProbe)
  nextProbe = undefined
  runningProbe?.abort()
  runningProbe = undefined
}

async function probeServer(): Promise<void> {
  stopProbing()
  const probe = new AbortController()
  runningProbe = probe
  const timeout = setTimeout(() => probe.abort(), PROBE_TIMEOUT_MS)
  const response = await fetch('/health/live', { cache: 'no-store', signal: probe.signal }).catch(() => undefined)
  clearTimeout(timeout)
  if (runningProbe !== probe) return
  runningProbe = undefined
  reportConnection(response !== undefined)
}

if (isBrowser) {
  window.addEventListener('offline', () => reportConnection(false))
  window.addEventListener('online', () => !isServerReachable && void probeServer())
  if (!isServerReachable) scheduleProbe()
}

/** Whether the server can be reached: the last call got a response, and the network has not gone since. */
export const isConnected = (): boolean => isServerReachable

/** Calls the listener when `isConnected` has changed. Returns a function that stops it. */
export const onConnectionChange = (listener: () => void): (() => void) => changes.on(listener)

/** Whether the server can be reached, for components: re-renders when that changes. */
export const useConnection = (): boolean => useSyncExternalStore(onConnectionChange, isConnected, () => true)

interface ReconnectOptions {
  /** Pauses between calls on the same network; the last one repeats. */
  pausesMs?: readonly number[]
  /** Subscribes to what shows that the calls have an effect: the next one comes without a pause. */
  onSuccess?: (endPause: () => void) => () => void
}

/**
 * Calls the listener when the server can be reached again, to repeat what failed. On the same network there is a pause
 * in between: a call that never gets a response would otherwise repeat itself for ever. The browser's `online` event is
 * not enough: in a cellar the phone keeps its network and loses the server. Returns a function that stops it.
 */
export function onReconnect(
  listener: () => void,
  { pausesMs = [RECONNECT_PAUSE_MS], onSuccess }: ReconnectOptions = {},
): () => void {
  let calls = 0
  let earliest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const run = () => {
    timer = undefined
    earliest = Date.now() + (pausesMs[calls] ?? pausesMs.at(-1) ?? 0)
    calls += 1
    listener()
  }
  const schedule = () => {
    cancel()
    if (!isConnected()) return
    const pauseMs = earliest - Date.now()
    if (pauseMs <= 0) run()
    else timer = setTimeout(run, pauseMs)
  }
  const endPause = () => {
    calls = 0
    earliest = 0
  }
  const onNetwork = () => {
    endPause()
    if (timer !== undefined) schedule()
  }
  window.addEventListener('online', onNetwork)
  const stops = [
    onConnectionChange(schedule),
    onSuccess?.(endPause),
    () => window.removeEventListener('online', onNetwork),
    cancel,
  ]
  return () => stops.forEach((stop) => stop?.())
}
