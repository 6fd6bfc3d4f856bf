import type { Poll } from '@fettle/protocol/chat/polls/polls'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { percentText } from '../../../../lib/format/percent-text.ts'
import { shareIn } from './poll-votes.ts'

export interface PollOptionsProps {
  poll: Poll
  /** The options to show. */
  options: Poll['options']
  ownOptionIds: readonly string[]
  counts: Readonly<Record<string, number>>
  onTap: (optionId: string) => void
  /** 0 only for the message with keyboard focus. */
  tabIndex: 0 | -1
  labelledBy: string
}

/** Options with their results: radio buttons for a single vote, checkboxes for several. */
export function PollOptions({ poll, options, ownOptionIds, counts, onTap, tabIndex, labelledBy }: PollOptionsProps) {
  const { nameOfUser, me, actions } = useMessageListContext()
  const isSingle = poll.enforceUniqueVote
  const chosen = options.find(({ id }) => ownOptionIds.includes(id))
  // One radio button takes the focus. Unlike native radio buttons, arrow keys only move, since each selection is a
  // vote.
  const stopAt = isSingle ? (chosen ?? options[0])?.id : undefined

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (!step || !(event.target instanceof HTMLInputElement)) return
    const inputs = [...event.currentTarget.querySelectorAll('input')]
    const next = inputs[inputs.indexOf(event.target) + step]
    event.preventDefault()
    event.stopPropagation()
    next?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- has a role in both cases; the arrow keys move between its options
    <div
      role={isSingle ? 'radiogroup' : 'group'}
      aria-labelledby={labelledBy}
      onKeyDown={onKeyDown}
      className="grid gap-1.5"
    >
      {options.map(({ id, text, suggestedBy }) => {
        const isMine = ownOptionIds.includes(id)
        const count = counts[id] ?? 0
        const share = shareIn(counts, id)
        const by = suggestedBy === null ? '' : nameOfUser(suggestedBy)
        return (
          <label
            key={id}
            className={clsx(
              'relative grid min-h-11 cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-2.5 overflow-hidden rounded-control border bg-surface-raised px-2.5 py-1.5 has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              isMine ? 'border-accent' : 'border-line-strong',
            )}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'absolute inset-y-0 start-0 transition-[width] duration-200',
                isMine ? 'bg-accent-soft' : 'bg-surface-sunken',
              )}
              style={{ width: `${share}%` }}
            />
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={`${labelledBy} vote`}
              checked={isMine}
              // A vote can be withdrawn in a closed conversation too.
              disabled={poll.isClosed || actions.readOnly || (actions.closed && !isMine)}
              tabIndex={isSingle && id !== stopAt ? -1 : tabIndex}
              onChange={() => onTap(id)}
              onClick={() => {
                // A checked radio button emits no change event: a second tap withdraws the vote.
                if (isSingle && isMine) onTap(id)
              }}
              className={clsx(
                'relative size-5 appearance-none border border-line-strong bg-surface-raised outline-none checked:border-accent checked:bg-accent',
                isSingle ? 'rounded-full' : 'rounded-[6px]',
              )}
            />
            {isMine && (
              <Check
                size={14}
                strokeWidth={3}
                aria-hidden="true"
                className="pointer-events-none absolute start-[13px] text-on-accent"
              />
            )}
            <span className="relative min-w-0">
              <span dir="auto" className="wrap-break-word">
                {text}
              </span>
              {suggestedBy !== null && (
                <span className="block text-xs text-text-muted">
                  {suggestedBy === me ? <Trans>Suggested by you</Trans> : <Trans>Suggested by {by}</Trans>}
                </span>
              )}
            </span>
            <span className="relative text-sm text-text-muted tabular-nums">
              <span className="sr-only">
                <Plural value={count} one="# vote" other="# votes" />,{' '}
              </span>
              <span aria-hidden="true">{count} · </span>
              {percentText(share)}
            </span>
          </label>
        )
      })}
    </div>
  )
}
