import { chatFailure, type ChatErrorName, type ChatFailure } from '@fettle/protocol/chat/core/errors'

/** An error of the chat service, the only one its calls throw deliberately. */
export class ChatRefusal extends Error {
  readonly failure: ChatFailure
  /** Seconds to wait before a retry (429). */
  readonly retryAfter: number | undefined

  constructor(
    name: ChatErrorName,
    extra: { message?: string; details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    const failure = chatFailure(name, extra)
    super(failure.message)
    this.name = 'ChatRefusal'
    this.failure = failure
    this.retryAfter = extra.retryAfter
  }
}
