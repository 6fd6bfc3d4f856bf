const STORAGE_KEY = 'reloaded'
const MIN_RELOAD_INTERVAL_MS = 10_000

/** Whether the server is there and has the code no more. A broken line says nothing of that. */
export async function isGone(error: unknown): Promise<boolean> {
  // Some browsers do not say what they could not load: then a server that answers is all there is to go by.
  const address = error instanceof Error ? /\S*\/assets\/[^\s'"]+/.exec(error.message)?.[0] : undefined
  try {
    const { ok, status } = await fetch(address ?? '/health/live', { cache: 'no-store' })
    return address ? status === 404 : ok
  } catch {
    return false
  }
}

/** After an update the code this page asks for may be gone from the server: the page is loaded anew, once. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return
    void isGone(event.payload).then((gone) => {
      if (!gone) return
      sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
      location.reload()
    })
  })
}
