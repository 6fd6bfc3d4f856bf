import type { MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  AlarmClock,
  Bookmark,
  BookmarkX,
  Copy,
  EyeOff,
  Flag,
  Forward,
  Link2,
  MailOpen,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { actionsOn, type MessageActionName } from './possible-actions.ts'
import type { MessageActions } from './use-message-actions.ts'

export interface MenuEntry {
  name: MessageActionName
  label: ReactNode
  icon: ReactNode
  act: () => void
}

const size = { size: 18, 'aria-hidden': true } as const

/** Actions of a message in menu order. `isSaved`: it is among the saved messages. */
export function entriesFor(message: MessageView, actions: MessageActions, isSaved: boolean): MenuEntry[] {
  const all: Record<MessageActionName, Omit<MenuEntry, 'name'>> = {
    reply: { label: <Trans>Reply</Trans>, icon: <Reply {...size} />, act: () => actions.reply(message) },
    thread: {
      label: <Trans>Reply in thread</Trans>,
      icon: <MessagesSquare {...size} />,
      act: () => actions.thread?.(message),
    },
    edit: { label: <Trans>Edit</Trans>, icon: <Pencil {...size} />, act: () => actions.edit(message) },
    forward: { label: <Trans>Forward</Trans>, icon: <Forward {...size} />, act: () => actions.forward(message) },
    pin: { label: <Trans>Pin</Trans>, icon: <Pin {...size} />, act: () => actions.pin(message, true) },
    unpin: { label: <Trans>Unpin</Trans>, icon: <PinOff {...size} />, act: () => actions.pin(message, false) },
    remind: { label: <Trans>Remind me…</Trans>, icon: <AlarmClock {...size} />, act: () => actions.remind(message) },
    save: {
      label: <Trans>Save for later</Trans>,
      icon: <Bookmark {...size} />,
      act: () => actions.save(message, true),
    },
    unsave: {
      label: <Trans>Remove from saved</Trans>,
      icon: <BookmarkX {...size} />,
      act: () => actions.save(message, false),
    },
    copy: { label: <Trans>Copy</Trans>, icon: <Copy {...size} />, act: () => actions.copy(message) },
    link: { label: <Trans>Copy link</Trans>, icon: <Link2 {...size} />, act: () => actions.copyLink(message) },
    unread: {
      label: <Trans>Mark unread from here</Trans>,
      icon: <MailOpen {...size} />,
      act: () => actions.markUnread(message),
    },
    hide: { label: <Trans>Delete for me</Trans>, icon: <EyeOff {...size} />, act: () => actions.hide(message) },
    report: { label: <Trans>Report…</Trans>, icon: <Flag {...size} />, act: () => actions.report(message) },
    remove: {
      label: <Trans>Delete for everyone</Trans>,
      icon: <Trash2 {...size} />,
      act: () => actions.remove(message),
    },
  }
  const inThread = actions.thread === undefined
  const { closed: isClosed, readOnly: isReadOnly } = actions
  return actionsOn(message, { isSaved, inThread, isClosed, isReadOnly }).map((name) => ({ name, ...all[name] }))
}

/** Most used reactions. */
export const quickReactions = ['👍', '❤️', '😂', '🎉', '🙏'] as const

export const reactionLabel = (emoji: string): string => t`React with ${emoji}`
