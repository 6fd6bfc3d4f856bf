import { failureOf } from '../errors.ts'

/** Runs `send` with the id of a new message. */
type WithMessageId = <Answer>(what: unknown, send: (messageId: string) => Promise<Answer>) => Promise<Answer>

/**
 * Ids of messages that are sent at once. After a lost answer the same message is sent with the same id, so that the
 * service, which may have it already, does not send it twice.
 */
export function createIdempotentIds(newId: () => string): WithMessageId {
  const unanswered = new Map<string, string>()
  return async (what, send) => {
    const key = JSON.stringify(what)
    const id = unanswered.get(key) ?? newId()
    unanswered.set(key, id)
    try {
      const answer = await send(id)
      unanswered.delete(key)
      return answer
    } catch (error) {
      const failure = failureOf(error)
      if (failure && !failure.retryable) unanswered.delete(key)
      throw error
    }
  }
}
