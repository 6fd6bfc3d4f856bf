import type { OwnVotes, Poll, PollResponse } from '@fettle/protocol/chat/polls/polls'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { chat, polls, useChat } from '../lib/chat.ts'
import { useLoaded } from '../lib/live.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Tick } from '../ui/field.tsx'
import { LoadError } from '../ui/page.tsx'

/** The options of a poll with their votes, under its question. */
export function PollInMessage({ cid, pollId }: { cid: string; pollId: string }): ReactNode {
  const known = useSyncExternalStore(polls.subscribe, polls.getSnapshot)
  const { error } = useLoaded(pollId, () => polls.show(cid, [{ pollId }]))
  const poll = known.polls[pollId]
  if (poll) return <Options poll={poll} own={known.own[pollId]} />
  return error ? <LoadError error={error} /> : <p role="status">Loading…</p>
}

function Options({ poll, own }: { poll: Poll; own: OwnVotes | undefined }): ReactNode {
  const { id, cid, options, isClosed, enforceUniqueVote, maxVotesAllowed, voteCountsByOption } = poll
  const mine = own?.optionIds ?? []
  const [hasFailed, setFailed] = useState(false)
  const isFull = !enforceUniqueVote && maxVotesAllowed !== null && mine.length >= maxVotesAllowed
  const vote = (optionId: string, isOn: boolean) => {
    setFailed(false)
    void polls[isOn ? 'vote' : 'unvote'](cid, id, optionId).catch(() => setFailed(true))
  }
  return (
    <div className="mt-2 min-w-60">
      {isClosed && <p className="opacity-80">This poll is closed.</p>}
      {!isClosed && !enforceUniqueVote && maxVotesAllowed !== null && (
        <p className="opacity-80">Choose up to {maxVotesAllowed}</p>
      )}
      {options.map((option) => {
        const votes = voteCountsByOption[option.id] ?? 0
        const isMine = mine.includes(option.id)
        const result = (
          <span className="flex justify-between gap-3">
            {option.text}
            {isClosed && isMine && ' (your vote)'}
            <span className="shrink-0 opacity-80">
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
      {poll.allowAnswers && <Answers poll={poll} ownVersion={own?.version} />}
    </div>
  )
}

type AnswersProps = { poll: Poll; ownVersion: number | undefined }

/** The answers that were written, newest first. */
function Answers({ poll: { cid, id, isClosed, version }, ownVersion }: AnswersProps): ReactNode {
  const { connected } = useChat()
  const [answers, setAnswers] = useState<readonly PollResponse[]>([])
  useEffect(() => {
    if (!connected) return
    let isStale = false
    const show = ({ voices }: { voices: readonly PollResponse[] }) => isStale || setAnswers(voices)
    chat.call('polls.voices', { cid, pollId: id, offset: 0 }).then(show, () => undefined)
    return () => {
      isStale = true
    }
  }, [cid, id, version, ownVersion, connected])
  return (
    <div className="grid justify-items-start gap-2 py-2">
      {answers.map(({ user, answer, at }) => (
        <p key={`${user?.id} ${at}`} className="[overflow-wrap:anywhere]">
          {user && `${user.name}: `}
          {answer}
        </p>
      ))}
      {!isClosed && (
        <PromptButton
          title="Your answer"
          label="Answer (leave it empty to remove yours)"
          onSend={(text) => polls.answer(cid, id, text.trim() || null)}
        >
          Answer
        </PromptButton>
      )}
    </div>
  )
}
