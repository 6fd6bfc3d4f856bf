import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isPage, isSignIn, nameOf } from './pages.ts'
import { listenForPushes } from './push.ts'
import { receiveShare } from './share.ts'
import { shareAction } from '../lib/offline/shared-photos.ts'

// Written by build/worker.ts: what is fetched ahead, what of it each language says in files of its own, and the module
// every page of this build begins with.
declare const self: ServiceWorkerGlobalScope & {
  KEPT: { url: string; revision: string | null }[]
  WORDS: Partial<Record<string, string[]>>
  ENTRY: string
}

const PAGES_CACHE = 'fettle-pages'
const ASSETS_CACHE = 'fettle-parts'
/** The pages for want of others, in the language of whoever has this device. */
const FALLBACK_CACHE = 'fettle-own'
const LANGUAGE_KEY = '/language'
/** A line that says nothing for so long is as good as none: what is kept is shown, if it is. */
const NETWORK_TIMEOUT_SECONDS = 4
/** Somebody in front of the server says that it is away for a moment. */
const GATEWAY_ERROR_STATUSES = new Set([502, 503, 504])

setCacheNameDetails({ prefix: 'fettle' })
precache(self.KEPT)
// Hashed files only: whatever the server would answer otherwise is asked of the server.
addRoute({ directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

/** The app's frame for every address of its own, which then finds what the device has kept; else a page of its own. */
const fallbackPage = async (path: string): Promise<Response | undefined> =>
  (isSignIn(path) ? undefined : await ownPage('/shell')) ?? ownPage('/offline')

const ownPage = async (path: string): Promise<Response | undefined> =>
  (await caches.match(path, { cacheName: FALLBACK_CACHE })) ?? matchPrecache(path)

/**
 * Pages come from the server whenever it is there, so that nobody gets an old app after an update. Only addresses of the
 * app are kept: their HTML is the same for everybody.
 */
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url.pathname),
  new NetworkFirst({
    cacheName: PAGES_CACHE,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [
      {
        cacheKeyWillBeUsed: async ({ request }) => {
          const { origin, pathname } = new URL(request.url)
          return origin + (nameOf(pathname) ?? pathname)
        },
        fetchDidSucceed: async ({ response }) => {
          if (GATEWAY_ERROR_STATUSES.has(response.status)) throw new Error('The server is away')
          return response
        },
        cacheWillUpdate: async ({ request, response }) =>
          response.status === 200 && !response.redirected && nameOf(new URL(request.url).pathname) ? response : null,
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? (await fallbackPage(new URL(request.url).pathname)) ?? null,
      },
    ],
  }),
)

/** Photos from another app: no server is asked, and nobody need be signed in yet. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareAction,
  ({ request }) => receiveShare(request, new Date()),
  'POST',
)

/** A file's name says what is in it: parts of the app that are rarely used are kept from their first use. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: ASSETS_CACHE,
    plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
  }),
)

/** A page may speak to a worker that is still making room. */
let cleared: Promise<unknown> = Promise.resolve()
self.addEventListener('activate', (event) => {
  // What was kept while another version was there leads to files that are gone.
  cleared = Promise.all([PAGES_CACHE, ASSETS_CACHE, FALLBACK_CACHE].map((name) => caches.delete(name)))
  event.waitUntil(cleared)
})

self.addEventListener('message', (event) => {
  const { type, locale, files } = (event.data ?? {}) as { type?: string; locale?: string; files?: string[] }
  if (type === 'WHICH') event.ports[0]?.postMessage(self.ENTRY)
  if (type === 'TAKE_OVER') event.waitUntil(self.skipWaiting())
  if (type === 'SPEAK' && locale) event.waitUntil(setLanguage(locale))
  if (type === 'KEEP' && files) event.waitUntil(cacheUsedFiles(files))
  if (type === 'FORGET') event.waitUntil(clearUserCaches())
})

/** What is there without a connection is there in the language of the page that asks. */
async function setLanguage(locale: string): Promise<void> {
  await cleared
  const words = self.WORDS[locale]
  const own = await caches.open(FALLBACK_CACHE)
  const spoken = await own.match(LANGUAGE_KEY)
  if (!words || (await spoken?.text()) === locale) return
  // Kept pages speak another one.
  await caches.delete(PAGES_CACHE)
  await Promise.all([
    own.addAll(['/shell', '/offline']),
    caches.open(ASSETS_CACHE).then((parts) => parts.addAll(words)),
  ])
  await own.put(LANGUAGE_KEY, new Response(locale))
}

/** What a page had used before this worker stood between it and the server. One that is gone by now is done without. */
async function cacheUsedFiles(files: readonly string[]): Promise<void> {
  await cleared
  const parts = await caches.open(ASSETS_CACHE)
  for (const file of files) {
    if (!file.startsWith('/assets/') || (await caches.match(file))) continue
    await parts.add(file).catch(() => undefined)
  }
}

/** Somebody has logged out: where they went and what was shown to them is nobody's business. */
async function clearUserCaches(): Promise<void> {
  await caches.delete(PAGES_CACHE)
  for (const shown of await self.registration.getNotifications()) shown.close()
}

listenForPushes(self)
