/** Prefetching may cause hundreds of requests, more than the browser's default buffer. */
const RESOURCE_BUFFER_SIZE = 2_000

/**
 * Caches the files this page has used. The service worker caches only requests it sees, not those before its first
 * activation, so that a first visit would otherwise not work offline.
 */
export async function precacheUsedFiles(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  performance.setResourceTimingBufferSize(RESOURCE_BUFFER_SIZE)
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has the origin of the app
  active?.postMessage({ type: 'KEEP', files: [...new Set(files)] })
}
