import type { MessageView } from '@fettle/chat-client'
import { useCallback, useRef, useState, type RefObject } from 'react'

export interface Answering {
  /** The message being replied to. */
  quoted: MessageView | undefined
  setQuoted: (message: MessageView | undefined) => void
  /** The message being edited. */
  editing: MessageView | undefined
  setEditing: (message: MessageView | undefined) => void
  /** Starts a reply to a message or an edit of it. */
  reply: (message: MessageView) => void
  edit: (message: MessageView) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Focuses the composer. */
  write: () => void
}

/** State of a composer's reply or edit, in a conversation or a thread. */
export function useAnswering(): Answering {
  const field = useRef<HTMLTextAreaElement>(null)
  const [quoted, setQuoted] = useState<MessageView>()
  const [editing, setEditing] = useState<MessageView>()
  const write = useCallback(() => field.current?.focus(), [])
  const reply = useCallback(
    (message: MessageView) => {
      setEditing(undefined)
      setQuoted(message)
      write()
    },
    [write],
  )
  const edit = useCallback(
    (message: MessageView) => {
      // The draft is set aside and restored afterwards.
      setEditing(message)
      write()
    },
    [write],
  )
  return { quoted, setQuoted, editing, setEditing, reply, edit, field, write }
}
