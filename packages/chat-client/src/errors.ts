import type { ChatErrorCode, ChatFailure } from '@fettle/protocol/chat/core/errors'

/** An error of the service, or without `failure` a connection that broke before the answer. */
export class ChatError extends Error {
  readonly failure: ChatFailure | undefined

  constructor(message: string, failure?: ChatFailure) {
    super(message)
    this.name = 'ChatError'
    this.failure = failure
  }
}

export function refusalError(failure: ChatFailure): ChatError {
  return new ChatError(failure.message, failure)
}

/** A constant, so that the error table is not bundled. */
export const TOKEN_EXPIRED = 40 satisfies ChatErrorCode

export function failureOf(error: unknown): ChatFailure | undefined {
  return error instanceof ChatError ? error.failure : undefined
}
