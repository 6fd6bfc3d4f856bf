import type { MessageDescriptor } from '@fettle/i18n/message'
import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatErrorCode, ChatFailure } from '@fettle/protocol/chat/core/errors'

/** Code of an error of the client itself. Its English is in `clientMessages`. */
export type ClientErrorCode = keyof typeof clientMessages

/** An error of a call. `failure`: what the service answered, if it refused. `reason` is the message to translate. */
export class ChatError extends Error {
  readonly reason: MessageDescriptor
  readonly failure: ChatFailure | undefined

  constructor(message: string, reason: MessageDescriptor, failure?: ChatFailure) {
    super(message)
    this.name = 'ChatError'
    this.reason = reason
    this.failure = failure
  }
}

/** An error of the client, with the failure of the service that caused it. */
export const clientError = (code: ClientErrorCode, failure?: ChatFailure): ChatError =>
  new ChatError(clientMessages[code], { code }, failure)

/** The error of a refused call, with the message and reason of the service. */
export const refusalError = (failure: ChatFailure): ChatError => new ChatError(failure.message, failure.reason, failure)

/** The connection broke before the answer, so a retry may help. */
export const connectionLost = (): ChatError => clientError('chat-client.connection-lost')

/** A constant, so that the error table is not bundled. */
export const TOKEN_EXPIRED = 40 satisfies ChatErrorCode
/** The record that a call names does not exist, or no longer. */
export const DOES_NOT_EXIST = 16 satisfies ChatErrorCode

/** Why the service refused. Undefined: the error is none of the chat's, or the service did not answer. */
export function failureOf(error: unknown): ChatFailure | undefined {
  return error instanceof ChatError ? error.failure : undefined
}
