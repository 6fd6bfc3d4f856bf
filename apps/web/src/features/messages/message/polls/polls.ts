import { createPolls } from '@fettle/chat-client'
import { useEffect, useSyncExternalStore } from 'react'
import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { chat } from '../../connection/chat.ts'

/** Polls of all conversations in this tab. */
export const polls = createPolls(chat)

const nobodys: OwnVotes = { optionIds: [], answer: null, version: 0 }

/** Current state of a poll; undefined until loaded. Retries after reconnecting. */
export function usePoll(cid: string, pollId: string, connected: boolean): { poll: Poll | undefined; own: OwnVotes } {
  const known = useSyncExternalStore(polls.subscribe, polls.getSnapshot)
  const poll = known.polls[pollId]
  const isMissing = poll === undefined
  useEffect(() => {
    if (connected && isMissing) polls.show(cid, [{ pollId }]).catch(() => undefined)
  }, [connected, isMissing, cid, pollId])
  return { poll, own: known.own[pollId] ?? nobodys }
}
