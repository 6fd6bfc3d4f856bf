import { request as httpRequest } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { loopbackUrl, startChildProgram } from './child-program.ts'
import { DEMO_KEY } from './modules/marketplace/index.ts'
import type { Config } from './platform/config.ts'
import { sendPlainPage } from './platform/http/plain-page.ts'

/** Where a demo shows the customer's side. */
export const CUSTOMER_APP_PATH = '/demo/customer'

/** Headers that concern one connection, and the cookies of the provider's app. */
const NOT_PASSED_ON = new Set(['connection', 'cookie', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Reloads itself until the app is there. */
const NOT_READY = {
  locale: 'en',
  title: 'One moment',
  body: '<h1>One moment</h1><p>The demo is being prepared. This page opens when it is ready.</p>',
  status: 503,
} as const

/** The example of a customer's app, which a demo runs beside the server. */
export interface CustomerApp {
  start(): void
  stop(): Promise<void>
}

/**
 * Serves the example of a customer's app under its own path. It is a program of its own, which knows only our address and
 * the demo's key, like any marketplace; the server passes requests on to it. Call it before listening.
 */
export function serveCustomerApp(http: FastifyInstance, config: Config, log: Logger): CustomerApp {
  let port: number | undefined
  let program: ReturnType<typeof startChildProgram>

  const passOn = (request: FastifyRequest, reply: FastifyReply) => {
    if (port === undefined) return sendPlainPage(reply.header('refresh', '2'), NOT_READY)
    reply.hijack()
    const { raw, ip } = request
    const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => !NOT_PASSED_ON.has(name)))
    const proxied = httpRequest({
      port,
      host: '127.0.0.1',
      method: raw.method,
      path: raw.url,
      headers: { ...headers, 'x-forwarded-for': ip },
    })
    proxied.on('response', (answer) => {
      reply.raw.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply.raw)
    })
    proxied.on('error', () => (reply.raw.headersSent ? reply.raw.destroy() : reply.raw.writeHead(502).end()))
    reply.raw.on('close', () => proxied.destroy())
    raw.pipe(proxied)
  }

  http.register(async (scope) => {
    // Bodies are passed on unread.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of [CUSTOMER_APP_PATH, `${CUSTOMER_APP_PATH}/*`])
      scope.route({ method: ['GET', 'HEAD', 'POST'], url, handler: passOn })
  })

  return {
    start() {
      program = startChildProgram(
        'examples/customer-app',
        {
          HOST: '127.0.0.1',
          PORT: '0',
          PUBLIC_URL: config.origin + CUSTOMER_APP_PATH,
          FETTLE_URL: loopbackUrl(config),
          FETTLE_PUBLIC_URL: config.origin,
          FETTLE_KEY: DEMO_KEY,
        },
        ['--max-old-space-size=64'],
      )
      if (!program) return log.info('customer app is not built: /demo/customer is not served')
      program.child.on('message', (message: { port: number }) => {
        port = message.port
      })
      program.child.on('error', (error) => log.warn({ err: error }, 'starting the customer app failed'))
      program.child.on('exit', (code) => {
        port = undefined
        if (code) log.warn({ exitCode: code }, 'customer app ended')
      })
    },
    async stop() {
      await program?.stop()
    },
  }
}
