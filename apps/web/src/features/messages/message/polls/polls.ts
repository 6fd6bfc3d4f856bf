import { createPolls } from '@fettle/chat-client'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { chat } from '../../connection/chat.ts'

/** Polls of all conversations in this tab. */
export const polls = createPolls(chat)

const nobodys: OwnVotes = { optionIds: [], answer: null, version: 0 }

export interface LoadedPoll {
  /** Undefined until loaded. */
  poll: Poll | undefined
  own: OwnVotes
  failed: boolean
  load: () => void
}

/** Current state of a poll. Loads again after reconnecting. */
export function usePoll(cid: string, pollId: string, connected: boolean): LoadedPoll {
  const state = useSyncExternalStore(polls.subscribe, polls.getSnapshot)
  const poll = state.polls[pollId]
  const isMissing = poll === undefined
  const [failed, setFailed] = useState(false)
  const load = useCallback(
    () =>
      void polls.show(cid, [{ pollId }]).then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    [cid, pollId],
  )
  useEffect(() => {
    if (connected && isMissing) load()
  }, [connected, isMissing, load])
  return { poll, own: state.own[pollId] ?? nobodys, failed, load }
}
