import type { MessageView } from '@fettle/chat-client'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DraftAutosave } from './drafts/use-draft-autosave.ts'
import type { ComposerText } from './text/composer-text.ts'

/** While a message is edited, the draft is set aside and restored afterwards. */
export function useEditing(writing: ComposerText, draft: DraftAutosave, editing: MessageView | undefined): void {
  const begun = useRef<string>(undefined)
  const turn = useEffectEvent((message: MessageView | undefined) => {
    if (message) {
      begun.current ??= writing.getSnapshot()
      draft.setAside(begun.current)
      writing.set(message.text)
    } else if (begun.current !== undefined) {
      const text = draft.aside() ?? begun.current
      begun.current = undefined
      draft.setAside(undefined)
      writing.set(text)
    }
  })
  useEffect(() => turn(editing), [editing])
}
