import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'

/** Each cookie with the path below which it is read. */
const paths = {
  fettle_session: '/v2',
  fettle_device: '/v2/auth',
  fettle_passkey: '/v2/auth/passkey',
  fettle_google: '/v2/auth/google',
} as const
type CookieName = keyof typeof paths

/** The cookies of signing in. */
export interface Cookies {
  read(request: FastifyRequest, name: CookieName): string | undefined
  set(reply: FastifyReply, name: CookieName, value: string, validForMs: number): void
  clear(reply: FastifyReply, name: CookieName): void
}

/**
 * Under HTTPS names begin with `__Host-`, so that no other host of the domain can set them. Browsers then demand the path
 * `/`.
 */
export function createCookies({ config }: Pick<Deps, 'config'>): Cookies {
  const secure = config.origin.startsWith('https:')
  const nameOf = (name: CookieName) => (secure ? `__Host-${name}` : name)
  const optionsOf = (name: CookieName): CookieSerializeOptions => ({
    httpOnly: true,
    // Cookies for front ends of other sites need HTTPS.
    sameSite: config.corsOrigins.length > 0 && secure ? 'none' : 'lax',
    path: secure ? '/' : paths[name],
    secure,
  })
  return {
    read: (request, name) => request.cookies[nameOf(name)],
    set: (reply, name, value, validForMs) =>
      void reply.setCookie(nameOf(name), value, { ...optionsOf(name), maxAge: validForMs / 1000 }),
    clear: (reply, name) => void reply.clearCookie(nameOf(name), optionsOf(name)),
  }
}
