import * as z from 'zod/mini'
import { createHmac } from 'node:crypto'
import { equalsInConstantTime } from '../../platform/crypto/constant-time.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest()

/** Signs a token of the chat. */
export function signChatToken(claims: object, secret: string): string {
  const content = `${HEADER}.${encode(claims)}`
  return `${content}.${signature(content, secret).toString('base64url')}`
}

const Claims = z.object({ user_id: z.string(), exp: z.number() })

/** The user a token was signed for. Undefined: not signed with this secret, or expired. */
export function userOfChatToken(token: string, secret: string, now: number): string | undefined {
  const [header, body, encodedSignature] = token.split('.')
  if (header !== HEADER || !body || !encodedSignature) return undefined
  const expected = signature(`${header}.${body}`, secret)
  const signed = Buffer.from(encodedSignature, 'base64url')
  if (!equalsInConstantTime(signed, expected)) return undefined
  const claims = z.safeParse(Claims, JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.data.exp > now ? claims.data.user_id : undefined
}
