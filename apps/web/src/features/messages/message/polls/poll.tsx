import type { MessageView } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { checkSuggestion } from '@fettle/protocol/chat/polls/poll-rules'
import type { OwnVotes, Poll } from '@fettle/protocol/chat/polls/polls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { useConnection } from '../../../../lib/http/connection.ts'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chatText } from '../../chat-texts.ts'
import { InteractiveArea } from '../interactive-area.tsx'
import { firstOptions, totalOf } from './poll-votes.ts'
import { SingleLineForm } from './single-line-form.tsx'
import { PollOptions } from './poll-options.tsx'
import { PollResults } from './poll-results.tsx'
import { polls, usePoll } from './polls.ts'
import { useVotes } from './use-votes.ts'

/** Poll in a message: question, options and live results. */
export default function PollInMessage({ message, pollId }: { message: MessageView; pollId: string }) {
  const { connected, current } = useMessageListContext()
  const { poll, own, failed, load } = usePoll(message.cid, pollId, connected)
  const isConnected = useConnection()
  if (poll) return <PollView message={message} poll={poll} own={own} />
  return (
    <div className="grid w-72 max-w-full gap-1.5 py-1" aria-busy={isConnected && !failed}>
      <p dir="auto" className="font-semibold wrap-break-word">
        {message.text}
      </p>
      {!isConnected ? (
        <p className="text-sm text-text-muted">
          <Trans>Not available offline</Trans>
        </p>
      ) : failed ? (
        <InteractiveArea className="grid justify-items-start gap-2">
          <p className="text-sm text-danger">
            <Trans>Couldn't load the poll</Trans>
          </p>
          <Button variant="secondary" size="sm" tabIndex={current === message.id ? 0 : -1} onClick={load}>
            <Trans>Try again</Trans>
          </Button>
        </InteractiveArea>
      ) : (
        <>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </>
      )}
    </div>
  )
}

type Open = 'results' | 'close' | 'suggest' | 'answer'

function PollView({ message, poll, own }: { message: MessageView; poll: Poll; own: OwnVotes }) {
  const id = useId()
  const { me, current, actions } = useMessageListContext()
  const { ownOptionIds, counts, tap } = useVotes(poll, own)
  const [open, setOpen] = useState<Open>()
  const [showsAll, setShowsAll] = useState(false)
  const first = firstOptions(poll, own.optionIds)
  const count = poll.options.length
  const tabIndex = current === message.id ? 0 : -1
  const close = () => setOpen(undefined)
  const total = totalOf(counts)
  const isMine = poll.createdBy === me
  const isOpen = !poll.isClosed && !actions.closed
  const maySee = poll.options.length > 0 || poll.answersCount > 0

  const action = (what: Open, label: ReactNode) => (
    <Button variant="secondary" size="sm" tabIndex={tabIndex} onClick={() => setOpen(what)}>
      {label}
    </Button>
  )
  return (
    <div className="grid w-80 max-w-full gap-2 py-1">
      <div id={id}>
        <p dir="auto" className="font-semibold wrap-break-word">
          {poll.name}
        </p>
        {poll.description && (
          <p dir="auto" className="text-sm wrap-break-word text-text-muted">
            {poll.description}
          </p>
        )}
        <p className="text-sm text-text-muted">
          {poll.isClosed ? (
            <span className="font-semibold">
              <Trans>Closed</Trans>
            </span>
          ) : (
            <HowToVote poll={poll} />
          )}
          {poll.votingVisibility === 'anonymous' && (
            <>
              {' · '}
              <Trans>anonymous</Trans>
            </>
          )}
        </p>
      </div>
      <PollOptions
        poll={poll}
        options={showsAll ? poll.options : first}
        ownOptionIds={ownOptionIds}
        counts={counts}
        onTap={tap}
        tabIndex={tabIndex}
        labelledBy={id}
      />
      <InteractiveArea className="grid gap-2">
        {first.length < count && (
          <Button
            variant="quiet"
            size="sm"
            tabIndex={tabIndex}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? <Trans>Show fewer</Trans> : <Trans>Show all {count}</Trans>}
          </Button>
        )}
        {own.answer !== null && open !== 'answer' && (
          <p className="rounded-control bg-surface-sunken px-2.5 py-1.5 text-sm wrap-break-word">
            <span className="font-semibold">
              <Trans>Your answer:</Trans>
            </span>{' '}
            {own.answer}
          </p>
        )}
        {open === 'suggest' && <Suggest poll={poll} onDone={close} />}
        {open === 'answer' && <Answer poll={poll} answer={own.answer} onDone={close} />}
        <div className="flex flex-wrap items-center gap-2">
          {isOpen && poll.allowUserSuggestedOptions && open !== 'suggest' && (
            <>{action('suggest', <Trans>Suggest an option</Trans>)}</>
          )}
          {isOpen && poll.allowAnswers && open !== 'answer' && (
            <>{action('answer', own.answer === null ? <Trans>Answer</Trans> : <Trans>Change your answer</Trans>)}</>
          )}
          {maySee && <>{action('results', <Trans>Results</Trans>)}</>}
          {isMine && !poll.isClosed && !actions.readOnly && <>{action('close', <Trans>Close poll</Trans>)}</>}
        </div>
        <p className="text-sm text-text-muted tabular-nums">
          <Plural value={total} one="# vote" other="# votes" />
          {poll.allowAnswers && (
            <>
              {' · '}
              <Plural value={poll.answersCount} one="# answer" other="# answers" />
            </>
          )}
        </p>
        {open === 'results' && <PollResults poll={poll} counts={counts} onClose={close} />}
        {open === 'close' && <ClosePoll poll={poll} onClose={close} />}
      </InteractiveArea>
    </div>
  )
}

function HowToVote({ poll: { options, enforceUniqueVote, maxVotesAllowed } }: { poll: Poll }) {
  if (options.length === 0) return <Trans>No options yet</Trans>
  if (enforceUniqueVote) return <Trans>Choose one</Trans>
  if (maxVotesAllowed === null) return <Trans>Choose as many as you like</Trans>
  return <Trans>Choose up to {maxVotesAllowed}</Trans>
}

function Suggest({ poll, onDone }: { poll: Poll; onDone: () => void }) {
  return (
    <SingleLineForm
      label={t`Your suggestion`}
      max={chatLimits.pollOptionCharacters}
      send={t`Suggest`}
      check={(text) => {
        const problem = checkSuggestion(poll, text)
        return problem ? chatText(problem) : undefined
      }}
      onSend={(text) => polls.suggest(poll.cid, poll.id, text)}
      onDone={onDone}
    />
  )
}

function Answer({ poll, answer, onDone }: { poll: Poll; answer: string | null; onDone: () => void }) {
  const removeAnswer = () =>
    polls
      .answer(poll.cid, poll.id, null)
      .then(onDone, (error: unknown) => chatToast.failed(t`We couldn't send your answer`, error))
  return (
    <SingleLineForm
      label={t`Your answer`}
      initial={answer ?? ''}
      max={chatLimits.pollAnswerCharacters}
      send={t`Answer`}
      check={(text) => (text.trim() === '' ? t`Write an answer.` : undefined)}
      onSend={(text) => polls.answer(poll.cid, poll.id, text)}
      onDone={onDone}
      extra={
        answer !== null && (
          <Button variant="quiet" size="sm" onClick={() => void removeAnswer()}>
            <Trans>Remove answer</Trans>
          </Button>
        )
      }
    />
  )
}

function ClosePoll({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const close = () => {
    setBusy(true)
    polls
      .close(poll.cid, poll.id)
      .then(
        () => {
          onClose()
          chatToast.success(t`Poll closed`)
        },
        (error: unknown) => chatToast.failed(t`Couldn't close the poll`, error),
      )
      .finally(() => setBusy(false))
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={<Trans>Close this poll?</Trans>}
      description={<Trans>Nobody can vote after that, and you can't reopen it.</Trans>}
      confirm={<Trans>Close poll</Trans>}
      keep={<Trans>Keep it open</Trans>}
      variant="primary"
      busy={busy}
      onConfirm={close}
    >
      <p dir="auto" className="font-semibold">
        {poll.name}
      </p>
    </ConfirmDialog>
  )
}
