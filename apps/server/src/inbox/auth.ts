import type { FastifyRequest } from 'fastify'
import type { InboxContext } from './context.ts'
import { InboxError } from './errors.ts'
import { readToken, type Box } from './identity.ts'

/** Whose token came with a request. Kept beside it, so that no type of the server has to know. */
const boxes = new WeakMap<FastifyRequest, Box>()

/** Lets a request in by its bearer token. */
export function authenticate(request: FastifyRequest, { secret, clock }: Pick<InboxContext, 'secret' | 'clock'>): void {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const box = scheme.toLowerCase() === 'bearer' ? readToken(secret, token, clock.now()) : undefined
  if (!box) throw unauthorized()
  boxes.set(request, box)
}

/** Whose inbox an authenticated request is about. */
export function boxOfRequest(request: FastifyRequest): Box {
  const box = boxes.get(request)
  if (!box) throw unauthorized()
  return box
}

const unauthorized = () => new InboxError(401, 'Unauthorized')
