import { NetworkFirst } from 'workbox-strategies'
import { nameOf } from './pages.ts'

/** After this the cached page is used, if there is one. */
const NETWORK_TIMEOUT_SECONDS = 4
/** Statuses of a gateway whose server is temporarily unavailable. */
const GATEWAY_ERROR_STATUSES = new Set([502, 503, 504])

/**
 * Pages are network-first, so that updates take effect. Only app addresses are cached: their HTML is the same for
 * everybody. `fallbackPage` finds what is shown of a path instead of the server's page.
 */
export const createPageStrategy = (
  cacheName: string,
  fallbackPage: (path: string) => Promise<Response | undefined>,
): NetworkFirst =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [
      {
        cacheKeyWillBeUsed: async ({ request }) => {
          const { origin, pathname } = new URL(request.url)
          return origin + (nameOf(pathname) ?? pathname)
        },
        fetchDidSucceed: async ({ response }) => {
          if (GATEWAY_ERROR_STATUSES.has(response.status)) throw new Error('The gateway cannot reach the server')
          return response
        },
        cacheWillUpdate: async ({ request, response }) =>
          response.status === 200 && !response.redirected && nameOf(new URL(request.url).pathname) ? response : null,
        // The server may only be slow. The app frame then loads its data itself; other pages are waited for.
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
          const { pathname } = new URL(request.url)
          return cachedResponse ?? (nameOf(pathname) ? await fallbackPage(pathname) : undefined) ?? null
        },
        handlerDidError: ({ request }) => fallbackPage(new URL(request.url).pathname),
      },
    ],
  })
