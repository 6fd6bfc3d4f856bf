import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { createPageStrategy } from './page-strategy.ts'
import { isPage, isSignIn } from './pages.ts'
import { listenForPushes } from './push.ts'
import { receiveShare } from './share.ts'
import { shareAction } from '../lib/offline/shared-photos.ts'

declare const self: ServiceWorkerGlobalScope

/** The files to precache, injected by the build (vite.config.ts). */
const precached = self.__WB_MANIFEST

const PAGES_CACHE = 'fettle-pages'
const ASSETS_CACHE = 'fettle-parts'
/** Cache of the fallback pages, in the language of this device. */
const FALLBACK_CACHE = 'fettle-own'
const LANGUAGE_KEY = '/language'

setCacheNameDetails({ prefix: 'fettle' })
precache(precached)
// Only hashed files; all other requests go to the server.
addRoute({ directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

/** Fallback page: the app frame for app addresses, which then shows stored data; else the offline page. */
const fallbackPage = async (path: string): Promise<Response | undefined> =>
  (isSignIn(path) ? undefined : await ownPage('/shell')) ?? ownPage('/offline')

const ownPage = async (path: string): Promise<Response | undefined> =>
  (await caches.match(path, { cacheName: FALLBACK_CACHE })) ?? matchPrecache(path)

registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url.pathname),
  createPageStrategy(PAGES_CACHE, fallbackPage),
)

/** Photos shared from another app are handled without server or session. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareAction,
  ({ request }) => receiveShare(request, new Date()),
  'POST',
)

/** Hashed assets are cache-first; rarely used ones are cached on first use. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: ASSETS_CACHE,
    plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
  }),
)

/** Messages may arrive while activation is still clearing caches. */
let cleared: Promise<unknown> = Promise.resolve()
self.addEventListener('activate', (event) => {
  // Caches of another version refer to files that no longer exist.
  cleared = Promise.all([PAGES_CACHE, ASSETS_CACHE, FALLBACK_CACHE].map((name) => caches.delete(name)))
  event.waitUntil(cleared)
})

self.addEventListener('message', (event) => {
  const { type, locale, files } = (event.data ?? {}) as { type?: string; locale?: string; files?: string[] }
  if (type === 'WHICH')
    event.ports[0]?.postMessage(precached.map((entry) => (typeof entry === 'string' ? entry : entry.url)))
  if (type === 'TAKE_OVER') event.waitUntil(self.skipWaiting())
  if (type === 'SPEAK' && locale) event.waitUntil(setLanguage(locale))
  if (type === 'KEEP' && files) event.waitUntil(cacheUsedFiles(files))
  if (type === 'FORGET') event.waitUntil(clearUserCaches())
})

/** Caches the fallback pages in the language of the requesting page, which has loaded its translations itself. */
async function setLanguage(locale: string): Promise<void> {
  await cleared
  const fallbackCache = await caches.open(FALLBACK_CACHE)
  const spoken = await fallbackCache.match(LANGUAGE_KEY)
  if ((await spoken?.text()) === locale) return
  // Cached pages are in another language.
  await caches.delete(PAGES_CACHE)
  await fallbackCache.addAll(['/shell', '/offline'])
  await fallbackCache.put(LANGUAGE_KEY, new Response(locale))
}

/** Caches files a page used before this worker controlled it. Missing ones are skipped. */
async function cacheUsedFiles(files: readonly string[]): Promise<void> {
  await cleared
  const parts = await caches.open(ASSETS_CACHE)
  for (const file of files) {
    if (!file.startsWith('/assets/') || (await caches.match(file))) continue
    await parts.add(file).catch(() => undefined)
  }
}

/** Clears cached pages and user data on logout. */
async function clearUserCaches(): Promise<void> {
  await caches.delete(PAGES_CACHE)
  for (const shown of await self.registration.getNotifications()) shown.close()
}

listenForPushes(self)
