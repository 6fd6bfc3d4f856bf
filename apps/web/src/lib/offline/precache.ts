import * as words from 'virtual:sentences-of-app'
import { ownCatalogs } from '../i18n/i18n.ts'

/** More than a browser remembers by itself: what is read ahead may be hundreds of answers. */
const RESOURCE_BUFFER_SIZE = 2_000

/** What its first screens say lies in the page itself: without it they would be mute once another page stands in for it. */
async function fetchInlinedCatalogs(): Promise<void> {
  const brought = document.getElementById('sentences')?.textContent ?? '{}'
  const sentences = await ownCatalogs(words)
  await Promise.all(Object.keys(JSON.parse(brought) as object).map(async (part) => sentences[part]?.()))
}

/**
 * Has the device keep the parts of the app this page has used. Its worker keeps what passes through it, and what came
 * before it was there did not: whoever opened a contract on their first visit would stand in the cellar without.
 */
export async function precacheUsedFiles(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  performance.setResourceTimingBufferSize(RESOURCE_BUFFER_SIZE)
  const { active } = await navigator.serviceWorker.ready
  await fetchInlinedCatalogs()
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but ours
  active?.postMessage({ type: 'KEEP', files: [...new Set(files)] })
}
