import { isMessage, type MessageDescriptor, type MessageOf } from '@fettle/i18n/message'
import type { systemMessages } from './chat.messages.ts'

/** A system message as data: each of its two readers sees it in their own language. */
export type SystemMessageContent = MessageOf<typeof systemMessages>

/** Key in a message's `custom` data, which the chat service carries without reading. */
export const SYSTEM_MESSAGE_KEY = 'systemMessage'

/**
 * The system message of a chat message. Undefined for other messages. Its code may be one that only a newer version
 * knows; then the text of the chat message is shown.
 */
export function systemMessageOf(custom: Readonly<Record<string, unknown>> | undefined): MessageDescriptor | undefined {
  const message = custom?.[SYSTEM_MESSAGE_KEY]
  return isMessage(message) ? message : undefined
}
