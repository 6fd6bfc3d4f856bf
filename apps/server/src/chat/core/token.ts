import { ServerTokenClaims, UserTokenClaims } from '@fettle/protocol/chat/connection/token'
import * as z from 'zod/mini'
import { readJwt, signJwt } from '../../platform/crypto/jwt.ts'
import { ChatRefusal } from './chat-refusal.ts'

/** Verifies chat tokens: JWTs signed with HS256. Errors have the codes 40 to 43 of docs/reference/chat-protocol.md. */

export type TokenHolder =
  | {
      kind: 'user'
      userId: string
      expiresAt: number | undefined
      /** In milliseconds, like `expiresAt`. */
      issuedAt: number | undefined
      /** The app session it belongs to. */
      sessionId: string | undefined
    }
  | { kind: 'server'; expiresAt: number | undefined }

/** Allowed clock difference between servers. */
const LEEWAY_SECONDS = 5

/** Signs claims with the app's secret. */
export const signToken = (claims: UserTokenClaims | ServerTokenClaims, secret: string): string =>
  signJwt(claims, secret)

/**
 * The holder of a token. Throws code 43 for a wrong signature, 40 when expired, 41 before its time, 42 if issued in the
 * future.
 */
export function verifyToken(token: string, secret: string, now: Date): TokenHolder {
  const jwt = readJwt(token, secret)
  if (jwt === 'MALFORMED') throw new ChatRefusal('AUTHENTICATION_FAILED')
  if (jwt === 'WRONG_SIGNATURE') throw new ChatRefusal('TOKEN_SIGNATURE_INVALID')
  const { claims } = jwt
  const server = z.safeParse(ServerTokenClaims, claims)
  const user = server.success ? undefined : z.safeParse(UserTokenClaims, claims)
  const times = server.success ? server.data : user?.data
  if (!times) throw new ChatRefusal('AUTHENTICATION_FAILED', { message: 'The chat token names no user.' })
  const seconds = now.getTime() / 1000
  if (times.exp !== undefined && times.exp <= seconds) throw new ChatRefusal('TOKEN_EXPIRED')
  if (times.nbf !== undefined && times.nbf > seconds + LEEWAY_SECONDS) throw new ChatRefusal('TOKEN_NOT_YET_VALID')
  if (times.iat !== undefined && times.iat > seconds + LEEWAY_SECONDS) throw new ChatRefusal('TOKEN_USED_BEFORE_ISSUE')
  const expiresAt = times.exp === undefined ? undefined : times.exp * 1000
  if (!('user_id' in times)) return { kind: 'server', expiresAt }
  const issuedAt = times.iat === undefined ? undefined : times.iat * 1000
  return { kind: 'user', userId: times.user_id, expiresAt, issuedAt, sessionId: times.sid }
}
