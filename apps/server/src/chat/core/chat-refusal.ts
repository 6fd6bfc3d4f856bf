import { createMessages } from '@fettle/i18n/catalogue'
import { pollMessages, refusalMessages } from '@fettle/protocol/chat/chat.messages'
import {
  chatErrors,
  type ChatErrorName,
  type ChatFailure,
  type ChatRefusalReason,
} from '@fettle/protocol/chat/core/errors'
import { isTextCode, textIn, type Text } from '../../platform/locale/messages.ts'

const translate = createMessages<string>('chat', { ...refusalMessages, ...pollMessages })

/** The chat's own texts, and those of the API about fields and files. */
const english = (reason: ChatRefusalReason | Text): string =>
  isTextCode(reason.code) ? textIn('en', reason as Text) : translate('en', reason)

interface Refusal {
  /** Says more than the message of the error's name. */
  reason?: ChatRefusalReason | Text | undefined
  /** English text for developers, where no screen can cause the error. */
  message?: string
  details?: Record<string, unknown> | undefined
}

/** Builds a failure. */
export function chatFailure(name: ChatErrorName, { reason, message, details }: Refusal = {}): ChatFailure {
  const { code, statusCode, retryable, reason: defaultCode } = chatErrors[name]
  const shownReason = reason ?? ({ code: defaultCode } as ChatRefusalReason)
  return {
    code,
    message: message ?? english(shownReason),
    reason: shownReason,
    statusCode,
    retryable,
    ...(details ? { details } : {}),
  }
}

/** An error of the chat service, the only one its calls throw deliberately. */
export class ChatRefusal extends Error {
  readonly failure: ChatFailure
  /** Seconds to wait before a retry (429). */
  readonly retryAfter: number | undefined

  constructor(name: ChatErrorName, { retryAfter, ...refusal }: Refusal & { retryAfter?: number } = {}) {
    const failure = chatFailure(name, refusal)
    super(failure.message)
    this.name = 'ChatRefusal'
    this.failure = failure
    this.retryAfter = retryAfter
  }
}
