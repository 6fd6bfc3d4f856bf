import type { Message } from '@fettle/protocol/chat/messages/messages'
import { limits, preview } from '@fettle/protocol/common/limits'
import { t } from '@lingui/core/macro'
import { normalizePath, paths } from '../../../routing/paths.ts'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { notifyBehindConversation } from '../../../lib/browser/device-value.ts'
import { chat } from '../connection/chat.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { inOneLine } from '../message/media/media.ts'
import { deservesNotification } from './deserves-notification.ts'
import { authorName } from '../message/person-name.ts'

const isSupported = (): boolean => 'Notification' in window

/**
 * Asks for permission once per visit, on load. Browsers that require a gesture do not answer; there `NotificationHint`
 * asks beside the conversations.
 */
export function requestNotificationPermission(): void {
  if (!isSupported() || Notification.permission !== 'default') return
  void Promise.resolve(Notification.requestPermission()).catch(() => undefined)
}

/** Whether a conversation is on screen. */
const conversationIsOpen = (): boolean =>
  normalizePath(location.pathname) === paths.messages && new URLSearchParams(location.search).has('channel')

/**
 * Shows desktop notifications for messages that deserve one: shortened, closed after five seconds, opened by a click.
 */
export function notifyOnDesktop(open: (path: string) => void): () => void {
  return chat.onMessage((message) => {
    if (!isSupported() || Notification.permission !== 'granted') return
    const isNotified = deservesNotification({
      message,
      conversationIsOpen: conversationIsOpen(),
      isVisible: document.visibilityState === 'visible',
      behindConversation: notifyBehindConversation.get(),
      me: chat.getSnapshot().me?.id,
    })
    if (isNotified) show(message, () => open(conversationPath(message.cid, threadOf(message))))
  })
}

/** Replies that are not shown in the channel open in their thread. */
const threadOf = ({ parentId, inChannel }: Message): { side?: string; thread?: string } =>
  parentId !== undefined && !inChannel ? { side: 'thread', thread: parentId } : {}

function show(message: Message, open: () => void): void {
  try {
    // Tabs share the tag, so that one notification is shown.
    const shown = new Notification(authorName(message.user) || t`New message`, {
      body: preview(inOneLine(message, plainText(message.text))),
      tag: message.id,
      icon: message.user?.image ?? '/icon.svg',
    })
    const timer = setTimeout(() => shown.close(), limits.desktopNotificationMs)
    shown.addEventListener('close', () => clearTimeout(timer))
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      open()
    })
  } catch {
    // Phones support notifications only from service workers.
  }
}
