import type { MessageView } from '@fettle/chat-client'
import { useCallback, useState } from 'react'

/** What is being asked: what to report, or whether to block. */
export type Question = { kind: 'report'; message?: MessageView } | { kind: 'block' }

/** The questions that keep the peace in a conversation: one at a time. */
export function useModeration() {
  const [question, setQuestion] = useState<Question>()
  const report = useCallback((message: MessageView) => setQuestion({ kind: 'report', message }), [])
  const close = useCallback(() => setQuestion(undefined), [])
  return { question, ask: setQuestion, report, close }
}
