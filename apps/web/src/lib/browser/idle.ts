/** How long what waits for a quiet moment waits at most. */
const MAX_WAIT_MS = 500

/**
 * When the page has nothing to do for somebody, or half a second later: what nobody waits for must not stand between a
 * key and its letter. A page that is not looked at has no such moments, and need not wait for one.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const isBusy = 'requestIdleCallback' in window && document.visibilityState === 'visible'
    if (isBusy) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else resolve()
  })
