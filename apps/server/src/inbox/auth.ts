import type { FastifyRequest } from 'fastify'
import type { InboxContext } from './context.ts'
import { InboxError } from './errors.ts'
import { readToken, type Box, type Reader } from './identity.ts'

/** Whose token came with a request. Kept beside it, so that no type of the server has to know. */
const requestBoxes = new WeakMap<FastifyRequest, Box>()

/** Lets a request in by its bearer token, as long as the login session lives that it was given to. */
export async function authenticate(request: FastifyRequest, context: InboxContext): Promise<void> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const reader = scheme.toLowerCase() === 'bearer' ? await authenticateToken(context, token) : undefined
  if (!reader) throw unauthorized()
  requestBoxes.set(request, reader.box)
}

/** Who reads by this token; undefined when it is no good, or the login session behind it has ended. */
export async function authenticateToken(
  { secret, clock, logins }: Pick<InboxContext, 'secret' | 'clock' | 'logins'>,
  token: string,
): Promise<Reader | undefined> {
  const reader = readToken(secret, token, clock.now())
  return reader && (await logins.isOpen(reader.box.subscriberId, reader.login)) ? reader : undefined
}

/** Whose inbox an authenticated request is about. */
export function boxOfRequest(request: FastifyRequest): Box {
  const box = requestBoxes.get(request)
  if (!box) throw unauthorized()
  return box
}

const unauthorized = () => new InboxError(401, 'Unauthorized')
