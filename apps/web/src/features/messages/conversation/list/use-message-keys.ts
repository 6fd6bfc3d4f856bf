import type { MessageView } from '@fettle/chat-client'
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import { latinKey } from '../../../../shared/shortcuts/latin-key.ts'
import { actionsOn, canCopy, canReply } from '../../message/actions/possible-actions.ts'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'

const messageOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-message]') : null

/** Next message in visual order; DOM order differs, because rows are virtualized. */
function neighbour(list: HTMLElement, of: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const rowIndexOf = (element: HTMLElement) => Number(element.closest<HTMLElement>('[data-index]')?.dataset['index'])
  const all = [...list.querySelectorAll<HTMLElement>('[data-message]')].sort((a, b) => rowIndexOf(a) - rowIndexOf(b))
  return all[all.indexOf(of) + by]
}

/**
 * Keyboard navigation of messages by arrow keys with a roving tabindex, starting at the newest. R or Enter replies, T
 * opens the thread, E edits, S sets a reminder, + adds a thumbs up, C copies, Esc focuses the composer. Letter keys
 * work only while a message has the focus (WCAG 2.1.4).
 */
export function useMessageKeys(options: {
  messages: readonly MessageView[]
  actions: MessageActions
  leave: () => void
}) {
  const { messages, actions, leave } = options
  const [chosen, setChosen] = useState<string>()
  const current = messages.some(({ id }) => id === chosen) ? chosen : messages.at(-1)?.id

  const onFocus = (event: FocusEvent) => setChosen(messageOf(event.target)?.dataset['message'])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = messageOf(event.target)
    const message = messages.find(({ id }) => id === element?.dataset['message'])
    if (!element || !message || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnMessage = event.target === element
    const handled = () => {
      switch (latinKey(event)) {
        case 'ArrowUp':
        case 'ArrowDown':
          neighbour(event.currentTarget, element, event.key === 'ArrowUp' ? -1 : 1)?.focus()
          return true
        case 'Escape':
          leave()
          return true
        case 'r':
        case 'Enter':
          if (isOnMessage && canReply(message) && !actions.closed) actions.reply(message)
          return isOnMessage
        case 't':
          if (isOnMessage && canReply(message)) actions.thread?.(message)
          return isOnMessage
        case 's':
          if (isOnMessage && actionsOn(message, { isReadOnly: actions.readOnly }).includes('remind'))
            actions.remind(message)
          return isOnMessage
        case 'c':
          if (isOnMessage && canCopy(message)) actions.copy(message)
          return isOnMessage
        case 'e':
          if (isOnMessage && actionsOn(message).includes('edit') && !actions.closed) actions.edit(message)
          return isOnMessage
        case '+':
          if (isOnMessage && canReply(message) && !actions.closed) actions.react(message, '👍')
          return isOnMessage
        default:
          return false
      }
    }
    if (handled()) event.preventDefault()
  }
  return { current, onFocus, onKeyDown }
}
