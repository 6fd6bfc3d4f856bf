import { describe, expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { createWithKey } from './idempotency-key.ts'

/** The keys of an attempt that ends with `outcome`, and of the one after it. */
async function keysOf(outcome: () => Promise<unknown>): Promise<string[]> {
  const withKey = createWithKey()
  const keys: string[] = []
  const attempt = (end: () => Promise<unknown>) =>
    withKey((key) => {
      keys.push(key)
      return end()
    }).catch(() => undefined)
  await attempt(outcome)
  await attempt(async () => undefined)
  return keys
}
const failing = (status: number, code: ApiErrorCode) => async () => {
  throw new ApiError({ status, code, message: '' })
}

describe('the idempotency key', () => {
  it.each([
    ['a lost response', 0, 'NETWORK'],
    ['a server error', 500, 'INTERNAL'],
    ['a page of a proxy', 408, 'UNREADABLE'],
    ['an attempt that is still running', 409, 'IDEMPOTENCY_IN_PROGRESS'],
  ] as const)('is repeated after %s', async (_, status, code) => {
    const [first, second] = await keysOf(failing(status, code))
    expect(second).toBe(first)
  })

  it.each([
    ['a refusal', failing(422, 'PAYMENT_TOO_LARGE')],
    ['a success', async () => undefined],
  ])('changes after %s', async (_, outcome) => {
    const [first, second] = await keysOf(outcome)
    expect(second).not.toBe(first)
  })
})
