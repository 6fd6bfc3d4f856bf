import type { TimelineEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CircleDot, Clock, X } from 'lucide-react'
import { momentText, ownTimeZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Tone } from '../../ui/status-chip.tsx'
import { Timeline, type TimelineItem } from '../../ui/timeline.tsx'
import { bookingTimelineQuery } from './api.ts'
import { happening } from './history-words.ts'

const looks: Record<string, { Icon: typeof Clock; tone: Tone }> = {
  'booking.requested': { Icon: CircleDot, tone: 'accent' },
  'booking.confirmed': { Icon: CalendarCheck, tone: 'info' },
  'booking.declined': { Icon: X, tone: 'neutral' },
  'booking.cancelled': { Icon: X, tone: 'neutral' },
  'booking.expired': { Icon: Clock, tone: 'neutral' },
}

function toItem(entry: TimelineEntry, now: Date): TimelineItem {
  const { title, detail } = happening(entry)
  const look = looks[entry.event]
  return {
    id: entry.id,
    title,
    detail,
    at: momentText(entry.at, ownTimeZone(), now),
    dateTime: entry.at,
    ...(look && { icon: <look.Icon size={16} />, tone: look.tone }),
  }
}

/** What has happened to a booking so far, newest first. */
export function BookingHistory({ id, now }: { id: string; now: Date }) {
  const { data, isPending, isFetching, refetch } = useQuery(bookingTimelineQuery(id))
  return (
    <Card className="grid content-start gap-4 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>History</Trans>
      </h2>
      {isPending && (
        <div className="grid gap-4" aria-label={t`Loading`}>
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-8 w-1/2" />
        </div>
      )}
      {!isPending && !data && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-text-muted">
            <Trans>The history could not be loaded.</Trans>
          </p>
          <Button size="sm" variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {data && <Timeline items={data.map((entry) => toItem(entry, now)).toReversed()} />}
    </Card>
  )
}
