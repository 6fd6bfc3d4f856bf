import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionLoss } from '../platform/db/connection-loss.ts'
import { UnacceptableInput } from '../platform/http/input/sanitize-input.ts'

/** An error in the format of the inbox protocol: a status and a message. */
export class InboxError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'InboxError'
    this.status = status
  }
}

/** The error for a notification that is not in the caller's inbox. */
export const notFound = (): InboxError => new InboxError(404, 'This notification does not exist.')

/** A valid request that cannot be accepted (422). */
export const invalidInput = (message: string) => new InboxError(422, message)

/** Sends every failure as clients expect it: JSON with `message`. */
export function sendInboxError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error)
  if (status >= 500) request.log.error({ err: error }, 'inbox request failed')
  if (status === 503) reply.header('retry-after', '1')
  const message =
    error instanceof InboxError || error instanceof UnacceptableInput ? error.message : plainMessages[status]
  reply.code(status).send({
    statusCode: status,
    message: status === 422 ? 'Validation Error' : (message ?? "We couldn't read the request."),
    ...(status === 422 ? { errors: { general: { messages: [message] } } } : {}),
    path: request.url.split('?')[0],
    timestamp: new Date().toISOString(),
  })
}

const plainMessages: Record<number, string> = {
  413: 'The request is too large.',
  415: 'Send JSON.',
  500: 'Internal server error',
  503: 'Service unavailable',
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof InboxError) return error.status
  if (error instanceof UnacceptableInput) return 422
  // The database is away: the same request may succeed later.
  if (isConnectionLoss(error)) return 503
  const status = 'statusCode' in error ? error.statusCode : undefined
  return status !== undefined && status >= 400 && status < 500 ? status : 500
}
