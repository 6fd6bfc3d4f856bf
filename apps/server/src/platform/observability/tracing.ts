import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type HeaderMap = Record<string, string | string[] | undefined>

/** The interface to a tracing library, which the functions below call. */
export interface TraceProvider {
  /** Starts a span: a child of the current one, or of the one that `headers` name. */
  start(name: string, kind: keyof typeof SpanKind, attributes: Attributes, headers?: HeaderMap): StartedSpan
  /** Runs `work` so that spans started in it are children of this one. */
  within<T>(context: Context, work: () => T): T
  /** Headers that name the current span to the receiver of a request. */
  headers(): Record<string, string>
  /** Sends what is left. */
  stop(): Promise<void>
}

export interface StartedSpan {
  context: Context
  span: Span
  /** Ends the span, as failed where an error is given. */
  end(error?: unknown): void
}

/** Undefined while tracing is off: then each function here is one comparison. */
let provider: TraceProvider | undefined

/** Starts sending traces to an OTLP receiver, and returns what stops it. The library is loaded here and nowhere else. */
export async function startTracing(endpoint: string, attributes: Attributes): Promise<() => Promise<void>> {
  const { createOtlpTraces } = await import('./otlp.ts')
  const started = createOtlpTraces(endpoint, attributes)
  provider = started
  return async () => {
    provider = undefined
    await started.stop()
  }
}

/** Runs `work` in a span. Attributes are made only while tracing is on; never put values that people entered into them. */
export function runInSpan<T>(
  name: string,
  kind: keyof typeof SpanKind,
  attributes: () => Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!provider) return work()
  const started = provider.start(name, kind, attributes())
  return provider.within(started.context, work).then(
    (result) => {
      started.end()
      return result
    },
    (error: unknown) => {
      started.end(error)
      throw error
    },
  )
}

/** Runs an SQL statement in a span with its text, which never contains values. */
export const tracedStatement = <T>(text: string, work: () => Promise<T>): Promise<T> =>
  provider
    ? runInSpan(
        /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
        'CLIENT',
        () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.trim() }),
        work,
      )
    : work()

/** Headers that continue the current trace at whoever gets the request. Empty while tracing is off. */
export const traceHeaders = (): Record<string, string> => provider?.headers() ?? {}

/** Makes a span of each request while tracing is on. Health checks and metrics have none. */
export function traceRequests(app: FastifyInstance): void {
  if (!provider) return
  const spans = new WeakMap<FastifyRequest, StartedSpan>()
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? 'none'
    if (!provider || route === '/metrics' || route.startsWith('/health/')) return
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'fettle.request_id': request.id }
    spans.set(request, provider.start(`${request.method} ${route}`, 'SERVER', attributes, request.headers))
  })
  // The body arrives in events outside the span, so the rest runs within it from here on.
  app.addHook('preValidation', (request, _reply, done) => {
    const started = spans.get(request)
    if (started && provider) provider.within(started.context, done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const started = spans.get(request)
    started?.span.setAttribute('http.response.status_code', reply.statusCode)
    started?.end(reply.statusCode >= 500 ? new Error(`status ${reply.statusCode}`) : undefined)
  })
}
