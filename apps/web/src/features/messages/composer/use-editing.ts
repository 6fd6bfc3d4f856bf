import type { MessageView } from '@fettle/chat-client'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DraftAutosave } from './drafts/use-draft-autosave.ts'
import type { ComposerText } from './text/composer-text.ts'

/** While a message is edited, the draft is set aside and restored afterwards. */
export function useEditing(writing: ComposerText, draft: DraftAutosave, editing: MessageView | undefined): void {
  const draftBefore = useRef<string>(undefined)
  const turn = useEffectEvent((message: MessageView | undefined) => {
    if (message) {
      draftBefore.current ??= writing.getSnapshot()
      draft.park(draftBefore.current)
      writing.set(message.text)
    } else if (draftBefore.current !== undefined) {
      const text = draft.parkedText() ?? draftBefore.current
      draftBefore.current = undefined
      draft.park(undefined)
      writing.set(text)
    }
  })
  useEffect(() => turn(editing), [editing])
}
