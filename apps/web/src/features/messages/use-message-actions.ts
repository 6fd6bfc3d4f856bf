import { createMessageId, type ShownMessage } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { paths } from '../../app/paths.ts'
import { toast } from '../../ui/toast.ts'
import { chat } from './chat.ts'

/** What can be done to messages of one conversation. What changes comes back as an event, like everybody else's doing. */
export interface MessageActions {
  reply: (message: ShownMessage) => void
  edit: (message: ShownMessage) => void
  forward: (message: ShownMessage) => void
  /** Asks first: the others lose it too. */
  remove: (message: ShownMessage) => void
  /** Adds my reaction, or takes it back. */
  react: (message: ShownMessage, emoji: string) => void
  pin: (message: ShownMessage, pinned: boolean) => void
  hide: (message: ShownMessage) => void
  markUnread: (message: ShownMessage) => void
  copy: (message: ShownMessage) => void
  copyLink: (message: ShownMessage) => void
}

const tell = (what: string) => (error: unknown) =>
  toast.error(what, error instanceof Error ? { body: error.message } : {})

function toClipboard(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(t`Copied`),
    () => toast.error(t`Your browser does not let us copy.`),
  )
}

/** The address of one message. */
const linkTo = ({ cid, seq }: ShownMessage): string => `${location.origin}${paths.conversation(cid)}&message=${seq}`

/** Copies what was written, marks and all: it may be pasted into another message. */
export const copyText = ({ text }: ShownMessage): void => toClipboard(text)

export const hasReacted = ({ reactions }: ShownMessage, emoji: string, me: string | undefined): boolean =>
  me !== undefined && (reactions?.some((each) => each.emoji === emoji && each.userIds.includes(me)) ?? false)

/** Everything but what the conversation itself must do: reply, edit, forward and confirm a removal. */
export function useMessageActions(
  me: string | undefined,
  own: Pick<MessageActions, 'reply' | 'edit' | 'forward' | 'remove'>,
): MessageActions {
  const { reply, edit, forward, remove } = own
  return useMemo(
    () => ({
      reply,
      edit,
      forward,
      remove,
      react({ cid, id: messageId, ...message }, emoji) {
        const call = hasReacted({ cid, id: messageId, ...message }, emoji, me) ? 'reactions.remove' : 'reactions.add'
        chat.call(call, { cid, messageId, emoji }).catch(tell(t`Your reaction did not get through`))
      },
      pin({ cid, id: messageId }, pinned) {
        chat
          .call(pinned ? 'messages.pin' : 'messages.unpin', { cid, messageId })
          .catch(tell(pinned ? t`Could not pin the message` : t`Could not unpin the message`))
      },
      hide({ cid, id: messageId }) {
        chat.call('messages.delete', { cid, messageId, onlyForMe: true }).catch(tell(t`Could not delete the message`))
      },
      markUnread({ cid, id: messageId }) {
        chat
          .call('channels.unread', { cid, messageId })
          .then(() => toast.success(t`Marked unread from here`), tell(t`Could not mark it unread`))
      },
      copy: copyText,
      copyLink: (message) => toClipboard(linkTo(message)),
    }),
    [me, reply, edit, forward, remove],
  )
}

/** Changes what one has written. Rejects with the service's refusal. */
export const editMessage = async ({ cid, id: messageId }: ShownMessage, text: string): Promise<void> => {
  await chat.call('messages.edit', { cid, messageId, text })
}

export const removeMessage = async ({ cid, id: messageId }: ShownMessage): Promise<void> => {
  await chat.call('messages.delete', { cid, messageId })
}

export const forwardMessage = async ({ cid, id: messageId }: ShownMessage, to: string): Promise<void> => {
  await chat.call('messages.forward', { cid, messageId, id: createMessageId(), to })
}
