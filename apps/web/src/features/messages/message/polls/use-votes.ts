import { ChatError } from '@fettle/chat-client'
import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chatErrorText, chatText } from '../../chat-texts.ts'
import { countsWith, isAdvice, tapOption } from './poll-votes.ts'
import { polls } from './polls.ts'

/** The caller's votes, updated optimistically and rolled back on refusal. */
export function useVotes(poll: Poll | undefined, own: OwnVotes) {
  const [pendingIds, setPendingIds] = useState<readonly string[]>()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const ownOptionIds = pendingIds ?? own.optionIds

  const tap = (optionId: string) => {
    if (!poll) return
    const decision = tapOption(poll, ownOptionIds, optionId)
    if (!decision.ok) {
      const show = isAdvice(decision.reason) ? chatToast.info : chatToast.error
      return show(chatText(decision.reason))
    }
    const { cid, id } = poll
    const isVote = decision.optionIds.includes(optionId)
    setPendingIds(decision.optionIds)
    waiting.current += 1
    // Sent in order, so that the last vote counts.
    queue.current = queue.current
      .then(() => (isVote ? polls.vote(cid, id, optionId) : polls.unvote(cid, id, optionId)))
      .catch((error: unknown) => {
        if (error instanceof ChatError && isAdvice(error.reason)) chatToast.info(chatErrorText(error) ?? '')
        else chatToast.failed(t`We couldn't send your vote`, error)
      })
      .finally(() => {
        waiting.current -= 1
        if (waiting.current === 0) setPendingIds(undefined)
      })
  }
  return { ownOptionIds, counts: poll ? countsWith(poll, own.optionIds, ownOptionIds) : {}, tap }
}
