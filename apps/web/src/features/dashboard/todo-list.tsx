import type { DashboardRange, Todo } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTwoPaneRoom } from '../../lib/browser/media.ts'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { AcceptRequest } from '../../shared/bookings/accept-request.tsx'
import { Overlaps } from '../../shared/bookings/overlaps.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { focusBeside } from '../../ui/layout/focus-beside.ts'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { dismissing } from './api.ts'
import { todoGroupLabel, todoText } from './labels.ts'
import { groupTodos, jobOf, requestOf } from './model.ts'
import { RequestedTime } from './requested-time.tsx'

const snoozeLabel = (what: string) => t`Snooze until tomorrow: ${what}`

/** To-dos a narrow screen shows before the others are asked for. */
const MOST_URGENT = 3

interface TodoListProps {
  todos: readonly Todo[]
  range: DashboardRange
  now: Date
}

/** The to-dos of the provider, most urgent first: the first three on narrow screens, all by group on wide ones. */
export function TodoList({ todos, range, now }: TodoListProps) {
  const byGroup = useTwoPaneRoom()
  const [isWhole, setWhole] = useState(false)
  if (todos.length === 0) return null
  const shown = isWhole ? todos : todos.slice(0, MOST_URGENT)
  const count = todos.length
  return (
    <Section title={<Trans>Needs you</Trans>}>
      {byGroup ? (
        groupTodos(todos).map(({ group, todos: some }) => (
          <section key={group} aria-label={todoGroupLabel(group)} className="grid gap-1.5">
            <h3 className="flex items-baseline justify-between px-1 text-sm font-semibold text-text-muted">
              {todoGroupLabel(group)}
              <span className="tabular-nums">{some.length}</span>
            </h3>
            <Rows todos={some} range={range} now={now} />
          </section>
        ))
      ) : (
        <>
          <Rows todos={shown} range={range} now={now} />
          {count > MOST_URGENT && (
            <Button variant="quiet" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? <Trans>Show fewer</Trans> : <Trans>Show all {count}</Trans>}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}

function Rows({ todos, range, now }: TodoListProps) {
  const client = useQueryClient()
  const dismiss = useMutation({
    ...dismissing(client, range),
    onSuccess: () => void toast.success(t`Snoozed until tomorrow`),
    onError: (error, _, shown) => {
      // The server may be out of reach, so that nothing newer comes.
      shown?.undo()
      toast.error(t`Couldn't snooze it`, { body: errorText(error, t`Try again in a moment.`) })
    },
  })
  return (
    <Card className="p-2">
      <ul className="grid">
        {todos.map((todo) => (
          <li key={todo.id} className="grid gap-1">
            <div className="flex items-center gap-1">
              <Link
                to={todo.redirect}
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control px-2 py-2 hover:bg-surface-hover active:bg-surface-hover"
              >
                {todo.about.customerName && (
                  <Avatar name={todo.about.customerName} src={todo.about.customerAvatar} size="sm" />
                )}
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                  <span className="flex-1 basis-56 font-medium wrap-anywhere">{todoText(todo)}</span>
                  <RequestedTime todo={todo} now={now} />
                  {todo.dueAt && <Countdown until={todo.dueAt} over={t`Overdue`} className="text-sm" />}
                </span>
              </Link>
              {todo.dismissible && (
                <IconButton
                  label={snoozeLabel(todoText(todo))}
                  icon={<Clock size={18} />}
                  onClick={({ currentTarget }) => {
                    const row = currentTarget.closest('li')
                    focusBeside(row, 'a')
                    focusOutside(row)
                    dismiss.mutate(todo.id)
                  }}
                />
              )}
            </div>
            <TodoActions todo={todo} now={now} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Moves the focus out of the only row of a group: to the next group, else the previous one, else the page's title. */
function focusOutside(row: Element | null): void {
  if (!row?.contains(document.activeElement)) return
  const group = row.closest('section')
  const link = [group?.nextElementSibling, group?.previousElementSibling]
    .map((beside) => beside?.querySelector<HTMLElement>('li a'))
    .find(Boolean)
  const target = link ?? document.querySelector<HTMLElement>('#main h1')
  target?.focus()
}

/** The answer to a to-do where it is listed, as far as one tap can give it. */
function TodoActions({ todo, now }: { todo: Todo; now: Date }) {
  const request = requestOf(todo)
  const { overlaps } = todo.about
  if (request !== undefined) {
    const title = todo.about.title ?? ''
    const accept = (variant: 'secondary' | 'quiet') => (
      <AcceptRequest
        id={request}
        title={title}
        timeZone={todo.about.timeZone ?? ownTimeZone()}
        now={now}
        variant={variant}
      />
    )
    return (
      <div className="flex flex-wrap gap-2 px-2 pb-2">
        {todo.about.startAt === null ? (
          // A request without a time is answered with one.
          <Step to={`${todo.redirect}?action=reschedule`} label={t`Propose a time`} variant="secondary" />
        ) : (
          <>
            {overlaps ? (
              <>
                <p className="basis-full">
                  <Overlaps job={overlaps} />
                </p>
                <Step to={`${todo.redirect}?action=reschedule`} label={t`Propose another time`} variant="secondary" />
                {accept('quiet')}
              </>
            ) : (
              <>
                {accept('secondary')}
                <Step to={`${todo.redirect}?action=reschedule`} label={t`Propose another time`} />
              </>
            )}
          </>
        )}
      </div>
    )
  }
  const step = stepOf(todo)
  return (
    step && (
      <div className="px-2 pb-2">
        <Step {...step} />
      </div>
    )
  )
}

/** What a to-do without an answer of one tap opens its page for. */
function stepOf(todo: Todo): { to: string; label: string; variant?: 'secondary' } | undefined {
  const to = todo.redirect
  switch (todo.kind) {
    case 'RESPOND_REQUEST':
      return { to, label: jobOf(todo) === undefined ? t`Send an offer` : t`View and reply`, variant: 'secondary' }
    case 'FOLLOW_UP_OFFER':
      return { to: `${to}?action=remind`, label: t`Remind` }
    case 'SEND_INVOICE':
      return { to, label: t`Send` }
    default:
      return undefined
  }
}

const Step = ({ to, label, variant = 'quiet' }: { to: string; label: string; variant?: 'quiet' | 'secondary' }) => (
  <Link to={to} className={buttonClass({ variant, size: 'sm' })}>
    {label}
  </Link>
)
