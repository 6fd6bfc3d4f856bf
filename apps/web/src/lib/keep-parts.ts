/**
 * Has the device keep the parts of the app this page has used. Its worker keeps what passes through it, and what came
 * before it was there did not: whoever opened a contract on their first visit would stand in the cellar without.
 */
export async function keepParts(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but ours
  active?.postMessage({ type: 'KEEP', files: [...new Set(files)] })
}
