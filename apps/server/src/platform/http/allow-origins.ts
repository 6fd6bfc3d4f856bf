import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The inbox is open to any origin, because every call carries its token and none reads cookies. */
const openToAll: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  maxAge: 86_400,
}

/**
 * Allows cross-origin requests: front ends of `origins` may call `/v2`, `/chat` and `/files` with cookies, and every origin
 * may call the inbox. Where `origins` names some, cookies from any origin but these and `ownOrigin`, the installation's,
 * are ignored, so that no other site acts for a signed-in person. Register it before the cookie plugin.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[], ownOrigin: string): Promise<void> {
  const withCookies: FastifyCorsOptions = {
    origin: origins.length > 0 && [...origins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['Content-Disposition', 'Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  }
  if (origins.length > 0) {
    const allowed = new Set([ownOrigin, ...origins])
    app.addHook('onRequest', async ({ headers }) => {
      if (headers.origin !== undefined && !allowed.has(headers.origin)) delete headers.cookie
    })
  }
  await app.register(cors, {
    delegator: ({ url }, done) => {
      if (url.startsWith('/inbox/')) done(null, openToAll)
      else done(null, /^\/(v2|chat|files)\//.test(url) ? withCookies : { origin: false })
    },
  })
}
