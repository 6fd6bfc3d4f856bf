import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { polls } from '../lib/chat.ts'
import { useLoaded } from '../lib/live.ts'
import { Tick } from '../ui/field.tsx'
import { LoadError } from '../ui/page.tsx'

/** The options of a poll with their votes, under its question. */
export function PollInMessage({ cid, pollId }: { cid: string; pollId: string }): ReactNode {
  const known = useSyncExternalStore(polls.subscribe, polls.getSnapshot)
  const { error } = useLoaded(pollId, () => polls.show(cid, [{ pollId }]))
  const poll = known.polls[pollId]
  if (poll) return <Options poll={poll} own={known.own[pollId]?.optionIds ?? []} />
  return error ? <LoadError error={error} /> : <p role="status">Loading…</p>
}

function Options({ poll, own }: { poll: Poll; own: OwnVotes['optionIds'] }): ReactNode {
  const { id, cid, options, isClosed, enforceUniqueVote, maxVotesAllowed, voteCountsByOption } = poll
  const [hasFailed, setFailed] = useState(false)
  const isFull = !enforceUniqueVote && maxVotesAllowed !== null && own.length >= maxVotesAllowed
  const vote = (optionId: string, isOn: boolean) => {
    setFailed(false)
    void polls[isOn ? 'vote' : 'unvote'](cid, id, optionId).catch(() => setFailed(true))
  }
  return (
    <div className="mt-2 min-w-60">
      {isClosed && <p className="text-muted">This poll is closed.</p>}
      {!isClosed && !enforceUniqueVote && maxVotesAllowed !== null && (
        <p className="text-muted">Choose up to {maxVotesAllowed}</p>
      )}
      {options.map((option) => {
        const votes = voteCountsByOption[option.id] ?? 0
        const isMine = own.includes(option.id)
        const result = (
          <span className="flex justify-between gap-3">
            {option.text}
            {isClosed && isMine && ' (your vote)'}
            <span className="shrink-0 text-muted">
              {votes} {votes === 1 ? 'vote' : 'votes'}
            </span>
          </span>
        )
        return isClosed ? (
          <div key={option.id} className="py-2">
            {result}
          </div>
        ) : (
          <Tick
            key={option.id}
            group={enforceUniqueVote ? id : undefined}
            checked={isMine}
            isDisabled={isFull && !isMine}
            onChange={(isOn) => vote(option.id, isOn)}
          >
            {result}
          </Tick>
        )
      })}
      {hasFailed && (
        <p role="alert" className="text-bad">
          Your vote was not counted. Please try again.
        </p>
      )}
    </div>
  )
}
