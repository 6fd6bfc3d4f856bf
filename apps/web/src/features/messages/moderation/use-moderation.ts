import type { MessageView } from '@fettle/chat-client'
import { useCallback, useState } from 'react'

/** Open dialog: report or block. */
export type ModerationDialog = { kind: 'report'; message?: MessageView } | { kind: 'block' }

/** State of the moderation dialogs, one at a time. */
export function useModeration() {
  const [question, setQuestion] = useState<ModerationDialog>()
  const report = useCallback((message: MessageView) => setQuestion({ kind: 'report', message }), [])
  const close = useCallback(() => setQuestion(undefined), [])
  return { question, ask: setQuestion, report, close }
}
