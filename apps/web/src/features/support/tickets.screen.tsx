import type { TicketSummary } from '@fettle/protocol/support/tickets'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LifeBuoy, SquarePen } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { momentWithin, ownTimeZone, shortMoment } from '../../lib/format/dates.ts'
import { useLastValue } from '../../lib/browser/use-last-value.ts'
import { useNow } from '../../lib/browser/now.ts'
import { SupportFrame } from '../../shared/support/support-frame.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/navigation/filter-bar.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { countIn, isTicketTab, ticketTabs, type TicketTab } from './model.ts'
import { ticketsQuery } from './tickets/api.ts'
import { NotLoaded } from './tickets/not-loaded.tsx'
import { TicketChip } from './tickets/ticket-chip.tsx'
import { categoryLabel, priorityLabel, ticketTabLabel } from './labels.ts'

const tabNames = ['open', 'answer', 'settled', 'all'] as const

/** List of tickets with their status. */
export function Component() {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab')
  const tab: TicketTab = isTicketTab(requestedTab) ? requestedTab : 'open'
  const tickets = useInfiniteQuery(ticketsQuery(ticketTabs[tab]))
  const counts = useLastValue(tickets.data?.pages[0]?.countsByStatus)
  const rows = tickets.data?.pages.flatMap((page) => page.rows)
  return (
    <SupportFrame
      current="tickets"
      actions={
        <Link to={paths.newTicket} className={buttonClass()}>
          <SquarePen size={18} aria-hidden="true" />
          <Trans>New ticket</Trans>
        </Link>
      }
    >
      <FilterBar<TicketTab>
        label={t`Tickets by status`}
        options={tabNames.map((name) => ({
          name,
          label: ticketTabLabel(name),
          count: counts && countIn(name, counts),
        }))}
        current={tab}
        onChange={(name) => setSearch(name === 'open' ? {} : { tab: name }, { replace: true })}
      />
      {tickets.isError && !rows && <NotLoaded title={t`We couldn't load your tickets.`} query={tickets} />}
      {!rows && !tickets.isError && <SkeletonList rows={4} />}
      {rows?.length === 0 && <NoTickets tab={tab} isFirst={counts !== undefined && countIn('all', counts) === 0} />}
      {rows && rows.length > 0 && (
        <ul aria-label={t`Tickets`} className="grid grid-cols-1 gap-3">
          {rows.map((ticket) => (
            <li key={ticket.id}>
              <Row ticket={ticket} now={now} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={tickets} />
    </SupportFrame>
  )
}

function Row({ ticket, now }: { ticket: TicketSummary; now: Date }) {
  const { id, subject, reference, category, priority, status, unread, firstResponseDueAt, lastMessageAt } = ticket
  const due = firstResponseDueAt && momentWithin(firstResponseDueAt, ownTimeZone(), now)
  const marks = [reference, categoryLabel(category), ...(priority === 'URGENT' ? [priorityLabel(priority)] : [])]
  return (
    <Card className="relative grid gap-1.5 p-4 transition-colors hover:bg-surface-hover">
      <div className="flex items-start justify-between gap-3">
        <Link
          to={paths.ticket(id)}
          className="min-w-0 font-semibold text-pretty after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
        >
          {subject}
        </Link>
        <time dateTime={lastMessageAt} className="shrink-0 text-sm text-text-muted tabular-nums">
          {shortMoment(lastMessageAt, ownTimeZone(), now)}
        </time>
      </div>
      <p className="text-sm text-text-muted">{marks.join(' · ')}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <TicketChip state={status} />
        {unread > 0 && (
          <span className="rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold text-on-accent">
            <Plural value={unread} one="# new" other="# new" />
          </span>
        )}
        {status === 'OPEN' && due && (
          <span className="text-text-muted">
            <Trans>First reply by {due}</Trans>
          </span>
        )}
      </div>
    </Card>
  )
}

function NoTickets({ tab, isFirst }: { tab: TicketTab; isFirst: boolean }) {
  if (!isFirst && tab !== 'open') {
    return (
      <EmptyState icon={<LifeBuoy size={26} />} title={<Trans>Nothing here</Trans>}>
        <Trans>Try another tab.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<LifeBuoy size={26} />}
      title={<Trans>No open tickets</Trans>}
      action={
        <Link to={paths.support} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Browse help</Trans>
        </Link>
      }
    >
      <Trans>Your questions to support appear here with our replies. For a job, message the customer directly.</Trans>
    </EmptyState>
  )
}
