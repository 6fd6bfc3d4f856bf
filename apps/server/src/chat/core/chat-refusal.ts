import { chatFailure, type ChatErrorName, type ChatFailure } from '@fettle/protocol/chat/core/errors'

/** A refusal of the chat service: the one error its calls throw on purpose. */
export class ChatRefusal extends Error {
  readonly failure: ChatFailure
  /** Seconds after which trying again may help (429). */
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
