import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import type { GoogleProvider } from './google.service.ts'

/** A mock OpenID provider on our own address, for demos and tests without Google. */

const PREFIX = '/dev/google'
const SOMEBODY = { email: 'gina.adeyemi@gmail.test', given_name: 'Gina', family_name: 'Adeyemi' }
const MAX_REMEMBERED = 1000

/** Serves the mock provider, for front ends of our own and the allowed origins, and returns its configuration. */
export function serveDemoGoogle(
  http: FastifyInstance,
  { origin, corsOrigins }: Pick<Config, 'origin' | 'corsOrigins'>,
): GoogleProvider {
  const issuer = `${origin}${PREFIX}`
  let service: ReturnType<typeof startService> | undefined

  void http.register(async (app) => {
    // The library parses bodies itself.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_, __, done) => done(null))
    app.all(`${PREFIX}/*`, async (request, reply) => {
      const { redirect_uri: redirectUri = origin } = request.query as { redirect_uri?: string }
      if (!isOwnRedirect(redirectUri, [origin, ...corsOrigins]))
        return reply.code(400).send({ error: 'invalid_request' })
      // Started on the first request, which most demos never make.
      const { requestHandler } = await (service ??= startService(issuer))
      reply.hijack()
      request.raw.url = request.url.slice(PREFIX.length)
      requestHandler(request.raw, reply.raw)
      return reply
    })
  })

  return {
    clientId: 'fettle-demo',
    clientSecret: 'fettle-demo-secret',
    issuer,
    // Calls to our own issuer are handled in process, because its public address may be a proxy's.
    fetch: (url, { method, headers, body }) => {
      const { pathname, search } = new URL(url)
      return fetch(`${listeningAt(http)}${pathname}${search}`, {
        method,
        headers,
        ...(body instanceof URLSearchParams ? { body } : {}),
      })
    },
  }
}

async function startService(url: string) {
  // A development dependency. A production installation lacks it and never serves the demo.
  const { OAuth2Issuer, OAuth2Service } = await import('oauth2-mock-server')
  const issuer = new OAuth2Issuer()
  issuer.url = url
  await issuer.keys.generate('RS256')
  const service = new OAuth2Service(issuer)
  const people = new Map<string, typeof SOMEBODY>()
  // Signs in the same person every time, unless the address names another one of the test domain.
  service.on('beforeAuthorizeRedirect', (back: { url: URL }, request: { url?: string }) => {
    const hint = new URL(request.url ?? '', url).searchParams.get('login_hint') ?? ''
    const email = hint.endsWith('.test') ? hint : SOMEBODY.email
    if (people.size >= MAX_REMEMBERED) people.delete(people.keys().next().value ?? '')
    people.set(back.url.searchParams.get('code') ?? '', { ...SOMEBODY, email })
  })
  service.on('beforeTokenSigning', ({ payload }: { payload: object }, request: { body?: { code?: string } }) => {
    const person = people.get(request.body?.code ?? '') ?? SOMEBODY
    Object.assign(payload, person, { sub: `demo-${person.email}`, email_verified: true })
  })
  return service
}

function listeningAt({ server }: FastifyInstance): string {
  const listenAddress = server.address()
  if (listenAddress === null || typeof listenAddress === 'string')
    throw new Error("The mock OpenID provider needs the server's port: start listening first.")
  const { address, port, family } = listenAddress
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`
}

function isOwnRedirect(redirectUri: string, origins: readonly string[]): boolean {
  if (!URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  return origins.includes(url.origin) || /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
}
