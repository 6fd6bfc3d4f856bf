import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { availabilityQuery } from './api.ts'
import { CalendarsCard } from './calendars-card.tsx'
import { CalendarLinkCard } from './calendar-link-card.tsx'
import { HoursForm } from './hours-form.tsx'
import { TimeOffCard } from './time-off-card.tsx'

/** Working hours, time off, booking rules and calendars. */
export function AvailabilityTab() {
  const query = useQuery(availabilityQuery)
  // Input is not discarded when the same settings are saved elsewhere, only on request.
  const [round, setRound] = useState(0)
  if (query.isError && !query.data) return <LoadError query={query} />
  if (!query.data) return <SkeletonList rows={4} />
  return (
    <div className="grid grid-cols-1 gap-6">
      {!query.data.isSet && (
        <p className="text-text-muted">
          <Trans>Customers can't book you until you save your hours.</Trans>
        </p>
      )}
      <HoursForm key={round} availability={query.data} onReload={() => setRound(round + 1)} />
      <TimeOffCard timeZone={query.data.timeZone} />
      <CalendarsCard />
      <CalendarLinkCard />
    </div>
  )
}
