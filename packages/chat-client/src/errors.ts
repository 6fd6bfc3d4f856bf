import type { ChatErrorCode, ChatFailure } from '@fettle/protocol/chat/core/errors'

/** A refusal of the service, or (without `failure`) a link that broke before the answer was here. */
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

/** The code is named, not looked up: the table of all refusals stays with the service. */
export const TOKEN_EXPIRED = 40 satisfies ChatErrorCode

export function failureOf(error: unknown): ChatFailure | undefined {
  return error instanceof ChatError ? error.failure : undefined
}
