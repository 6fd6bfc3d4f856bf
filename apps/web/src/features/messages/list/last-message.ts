import type { ListedChannel } from '@fettle/chat-client'
import { preview } from '@fettle/protocol/common/limits'
import { plainText } from '../../../lib/format/markup.ts'
import { messageText } from '../chat-texts.ts'
import { inOneLine } from '../message/media/media.ts'
import { authorName } from '../message/person-name.ts'

/** Preview of a conversation's latest message in the list. */
export type LastMessage =
  | { kind: 'none' }
  | { kind: 'typing'; names: string[] }
  | { kind: 'draft' | 'text'; text: string; isMine: boolean }
  | { kind: 'deleted' | 'card'; isMine: boolean }
  | { kind: 'reply' }

/** When the latest message was written, a reply in a thread included: the one whose text `lastMessageOf` gives. */
export const lastMessageAt = ({ channel, lastMessage, repliedAt }: ListedChannel): string | null =>
  repliedAt ?? lastMessage?.createdAt ?? channel.lastMessageAt

/** Preview text: typing first, then the draft, then the latest message. Cut to 100 characters. */
export function lastMessageOf(listed: ListedChannel, me: string | undefined, draft: string | undefined): LastMessage {
  const { channel, lastMessage, repliedAt, typing } = listed
  if (typing.length > 0) {
    return {
      kind: 'typing',
      names: typing.map((id) => authorName(channel.members.find(({ userId }) => userId === id)?.user)),
    }
  }
  if (draft) return { kind: 'draft', text: preview(plainText(draft)), isMine: true }
  if (!lastMessage) return { kind: 'none' }
  if (repliedAt !== null) return { kind: 'reply' }
  const isMine = lastMessage.user !== null && lastMessage.user.id === me
  if (lastMessage.kind === 'deleted') return { kind: 'deleted', isMine }
  if (lastMessage.kind === 'card' && lastMessage.text === '') return { kind: 'card', isMine }
  return { kind: 'text', text: preview(inOneLine(lastMessage, plainText(messageText(lastMessage)))), isMine }
}
