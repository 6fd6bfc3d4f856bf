import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ChatRefusal } from './chat-refusal.ts'
import { signToken, verifyToken } from './token.ts'

const now = new Date('2026-03-02T11:00:00Z')
const seconds = now.getTime() / 1000
const secret = 'a secret'

function codeOf(token: string): number | undefined {
  try {
    verifyToken(token, secret, now)
    return undefined
  } catch (error) {
    return error instanceof ChatRefusal ? error.failure.code : NaN
  }
}

describe('a chat token', () => {
  it('names its user or the server, until it expires', () => {
    const token = signToken({ user_id: 'ada', iat: seconds, exp: seconds + 60 }, secret)
    expect(verifyToken(token, secret, now)).toEqual({
      kind: 'user',
      userId: 'ada',
      expiresAt: (seconds + 60) * 1000,
      issuedAt: seconds * 1000,
    })
    expect(verifyToken(signToken({ server: true }, secret), secret, now)).toEqual({
      kind: 'server',
      expiresAt: undefined,
    })
  })

  it('is refused with 40 when expired, 41 before its validity, 42 before its issue time', () => {
    expect(codeOf(signToken({ user_id: 'ada', exp: seconds }, secret))).toBe(40)
    expect(codeOf(signToken({ user_id: 'ada', nbf: seconds + 60 }, secret))).toBe(41)
    expect(codeOf(signToken({ user_id: 'ada', iat: seconds + 60 }, secret))).toBe(42)
    expect(codeOf(signToken({ user_id: 'ada', iat: seconds + 4 }, secret))).toBeUndefined()
  })

  it('is refused with 43 when signed with another secret or modified', () => {
    const token = signToken({ user_id: 'ada' }, secret)
    expect(codeOf(signToken({ server: true }, 'another secret'))).toBe(43)
    const [head, , sign] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ server: true })).toString('base64url')
    expect(codeOf(`${head}.${forged}.${sign}`)).toBe(43)
  })

  it('is refused with 3 when malformed: no signature, another algorithm, no user', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg: 'none' })}.${part({ user_id: 'ada' })}.`
    const content = `${part({ alg: 'HS512' })}.${part({ user_id: 'ada' })}`
    const otherwise = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
    const tokens = ['', 'a.b', 'a.b.c.d', unsigned, otherwise, signToken({ user_id: '' }, secret), 'x'.repeat(5_000)]
    for (const token of tokens) expect(codeOf(token)).toBe(3)
  })
})
