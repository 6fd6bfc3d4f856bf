import type { Clock } from '../../platform/clock.ts'
import type { ChatOptions } from './context.ts'
import { ChatRefusal } from './chat-refusal.ts'
import { verifyToken, type TokenHolder } from './token.ts'

/** Authenticates app and caller. Throws code 2, 3 or 40–43. */
export function authenticate(
  { options, clock }: { options: ChatOptions; clock: Clock },
  credentials: { appKey: string | undefined; token: string | undefined },
): TokenHolder {
  if (credentials.appKey !== options.appKey) throw new ChatRefusal('ACCESS_KEY')
  if (!credentials.token) throw new ChatRefusal('AUTHENTICATION_FAILED', { message: 'The chat token is missing.' })
  return verifyToken(credentials.token, options.secret, clock.now())
}
