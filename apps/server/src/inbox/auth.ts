import type { FastifyRequest } from 'fastify'
import type { InboxContext } from './context.ts'
import { InboxError } from './errors.ts'
import { readToken, type InboxKey, type Reader } from './identity.ts'

/** The inboxes of authenticated requests. Kept beside them, so that the server's types need not know them. */
const inboxKeys = new WeakMap<FastifyRequest, InboxKey>()

/** Authenticates a request by its bearer token. Throws once the login session it was issued for has ended. */
export async function authenticate(request: FastifyRequest, context: InboxContext): Promise<void> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const reader = scheme.toLowerCase() === 'bearer' ? await authenticateToken(context, token) : undefined
  if (!reader) throw unauthorized()
  inboxKeys.set(request, reader.inbox)
}

/** The reader of a token. Undefined: invalid, or its login session has ended. */
export async function authenticateToken(
  { secret, clock, logins }: Pick<InboxContext, 'secret' | 'clock' | 'logins'>,
  token: string,
): Promise<Reader | undefined> {
  const reader = readToken(secret, token, clock.now())
  return reader && (await logins.isOpen(reader.inbox.subscriberId, reader.login)) ? reader : undefined
}

/** The inbox of an authenticated request. */
export function inboxKeyOfRequest(request: FastifyRequest): InboxKey {
  const inbox = inboxKeys.get(request)
  if (!inbox) throw unauthorized()
  return inbox
}

const unauthorized = () => new InboxError(401, 'Unauthorized')
