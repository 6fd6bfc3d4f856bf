import { isConnected, onConnectionChange } from '../http/connection.ts'
import type { offlineQueue } from './device-queue.ts'

const MINUTE_MS = 60_000
/** Pauses after tries that sent nothing: a photo that never arrives must not use up somebody's data. */
const PAUSES_MS = [0.25, 1, 2, 4, 8, 16].map((minutes) => minutes * MINUTE_MS)

/**
 * Sends unsent changes whenever the server can be reached again, on another network at once. The browser's `online` event
 * is not enough: in a cellar the phone keeps its network and loses the server.
 */
export function resumeWhenReachable(queue: Pick<typeof offlineQueue, 'resume' | 'onSent'>): () => void {
  let tries = 0
  let earliest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = () => {
    timer = undefined
    earliest = Date.now() + (PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0)
    tries += 1
    void queue.resume().catch(() => undefined)
  }
  const resumeLater = () => {
    timer ??= setTimeout(resume, Math.max(0, earliest - Date.now()))
  }
  const endPause = () => {
    tries = 0
    earliest = 0
  }
  const onNetwork = () => {
    endPause()
    clearTimeout(timer)
    timer = undefined
    if (isConnected()) resumeLater()
  }
  window.addEventListener('online', onNetwork)
  const stops = [
    onConnectionChange(() => isConnected() && resumeLater()),
    queue.onSent(endPause),
    () => window.removeEventListener('online', onNetwork),
    () => clearTimeout(timer),
  ]
  return () => stops.forEach((stop) => stop())
}
