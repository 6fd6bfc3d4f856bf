import { chatErrors, type ChatErrorName, type ChatFailure } from '@fettle/protocol/chat/core/errors'

/** A failure as the service sends it. */
export function chatFailure(name: ChatErrorName, { message = name }: { message?: string } = {}): ChatFailure {
  const { reason: code, ...error } = chatErrors[name]
  return { ...error, message, reason: { code } }
}
