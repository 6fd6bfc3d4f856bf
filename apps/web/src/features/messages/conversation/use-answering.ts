import type { MessageView } from '@fettle/chat-client'
import { useCallback, useRef, useState, type RefObject } from 'react'

export interface Answering {
  /** What the next message answers. */
  quoted: MessageView | undefined
  setQuoted: (message: MessageView | undefined) => void
  /** What is being changed instead. */
  editing: MessageView | undefined
  setEditing: (message: MessageView | undefined) => void
  /** Turns to a message: from now on one answers it, or changes it. */
  reply: (message: MessageView) => void
  edit: (message: MessageView) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Goes to where one writes. */
  write: () => void
}

/** What one is about to write refers to: one composer's, in a conversation or in a thread. */
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
      // What was begun waits with all it has, and comes back afterwards.
      setEditing(message)
      write()
    },
    [write],
  )
  return { quoted, setQuoted, editing, setEditing, reply, edit, field, write }
}
