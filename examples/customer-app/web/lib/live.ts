import { useEffect, useEffectEvent, useState } from 'react'
import { loadFailureOf, type LoadFailure } from './api.ts'

/** Screens that load again when something changed. */
const listeners = new Set<() => void>()

const RETRY_MS = 5_000
/** Addresses of files are valid for five minutes. */
const RELOAD_MS = 4 * 60_000

/** Loads again what is on the screen. */
export const refresh = (): void => listeners.forEach((listener) => listener())

/** Refreshes when something of this customer changed, as webhooks told the back end, and after a reconnect. */
export function followEvents(): void {
  const source = new EventSource('./api/events')
  source.addEventListener('message', refresh)
  source.addEventListener('open', refresh)
  source.addEventListener('error', () => {
    // Browsers connect again by themselves, but not after an answer that is an error, as a proxy gives during a restart.
    if (source.readyState === EventSource.CLOSED) setTimeout(followEvents, RETRY_MS)
  })
}

/**
 * Loads what a screen shows, again whenever something changes, and before its files expire. `key` names what is loaded.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): { data?: T; error?: LoadFailure } {
  const [state, setState] = useState<{ key: string; data?: T; error?: LoadFailure }>({ key })
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    let latest = 0
    const reload = async () => {
      latest += 1
      const attempt = latest
      const loaded = await loadNow().then(
        (data) => ({ data }),
        (error: unknown) => ({ error: loadFailureOf(error) }),
      )
      // Events come close together, and their answers in any order.
      if (attempt !== latest) return
      // What is on the screen stays if it cannot be loaded again.
      setState((now) => ('error' in loaded && now.key === key && now.data ? now : { key, ...loaded }))
    }
    const listener = () => void reload()
    listener()
    listeners.add(listener)
    const timer = setInterval(listener, RELOAD_MS)
    return () => {
      latest = -1
      clearInterval(timer)
      listeners.delete(listener)
    }
  }, [key])
  return state.key === key ? state : {}
}
