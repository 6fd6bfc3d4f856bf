const KEY = 'reloaded'
const ONCE_PER = 10_000

/** After an update the code this page asks for may be gone from the server: the page is loaded anew, once. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!navigator.onLine || Date.now() - last < ONCE_PER) return
    sessionStorage.setItem(KEY, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
