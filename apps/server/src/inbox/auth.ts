import type { FastifyRequest } from 'fastify'
import type { InboxContext } from './context.ts'
import { InboxError } from './errors.ts'
import { readToken, type Box, type Reader } from './identity.ts'

/** The box of a request. Kept beside it, so that the server's types need not know it. */
const requestBoxes = new WeakMap<FastifyRequest, Box>()

/** Authenticates a request by its bearer token. Throws once the login session it was issued for has ended. */
export async function authenticate(request: FastifyRequest, context: InboxContext): Promise<void> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const reader = scheme.toLowerCase() === 'bearer' ? await authenticateToken(context, token) : undefined
  if (!reader) throw unauthorized()
  requestBoxes.set(request, reader.box)
}

/** The reader of a token. Undefined: invalid, or its login session has ended. */
export async function authenticateToken(
  { secret, clock, logins }: Pick<InboxContext, 'secret' | 'clock' | 'logins'>,
  token: string,
): Promise<Reader | undefined> {
  const reader = readToken(secret, token, clock.now())
  return reader && (await logins.isOpen(reader.box.subscriberId, reader.login)) ? reader : undefined
}

/** The inbox of an authenticated request. */
export function boxOfRequest(request: FastifyRequest): Box {
  const box = requestBoxes.get(request)
  if (!box) throw unauthorized()
  return box
}

const unauthorized = () => new InboxError(401, 'Unauthorized')
