import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import { MarketplaceError, MarketplaceUnreachable, type MarketplaceClient } from '@fettle/marketplace'
import { getCustomerChatToken } from '@fettle/protocol/marketplace/calls'
import { fastify, type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { callAsCustomer, type BrowserCall, type Device } from './calls.ts'
import type { Config } from './config.ts'
import type { LiveUpdates } from './live-updates.ts'
import { pay } from './payments.ts'
import type { SignedInCustomer } from './sign-in.ts'
import { serveFiles } from './static-files.ts'

const MAX_BODY_MB = 12
const MAX_BODY_BYTES = MAX_BODY_MB * 1024 * 1024

/** Parts of the app. */
interface Parts {
  config: Config
  marketplace: MarketplaceClient
  live: LiveUpdates
  customer: SignedInCustomer
  /** Folder of the built front end. */
  webFolder: string
}

/** The back end: webhooks, calls of the front end and its files, all under the path of `publicUrl`. */
export function createApp({ config, marketplace, live, customer, webFolder }: Parts): FastifyInstance {
  const { origin, pathname } = new URL(config.publicUrl)
  const prefix = pathname.slice(0, -1)
  const fettleUrl = new URL(config.fettlePublicUrl).origin
  const { customerId, name, avatar, home } = customer
  const app = fastify({ bodyLimit: MAX_BODY_BYTES, trustProxy: 'loopback', forceCloseConnections: true })

  app.register(
    async (scope) => {
      // The signature is of the text as it was sent.
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, text))
      scope.post<{ Body: string }>('/webhooks', async ({ headers, body }, reply) => {
        try {
          live.receive(headers as Record<string, string>, body)
        } catch {
          return reply.code(401).send({ message: 'The signature is not valid.' })
        }
        return reply.code(204).send()
      })
    },
    { prefix },
  )

  app.register(
    async (scope) => {
      scope.register(multipart, { attachFieldsToBody: true, limits: { fileSize: MAX_BODY_BYTES } })
      scope.addHook('onRequest', async ({ headers }, reply) => {
        reply.header('cache-control', 'no-store')
        // A page of another site must not act for the person.
        if (headers.origin !== undefined && headers.origin !== origin)
          return reply.code(403).send({ message: 'Only the pages of this app may call it.' })
      })
      scope.get('/session', async () => ({ customerId, name, avatar, home, fettleUrl }))
      scope.get('/chat-token', () => marketplace.call(getCustomerChatToken, { params: { id: customerId } }))
      scope.get('/events', (_, reply) => {
        reply.hijack()
        live.connect(customerId, reply.raw)
      })
      scope.post<{ Params: { name: string } }>('/calls/:name', async (request, reply) => {
        const call = { name: request.params.name, ...(await readCall(request)) }
        const result = await callAsCustomer(marketplace, customer, deviceOf(request), call)
        return result ?? reply.code(404).send({ message: 'Browsers may not call this.' })
      })
      scope.post<{ Params: { invoiceId: string } }>('/payments/:invoiceId', async ({ params }) => {
        await pay(marketplace, customerId, params.invoiceId)
        return {}
      })
    },
    { prefix: `${prefix}/api` },
  )

  if (prefix) app.get(prefix, (_, reply) => reply.redirect(pathname, 308))
  serveFiles(app, pathname, webFolder, fettleUrl)

  app.setErrorHandler((error: FastifyError, _, reply) => {
    if (error instanceof MarketplaceError) {
      const { status, code, userMessage, issues } = error
      const message = issues.map((issue) => issue.message).join(' ') || userMessage
      return reply.code(status).send({ code, issues, message })
    }
    const status = error instanceof MarketplaceUnreachable ? 502 : (error.statusCode ?? 500)
    if (status >= 500) console.error(error)
    const message =
      status >= 500
        ? 'That did not work. Please try again.'
        : status === 413
          ? `The file is larger than ${MAX_BODY_MB} MB.`
          : error.message
    return reply.code(status).send({ message })
  })
  return app
}

/** Calls come as JSON; with a file, as a form whose field `input` is the JSON. */
async function readCall(request: FastifyRequest): Promise<Omit<BrowserCall, 'name'>> {
  const key = request.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : undefined
  if (!request.isMultipart()) return { input: request.body as BrowserCall['input'], idempotencyKey }
  const { input, file } = request.body as { input: MultipartValue<string>; file: MultipartFile }
  const photo = new File([new Uint8Array(await file.toBuffer())], file.filename, { type: file.mimetype })
  return { input: JSON.parse(input.value) as BrowserCall['input'], file: photo, idempotencyKey }
}

/** The person's device. The address comes from the proxy in front of this program, if there is one. */
const deviceOf = ({ ip, headers }: FastifyRequest): Device => ({
  ip: ip.replace(/^::ffff:/, ''),
  userAgent: headers['user-agent'] ?? 'unknown',
  timeZone: String(headers['x-time-zone'] ?? 'UTC'),
})
