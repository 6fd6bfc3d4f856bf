import type { Call, CallInput, Result } from '@fettle/protocol'
import { call } from './api.ts'
import { createWithKey, type WithKey } from './idempotency-key.ts'

/** Requests that got no answer so far. */
const unanswered = new Map<string, WithKey>()

/** Calls an operation. After a lost answer the same request has no second effect. */
export async function callOnce<C extends Call>(operation: C, input: CallInput<C>): Promise<Result<C>> {
  const request = JSON.stringify([operation.name, input])
  const withKey = unanswered.get(request) ?? createWithKey()
  unanswered.set(request, withKey)
  const result = await withKey((idempotencyKey) => call(operation, input, { idempotencyKey }))
  unanswered.delete(request)
  return result
}
