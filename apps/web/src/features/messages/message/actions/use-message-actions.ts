import type { MessageView } from '@fettle/chat-client'
import { isSameEmoji } from '@fettle/protocol/chat/messages/emoji'
import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { conversationPath } from '../../../../routing/conversation-path.ts'
import { chat } from '../../connection/chat.ts'
import { messageLocationOf } from '../../conversation/panels/side-panel.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { reminders } from '../../saved/store.ts'

/** Actions on messages of one conversation, optimistic with rollback on refusal. */
export interface MessageActions {
  reply: (message: MessageView) => void
  /** Opens the replies; absent in the thread itself. */
  thread?: ((message: MessageView) => void) | undefined
  edit: (message: MessageView) => void
  forward: (message: MessageView) => void
  /** Opens the report dialog. */
  report: (message: MessageView) => void
  /** The conversation is closed: no messages, edits or reactions. */
  closed: boolean
  /** The account is suspended: no changes of any kind. */
  readOnly: boolean
  /** Asks for confirmation, because the message is deleted for everybody. */
  remove: (message: MessageView) => void
  /** Toggles one's own reaction. */
  react: (message: MessageView, emoji: string) => void
  pin: (message: MessageView, pinned: boolean) => void
  /** Opens the reminder dialog. */
  remind: (message: MessageView) => void
  /** Saves the message for later or removes it from the saved ones. */
  save: (message: MessageView, saved: boolean) => void
  hide: (message: MessageView) => void
  markUnread: (message: MessageView) => void
  copy: (message: MessageView) => void
  copyLink: (message: MessageView) => void
}

const showFailure = (what: string) => (error: unknown) => chatToast.failed(what, error)

function toClipboard(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => chatToast.success(t`Copied`),
    () => chatToast.error(t`Your browser blocked copying.`),
  )
}

/** Link to a message. */
const linkTo = (message: MessageView): string =>
  `${location.origin}${conversationPath(message.cid, messageLocationOf(message))}`

/** Copies the text with its markup, so that it can be pasted into another message. */
const copyText = ({ text }: MessageView): void => toClipboard(text)

/** Whether the caller has reacted to a message with this emoji. */
export const hasReacted = ({ reactions }: MessageView, emoji: string, me: string | undefined): boolean =>
  me !== undefined && (reactions?.some((each) => isSameEmoji(each.emoji, emoji) && each.userIds.includes(me)) ?? false)

/** Actions except those the conversation must provide: reply, edit, forward, open a thread, confirm. */
export function useMessageActions(
  me: string | undefined,
  options: Pick<
    MessageActions,
    'reply' | 'thread' | 'edit' | 'forward' | 'remove' | 'remind' | 'report' | 'closed' | 'readOnly'
  >,
): MessageActions {
  const { reply, thread, edit, forward, remove, remind, report, closed, readOnly } = options
  return useMemo(
    () => ({
      reply,
      thread,
      edit,
      forward,
      remove,
      remind,
      report,
      closed,
      readOnly,
      save({ cid, id }, saved) {
        const answer = saved ? reminders.set(cid, id, null) : reminders.remove(cid, id)
        answer.then(
          () => chatToast.success(saved ? t`Saved for later` : t`Removed from saved`),
          showFailure(saved ? t`Couldn't save the message` : t`Couldn't remove it from saved`),
        )
      },
      react(message, emoji) {
        const store = chat.channel(message.cid)
        const answer = hasReacted(message, emoji, me)
          ? store.unreact(message.id, emoji)
          : store.react(message.id, emoji)
        answer.catch(showFailure(t`We couldn't send your reaction`))
      },
      pin({ cid, id }, pinned) {
        const store = chat.channel(cid)
        const answer = pinned ? store.pin(id) : store.unpin(id)
        answer.then(
          () => chatToast.success(pinned ? t`Message pinned` : t`Message unpinned`),
          showFailure(pinned ? t`Couldn't pin the message` : t`Couldn't unpin the message`),
        )
      },
      hide: ({ cid, id }) =>
        void chat
          .channel(cid)
          .hide(id)
          .then(() => chatToast.success(t`Message deleted`), showFailure(t`Couldn't delete the message`)),
      markUnread: ({ cid, id }) =>
        void chat
          .channel(cid)
          .markUnread(id)
          .then(() => chatToast.success(t`Marked unread from here`), showFailure(t`Couldn't mark it unread`)),
      copy: copyText,
      copyLink: (message) => toClipboard(linkTo(message)),
    }),
    [me, reply, thread, edit, forward, remove, remind, report, closed, readOnly],
  )
}
