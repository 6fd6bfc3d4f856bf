import type { DashboardStop, Todo } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Navigation } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { durationText, slotText } from '../../lib/format/dates.ts'
import { directionsLink } from '../../lib/format/map-links.ts'
import { CustomerLine } from '../../shared/customers/customer-line.tsx'
import { LeaveBy } from '../../shared/map/travel-note.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/dates/countdown.tsx'
import type { MostUrgent } from './model.ts'
import { RequestedTime } from './requested-time.tsx'
import { Go, StepButton } from './step-button.tsx'
import { jobTodoText, todoText } from './labels.ts'

interface MostUrgentCardProps {
  mostUrgent: MostUrgent
  /** Further to-dos of its job. */
  todos: readonly Todo[]
  now: Date
}

/** Card with the most urgent action. */
export function MostUrgentCard({ mostUrgent, todos, now }: MostUrgentCardProps) {
  switch (mostUrgent.kind) {
    case 'stop': {
      const { stop } = mostUrgent
      return (
        <Frame
          label={mostUrgent.isRunning ? <Trans>You're on this job</Trans> : <Trans>Your next job</Trans>}
          aside={stop.since === null ? <LeaveBy stop={stop} /> : <Elapsed since={stop.since} now={now} />}
          title={
            <Link to={paths.booking(stop.bookingId)} dir="auto" className="hover:underline">
              {stop.title}
            </Link>
          }
          action={
            <>
              <StepButton stop={stop} />
              {isOnTheWay(stop) && (
                <a
                  {...directionsLink(stop)}
                  className={buttonClass({ variant: 'secondary', size: 'lg', className: 'max-sm:w-full' })}
                >
                  <Navigation size={20} aria-hidden="true" />
                  <Trans>Directions</Trans>
                </a>
              )}
            </>
          }
        >
          <div className="flex items-center gap-3">
            <Avatar name={stop.customerName} src={stop.customerAvatar} />
            <p className="min-w-0 text-text-muted">
              <span className="font-medium text-text tabular-nums">{slotText(stop, now)}</span>
              <br />
              <bdi>{stop.customerName}</bdi> · <bdi>{stop.address}</bdi>
            </p>
          </div>
          <JobTodos todos={todos} />
        </Frame>
      )
    }
    case 'todo':
      return (
        <Frame
          label={<Trans>Do this first</Trans>}
          aside={
            mostUrgent.todo.dueAt && <Countdown until={mostUrgent.todo.dueAt} over={t`Overdue`} className="text-lg" />
          }
          title={todoText(mostUrgent.todo)}
          action={<Go to={mostUrgent.todo.redirect} label={<Trans>View and reply</Trans>} />}
        >
          {mostUrgent.todo.about.customerName && (
            <CustomerLine
              name={mostUrgent.todo.about.customerName}
              avatar={mostUrgent.todo.about.customerAvatar}
              className="text-text-muted"
            />
          )}
          <RequestedTime todo={mostUrgent.todo} now={now} />
          <JobTodos todos={todos} />
        </Frame>
      )
    case 'messages':
      return (
        <Frame
          label={<Trans>Messages</Trans>}
          title={<Plural value={mostUrgent.count} one="# unread message" other="# unread messages" />}
          action={<Go to={paths.messages} label={<Trans>Read and reply</Trans>} />}
        />
      )
    case 'nothing':
      return (
        <Frame label={<Trans>All done</Trans>} title={<Trans>You're all caught up</Trans>}>
          <p className="text-text-muted">
            <Trans>New requests and messages show up here right away.</Trans>
          </p>
        </Frame>
      )
  }
}

/** Links to the to-dos of a job. */
export const JobTodos = ({ todos }: { todos: readonly Todo[] }) =>
  todos.map((todo) => (
    <p key={todo.id} className="flex flex-wrap items-center gap-x-3">
      <Link to={todo.redirect} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        {jobTodoText(todo)}
      </Link>
      {todo.dueAt && <Countdown until={todo.dueAt} over={t`Overdue`} className="text-sm" />}
    </p>
  ))

/** Directions are shown until the provider has arrived. */
const isOnTheWay = ({ status }: DashboardStop) => status === 'CONFIRMED' || status === 'EN_ROUTE'

/** How long the current step of a job has taken. */
function Elapsed({ since, now }: { since: string; now: Date }) {
  const duration = durationText(Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000)))
  return (
    <span className="text-lg font-semibold tabular-nums">
      <Trans>For {duration}</Trans>
    </span>
  )
}

interface FrameProps {
  label: ReactNode
  aside?: ReactNode
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}

function Frame({ label, aside, title, action, children }: FrameProps) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 md:p-6">
      <div className="grid grid-cols-1 gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <p className="text-sm font-semibold text-accent-text">{label}</p>
          {aside}
        </div>
        <h2 dir="auto" className="text-xl font-semibold tracking-tight text-pretty">
          {title}
        </h2>
        {children}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </Card>
  )
}
