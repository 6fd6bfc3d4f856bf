import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** A refusal in the words of the inbox protocol: a status and a sentence. */
export class InboxError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.name = 'InboxError'
    this.status = status
  }
}

/** Readable, but not acceptable (422). */
export const invalid = (message: string) => new InboxError(422, message)

/** Answers any failure as the clients expect it: JSON with `message`, whatever went wrong. */
export function answerInboxError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error)
  if (status >= 500) request.log.error({ err: error }, 'inbox request failed')
  const message = error instanceof InboxError ? error.message : plainMessages[status]
  reply.code(status).send({
    statusCode: status,
    message: status === 422 ? 'Validation Error' : (message ?? 'The request could not be read.'),
    ...(status === 422 ? { errors: { general: { messages: [message] } } } : {}),
    path: request.url.split('?')[0],
    timestamp: new Date().toISOString(),
  })
}

const plainMessages: Record<number, string> = {
  413: 'The request is too large.',
  415: 'Send JSON.',
  500: 'Internal server error',
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof InboxError) return error.status
  const status = 'statusCode' in error ? error.statusCode : undefined
  return status !== undefined && status >= 400 && status < 500 ? status : 500
}
