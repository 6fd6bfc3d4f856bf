import { ChatError } from '@fettle/chat-client'
import { clientMessages, pollMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Message as ChatMessage } from '@fettle/protocol/chat/messages/messages'
import { creditReasonMessages, systemMessages } from '@fettle/protocol/workspace/chat.messages'
import { systemMessageOf } from '@fettle/protocol/workspace/system-messages'
import type { MessageDescriptor } from '@fettle/i18n/message'
import { createTranslator } from '@fettle/i18n/translator'
import { i18n } from '@lingui/core'
import { regionalLocale } from '../../lib/format/dates.ts'

/**
 * Chat texts in the page's language. Translations are in the page's catalogue, English is here: the text that comes with
 * a system message has the times of another region. Refusals, which have none, are shown as they come.
 */
const english: Readonly<Record<string, string>> = {
  ...pollMessages,
  ...clientMessages,
  ...systemMessages,
  ...creditReasonMessages,
}
const translateTo = createTranslator(() => (code) => i18n.messages[code] ?? english[code])

/** A message in the page's language. Undefined: the page's catalogue does not have it, or it is malformed. */
function translate(message: MessageDescriptor): string | undefined {
  try {
    return translateTo(regionalLocale(), message)
  } catch {
    return undefined
  }
}

/** A poll rule, or an error of the client. */
export const chatText = (message: MessageDescriptor<keyof typeof pollMessages | keyof typeof clientMessages>): string =>
  translate(message) ?? english[message.code] ?? message.code

/** Why the service refused a call. */
export const failureText = ({ reason, message }: Pick<ChatFailure, 'reason' | 'message'>): string =>
  translate(reason) ?? message

/** Why something failed. Undefined: the error says nothing. */
export function chatErrorText(error: unknown): string | undefined {
  if (error instanceof ChatError) return translate(error.reason) ?? error.message
  return error instanceof Error ? error.message : undefined
}

/**
 * Text of a message: system messages in the page's language and region, others as they were written. People can send
 * the data of a system message too.
 */
export function messageText({ kind, text, custom }: Pick<ChatMessage, 'kind' | 'text' | 'custom'>): string {
  const message = kind === 'system' || kind === 'card' ? systemMessageOf(custom) : undefined
  return (message && translate(message)) ?? text
}
