import { useState } from 'react'
import { randomId } from '../random-id.ts'
import { isApiError } from './api-error.ts'

/** Runs a write with an idempotency key. */
export type WithKey = <T>(write: (idempotencyKey: string) => Promise<T>) => Promise<T>

/** Whether the server has certainly not done what it was asked: it may still be at it, or the response is not its own. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'IDEMPOTENCY_IN_PROGRESS' &&
  error.code !== 'UNREADABLE'

/**
 * Runs writes with a key that changes only after a success or a refusal. After a lost response or a server error the next
 * attempt repeats the key, so that the server does nothing twice.
 */
export function createWithKey(): WithKey {
  let key = randomId()
  return async (write) => {
    try {
      const result = await write(key)
      key = randomId()
      return result
    } catch (error) {
      if (isRefusal(error)) key = randomId()
      throw error
    }
  }
}

/** `createWithKey` for the lifetime of a form. */
export const useIdempotencyKey = (): WithKey => useState(createWithKey)[0]
