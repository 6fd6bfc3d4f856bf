import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { issueText } from '@fettle/protocol'
import { isConnectionLoss } from '../db/connection-loss.ts'
import { AppError, fieldError, ServiceUnavailable } from '../errors.ts'
import type { Ids } from '../ids.ts'
import { logRefusal } from '../observability/log-refusal.ts'
import { MAX_INPUT_DEPTH, sanitizeInput, UnacceptableInput } from './input/sanitize-input.ts'
import { allowOrigins } from './allow-origins.ts'
import { compressResponses } from './compress.ts'
import { localizeResponses, type UnlocalizedFailure } from './localize-response.ts'

/** PostgreSQL's code of a statement that reached its time limit, or that an operator cancelled. */
const STATEMENT_CANCELLED = '57014'
const BODY_LIMIT_BYTES = 1024 * 1024

/** One year. Without subdomains, which may be other people's. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000'
/** For data and pages without scripts. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

/**
 * The HTTP server with what every part shares: request ids, default headers, lenient JSON parsing, cookies and the
 * error envelope. `origin`: under which clients reach it, possibly through a proxy. `corsOrigins`: of front ends elsewhere.
 */
export async function createHttp({
  log,
  ids,
  trustProxy,
  origin = '',
  corsOrigins = [],
}: {
  log: Logger
  ids: Ids
  trustProxy: string | false
  origin?: string
  corsOrigins?: readonly string[]
}): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log.child({ part: 'http' })
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => ids.next('req'),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy,
    // Running requests finish at shutdown; idle keep-alive connections are closed.
    forceCloseConnections: 'idle',
    // Requests that arrive meanwhile are refused by `refuseWhileStopping`, with the error envelope.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  // Clients send `Content-Type: application/json` without a body (the Novu client on every PATCH), which is accepted.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
  compressResponses(app)
  localizeResponses(app)
  await allowOrigins(app, corsOrigins, origin)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: true })
  // Defaults of every response. Files and pages, which may be cached or framed, replace them.
  const headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    ...(origin.startsWith('https:') && { 'strict-transport-security': STRICT_TRANSPORT_SECURITY }),
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
  })
  refuseWhileStopping(app)
  app.addHook('preValidation', sanitizeRequest)
  app.setErrorHandler(answerError)
  return app
}

/**
 * Refuses requests on open connections once the server stops. The health checks still answer, so that load balancers
 * see the reason.
 */
function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async (request) => {
    if (!isStopping || request.url.startsWith('/health/')) return
    throw new AppError('MAINTENANCE', {}, { headers: { 'retry-after': '1', connection: 'close' } })
  })
}

/** Sanitizes all request input before any part reads it. Files are not touched. */
async function sanitizeRequest(request: FastifyRequest): Promise<void> {
  request.params = sanitizeInput(request.params)
  request.query = sanitizeInput(request.query)
  request.body = sanitizeInput(request.body)
}

/** Converts anything thrown into the failure envelope. Only expected errors carry details; others are logged. */
export function answerError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = toAppError(error)
  if (refusal.status >= 500) request.log.error({ err: error, operation: request.routeOptions.config }, 'request failed')
  logRefusal(request, refusal)
  reply.headers(refusal.headers).code(refusal.status).send(toFailure(refusal, request.id))
}

/** The failure envelope of an error, before its reader's language is known. */
export function toFailure(refusal: AppError, requestId: string): UnlocalizedFailure {
  return {
    success: false,
    status: refusal.status,
    code: refusal.code,
    message: refusal.text,
    ...(refusal.issues ? { issues: refusal.issues } : {}),
    ...(Object.keys(refusal.details).length > 0 ? { details: refusal.details } : {}),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
    requestId,
  }
}

function toAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof UnacceptableInput) {
    const { reason, path } = error
    return reason === 'TOO_DEEP'
      ? new AppError('BAD_REQUEST', {}, { message: 'INPUT_TOO_DEEP', params: { max: MAX_INPUT_DEPTH } })
      : fieldError(path, 'NOT_ALLOWED', issueText('NULL_CHARACTER'))
  }
  // The database, the store of files or the chat is away: the same request may succeed later.
  if (isConnectionLoss(error) || error instanceof ServiceUnavailable)
    return new AppError('MAINTENANCE', {}, { headers: { 'retry-after': '1' } })
  const code = 'code' in error ? error.code : undefined
  if (code === STATEMENT_CANCELLED) return new AppError('MAINTENANCE', {}, { headers: { 'retry-after': '1' } })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('PAYLOAD_TOO_LARGE', { megabytes: BODY_LIMIT_BYTES / 1024 / 1024 })
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const limit =
      'part' in error ? (error as { part?: { file?: { bytesRead?: number } } }).part?.file?.bytesRead : undefined
    return new AppError('FILE_TOO_LARGE', { megabytes: limit ? Math.floor(limit / 1024 / 1024) : 10 })
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) return new AppError('BAD_REQUEST')
  return new AppError('INTERNAL')
}
