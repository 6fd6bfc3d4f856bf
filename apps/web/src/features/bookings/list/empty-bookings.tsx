import { Trans } from '@lingui/react/macro'
import { CalendarCheck, CalendarClock, Hammer, Hourglass, Inbox, SearchX } from 'lucide-react'
import { searchText } from '../../../lib/format/search-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { ListSearchParams } from './use-list-search-params.ts'

/** Empty state of a tab, a search or a filter. */
export function EmptyBookings(props: { listParams: ListSearchParams; upcomingCount: number }) {
  const { listParams, upcomingCount } = props
  const { tab, q, setTyped, chooseTab } = listParams
  const text = searchText(q)
  if (text) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>No results for “{text}”</Trans>}
        action={
          <Button variant="secondary" onClick={() => setTyped('')}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>Try another tab, or search for part of a name, title or reference.</Trans>
      </EmptyState>
    )
  }
  if (listParams.narrowed > 0) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>Nothing matches these filters</Trans>}
        action={
          <Button variant="secondary" onClick={() => listParams.setFilters({})}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Try another tab or clear the filters.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'requests') {
    return (
      <EmptyState
        icon={<Inbox size={26} />}
        title={<Trans>No requests to answer</Trans>}
        action={
          upcomingCount > 0 && (
            <Button variant="secondary" onClick={() => chooseTab('upcoming')}>
              <Trans>See what's coming up</Trans>
            </Button>
          )
        }
      >
        <Trans>New requests show up here with the time you have to reply.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'upcoming') {
    return (
      <EmptyState icon={<CalendarCheck size={26} />} title={<Trans>Nothing coming up</Trans>}>
        <Trans>Jobs you accept show up here, soonest first.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'progress') {
    return (
      <EmptyState icon={<Hammer size={26} />} title={<Trans>No jobs in progress</Trans>}>
        <Trans>Jobs you're working on show up here.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'confirm') {
    return (
      <EmptyState icon={<Hourglass size={26} />} title={<Trans>Nothing to confirm</Trans>}>
        <Trans>Finished jobs wait here until the customer confirms.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<CalendarClock size={26} />} title={<Trans>No past bookings yet</Trans>}>
      <Trans>Finished jobs and closed requests are kept here.</Trans>
    </EmptyState>
  )
}
