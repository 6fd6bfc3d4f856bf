import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { chatToast } from '../../alerts/chat-toast.ts'
import { countsWith, isAdvice, tapOption } from './model.ts'
import { polls } from './polls.ts'

/** The caller's votes, updated optimistically and rolled back on refusal. */
export function useVotes(poll: Poll | undefined, own: OwnVotes) {
  const [wanted, setWanted] = useState<readonly string[]>()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const mine = wanted ?? own.optionIds

  const tap = (optionId: string) => {
    if (!poll) return
    const decision = tapOption(poll, mine, optionId)
    if (!decision.ok) return void (isAdvice(decision.message) ? chatToast.info : chatToast.error)(decision.message)
    const { cid, id } = poll
    const isVote = decision.optionIds.includes(optionId)
    setWanted(decision.optionIds)
    waiting.current += 1
    // Sent in order, so that the last vote counts.
    queue.current = queue.current
      .then(() => (isVote ? polls.vote(cid, id, optionId) : polls.unvote(cid, id, optionId)))
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : ''
        if (isAdvice(message)) chatToast.info(message)
        else chatToast.error(t`Your vote wasn't sent`, message ? { body: message } : {})
      })
      .finally(() => {
        waiting.current -= 1
        if (waiting.current === 0) setWanted(undefined)
      })
  }
  return { mine, counts: poll ? countsWith(poll, own.optionIds, mine) : {}, tap }
}
