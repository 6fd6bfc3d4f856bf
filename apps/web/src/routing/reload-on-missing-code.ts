const STORAGE_KEY = 'reloaded'
const MIN_RELOAD_INTERVAL_MS = 10_000

/** Whether the server answers but no longer has the file, as opposed to a connection failure. */
export async function isGone(error: unknown): Promise<boolean> {
  // Some browsers do not name the file: then a responding server is the only evidence.
  const address = error instanceof Error ? /\S*\/assets\/[^\s'"]+/.exec(error.message)?.[0] : undefined
  try {
    const { ok, status } = await fetch(address ?? '/health/live', { cache: 'no-store' })
    return address ? status === 404 : ok
  } catch {
    return false
  }
}

/** After a deployment the files of this page may be gone from the server: reloads the page once. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return
    void isGone(event.payload).then((isMissing) => {
      if (!isMissing) return
      sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
      location.reload()
    })
  })
}
