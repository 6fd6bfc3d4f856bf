import { createHmac } from 'node:crypto'
import { equalsInConstantTime } from './constant-time.ts'

/** JSON Web Tokens, signed with HS256. */

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const MAX_LENGTH = 2_000

export function signJwt(claims: object, secret: string): string {
  const content = `${HEADER}.${encode(claims)}`
  return `${content}.${signatureOf(content, secret).toString('base64url')}`
}

/** The claims of a token signed with this secret, whatever they say. */
export function readJwt(token: string, secret: string): { claims: unknown } | 'MALFORMED' | 'WRONG_SIGNATURE' {
  const [header, body, signature, ...rest] = token.length <= MAX_LENGTH ? token.split('.') : []
  if (!header || !body || !signature || rest.length > 0 || !isHs256(header)) return 'MALFORMED'
  const isSigned = equalsInConstantTime(Buffer.from(signature, 'base64url'), signatureOf(`${header}.${body}`, secret))
  return isSigned ? { claims: decode(body) } : 'WRONG_SIGNATURE'
}

function isHs256(encodedHeader: string): boolean {
  const header = decode(encodedHeader)
  return typeof header === 'object' && header !== null && 'alg' in header && header.alg === 'HS256'
}

function signatureOf(content: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest()
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
