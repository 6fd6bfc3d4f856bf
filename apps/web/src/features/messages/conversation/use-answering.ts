import type { ShownMessage } from '@fettle/chat-client'
import { useCallback, useRef, useState, type RefObject } from 'react'

export interface Answering {
  /** What the next message answers. */
  quoted: ShownMessage | undefined
  setQuoted: (message: ShownMessage | undefined) => void
  /** What is being changed instead. */
  editing: ShownMessage | undefined
  setEditing: (message: ShownMessage | undefined) => void
  /** Turns to a message: from now on one answers it, or changes it. */
  reply: (message: ShownMessage) => void
  edit: (message: ShownMessage) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Goes to where one writes. */
  write: () => void
}

/** What one is about to write refers to: one composer's, in a conversation or in a thread. */
export function useAnswering(): Answering {
  const field = useRef<HTMLTextAreaElement>(null)
  const [quoted, setQuoted] = useState<ShownMessage>()
  const [editing, setEditing] = useState<ShownMessage>()
  const write = useCallback(() => field.current?.focus(), [])
  const reply = useCallback(
    (message: ShownMessage) => {
      setEditing(undefined)
      setQuoted(message)
      write()
    },
    [write],
  )
  const edit = useCallback(
    (message: ShownMessage) => {
      // What was begun waits with all it has, and comes back afterwards.
      setEditing(message)
      write()
    },
    [write],
  )
  return { quoted, setQuoted, editing, setEditing, reply, edit, field, write }
}
