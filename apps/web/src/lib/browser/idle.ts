/** Longest wait for an idle moment. */
const MAX_WAIT_MS = 500

/**
 * Resolves when the page is idle, at the latest after half a second, so that background work does not delay typing.
 * Hidden pages have no idle moments and resolve at once.
 */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const hasIdleMoments = 'requestIdleCallback' in window && document.visibilityState === 'visible'
    if (hasIdleMoments) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else resolve()
  })
