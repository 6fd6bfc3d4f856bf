import type { MessageView } from '@fettle/chat-client'
import type { WithMedia } from '../media/media.ts'

/** Only messages the server has can be replied to. */
export const canReply = ({ kind, seq }: Pick<MessageView, 'kind' | 'seq'>): boolean =>
  kind === 'regular' && seq !== null

/** Whether a message has a text to copy. */
export const canCopy = ({ kind, text }: Pick<MessageView, 'kind' | 'text'>): boolean =>
  kind === 'regular' && text !== ''

export type MessageActionName =
  | 'reply'
  | 'thread'
  | 'edit'
  | 'forward'
  | 'pin'
  | 'unpin'
  | 'remind'
  | 'save'
  | 'unsave'
  | 'copy'
  | 'link'
  | 'unread'
  | 'hide'
  | 'report'
  | 'remove'

/**
 * Actions on a message in menu order. Pending messages can only be copied; in a closed conversation (`isClosed`)
 * nothing can be added or changed, and a suspended account (`isReadOnly`) changes nothing at all.
 */
export function actionsOn(
  message: Pick<MessageView, 'kind' | 'seq' | 'text' | 'isMine' | 'pinnedAt' | 'parentId' | 'inChannel'> & WithMedia,
  {
    isSaved = false,
    inThread = false,
    isClosed = false,
    isReadOnly = false,
  }: { isSaved?: boolean; inThread?: boolean; isClosed?: boolean; isReadOnly?: boolean } = {},
): MessageActionName[] {
  const { kind, seq, isMine, pinnedAt, pollId, location, parentId, inChannel } = message
  const isConfirmed = seq !== null
  const isRegular = isConfirmed && kind === 'regular'
  const mayAct = isRegular && !isReadOnly
  const may: Record<MessageActionName, boolean> = {
    reply: canReply(message) && !isClosed,
    thread: canReply(message) && !inThread && !isClosed,
    // Polls and locations cannot be edited.
    edit: isRegular && isMine && pollId === undefined && !location && !isClosed,
    forward: mayAct,
    copy: canCopy(message),
    link: isConfirmed,
    pin: isRegular && !pinnedAt && !isClosed,
    unpin: mayAct && Boolean(pinnedAt),
    remind: mayAct,
    save: mayAct && !isSaved,
    unsave: isRegular && isSaved,
    // What only its thread shows has no place in the conversation.
    unread: isConfirmed && !isMine && (parentId === undefined || inChannel === true),
    hide: isConfirmed && !isReadOnly,
    report: isRegular && !isMine,
    remove: mayAct && isMine,
  }
  return (Object.keys(may) as MessageActionName[]).filter((name) => may[name])
}

/** The caller's last message that can be edited. */
export const lastOwn = (messages: readonly MessageView[]): MessageView | undefined =>
  messages.findLast((message) => actionsOn(message).includes('edit'))
