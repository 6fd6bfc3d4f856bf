import { useEffect, useRef, useState } from 'react'
import { messageOf } from './call-error.ts'
import { listeners, refresh } from './refresh.ts'

let source: EventSource | undefined

/** Refreshes when something of this customer changed, as webhooks told the back end, and after a reconnect. */
function connect(): void {
  if (source) return
  source = new EventSource('./api/events')
  source.addEventListener('message', refresh)
  source.addEventListener('open', refresh)
}

/** Loads what a screen shows, and again whenever something changes. `key` names what is loaded. */
export function useLoaded<T>(key: string, load: () => Promise<T>): { data?: T; error?: string } {
  const [state, setState] = useState<{ key: string; data?: T; error?: string }>({ key })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    let isShown = true
    const reload = () =>
      latest.current().then(
        (data) => isShown && setState({ key, data }),
        // What is on the screen stays.
        (error: unknown) =>
          isShown && setState((now) => (now.key === key && now.data ? now : { key, error: messageOf(error) })),
      )
    const listener = () => void reload()
    listener()
    connect()
    listeners.add(listener)
    return () => {
      isShown = false
      listeners.delete(listener)
    }
  }, [key])
  return state.key === key ? state : {}
}
