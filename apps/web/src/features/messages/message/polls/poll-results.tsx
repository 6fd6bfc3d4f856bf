import type { Poll, PollResponse } from '@fettle/protocol/chat/polls/polls'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { momentText, ownTimeZone } from '../../../../lib/format/dates.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { RetryButton } from '../../../../shared/errors/retry-button.tsx'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Spinner } from '../../../../ui/icons/glyphs.tsx'
import { chat } from '../../connection/chat.ts'
import { percentText } from '../../../../lib/format/percent-text.ts'
import { shareIn } from './poll-votes.ts'
import { personName } from '../person-name.ts'

export interface PollResultsProps {
  poll: Poll
  counts: Readonly<Record<string, number>>
  onClose: () => void
}

/** Results of a poll: options with their voters, and the answers. Anonymous polls show counts only. */
export function PollResults({ poll, counts, onClose }: PollResultsProps) {
  const isPublic = poll.votingVisibility === 'public'
  return (
    <Dialog onClose={onClose} title={poll.name} description={poll.description || undefined} kind="panel">
      {poll.options.map(({ id, text }) => (
        <section key={id} className="border-t border-line py-3 first:border-0 first:pt-0">
          <h3 className="flex gap-3 font-semibold">
            <span dir="auto" className="min-w-0 flex-1 wrap-break-word">
              {text}
            </span>
            <span className="shrink-0 tabular-nums">
              <Plural value={counts[id] ?? 0} one="# vote" other="# votes" />
              {` · ${percentText(shareIn(counts, id))}`}
            </span>
          </h3>
          <div aria-hidden="true" className="my-2 h-2 overflow-hidden rounded-full bg-surface-hover">
            <div className="h-full bg-accent" style={{ width: `${shareIn(counts, id)}%` }} />
          </div>
          {isPublic && (counts[id] ?? 0) > 0 && <PollResponses poll={poll} optionId={id} />}
        </section>
      ))}
      {poll.answersCount > 0 && (
        <section className="border-t border-line py-3 first:border-0">
          <h3 className="pb-2 font-semibold">
            <Plural value={poll.answersCount} one="# answer" other="# answers" />
          </h3>
          <PollResponses poll={poll} />
        </section>
      )}
      {!isPublic && (
        <p className="pt-2 text-sm text-text-muted">
          <Trans>This poll is anonymous: nobody sees who voted for what.</Trans>
        </p>
      )}
    </Dialog>
  )
}

/** Pages of an option's voters, or of the answers. Refetched when the poll changes. */
function PollResponses({ poll: { cid, id: pollId, version }, optionId }: { poll: Poll; optionId?: string }) {
  const [voices, setVoices] = useState<readonly PollResponse[]>()
  const [next, setNext] = useState<number | null>(null)
  const [failed, setFailed] = useState<'first' | 'next'>()
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  /** How often the list began again. A page that was requested before belongs to another list. */
  const generation = useRef(0)
  const now = useNow()
  const page = (offset: number) =>
    chat.call('polls.voices', { cid, pollId, offset, ...(optionId === undefined ? {} : { optionId }) })

  useEffect(() => {
    let isStale = false
    generation.current += 1
    const first = { cid, pollId, offset: 0, ...(optionId === undefined ? {} : { optionId }) }
    chat.call('polls.voices', first).then(
      (answer) => {
        if (isStale) return
        setFailed(undefined)
        setVoices(answer.voices)
        setNext(answer.next)
      },
      () => {
        if (!isStale) setFailed('first')
      },
    )
    return () => {
      isStale = true
    }
  }, [cid, pollId, optionId, version, attempt])

  const more = () => {
    if (next === null) return
    setBusy(true)
    setFailed(undefined)
    const requested = generation.current
    page(next)
      .then(
        (answer) => {
          if (requested !== generation.current) return
          setVoices((loaded) => [...(loaded ?? []), ...answer.voices])
          setNext(answer.next)
        },
        () => {
          if (requested === generation.current) setFailed('next')
        },
      )
      .finally(() => setBusy(false))
  }

  const retry = () => {
    if (failed === 'next') return more()
    setFailed(undefined)
    setAttempt((count) => count + 1)
  }

  const notLoaded = failed && (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-muted">
      <Trans>We couldn't load the votes.</Trans>
      <RetryButton size="sm" onClick={retry} />
    </p>
  )
  if (!voices) return notLoaded ?? <Spinner />
  return (
    <>
      <ul className="grid gap-2">
        {voices.map((voice, index) => (
          <li
            key={voice.user?.id ?? `${voice.at} ${index}`}
            tabIndex={-1}
            className="flex items-start gap-2.5 text-sm outline-none"
          >
            {voice.user && <Avatar name={personName(voice.user)} src={voice.user.image} size="sm" />}
            <span className="min-w-0 flex-1">
              {voice.user && (
                <span dir="auto" className="block font-medium">
                  {personName(voice.user)}
                </span>
              )}
              {voice.answer !== null && <span className="block text-base wrap-break-word">{voice.answer}</span>}
              <time dateTime={voice.at} className="text-text-muted">
                {momentText(voice.at, ownTimeZone(), now)}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {notLoaded ?? (next !== null && <MoreButton busy={busy} onClick={more} />)}
    </>
  )
}

/** Loads the next page of the list before it. When it disappears, the focus moves to the row that was last. */
function MoreButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  const lastRow = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      if (document.activeElement === button) lastRow.current?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button
      ref={ref}
      variant="secondary"
      size="sm"
      busy={busy}
      className="mt-2"
      onClick={({ currentTarget }) => {
        lastRow.current = currentTarget.previousElementSibling?.querySelector<HTMLElement>('li:last-child') ?? null
        onClick()
      }}
    >
      <Trans>Show more</Trans>
    </Button>
  )
}
