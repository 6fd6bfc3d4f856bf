import type { TimelineEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { momentText, ownTimeZone } from '../lib/format/dates.ts'
import { LoadErrorNote } from './errors/load-error-note.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import type { Tone } from '../ui/feedback/status-chip.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'

export interface HistoryProps {
  query: Pick<UseQueryResult<TimelineEntry[]>, 'data' | 'isPending' | 'isFetching' | 'refetch'>
  now: Date
  /** Text of an entry. */
  describe: (entry: TimelineEntry) => { title: ReactNode; detail?: ReactNode }
  /** Icons by event; others have a dot. */
  styles?: Readonly<Record<string, { Icon: LucideIcon; tone: Tone }>>
}

/** History of a record, newest first. */
export function History({ query, now, describe, styles }: HistoryProps) {
  const { data, isPending } = query
  const toItem = (entry: TimelineEntry) => {
    const style = styles?.[entry.event]
    return {
      id: entry.id,
      ...describe(entry),
      at: momentText(entry.at, ownTimeZone(), now),
      dateTime: entry.at,
      ...(style && { icon: <style.Icon size={16} />, tone: style.tone }),
    }
  }
  return (
    <Card className="grid content-start gap-4 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>History</Trans>
      </h2>
      {isPending && (
        <div className="grid gap-4" aria-label={t`Loading`} role="status">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-8 w-1/2" />
        </div>
      )}
      {!isPending && !data && (
        <LoadErrorNote query={query}>
          <Trans>We couldn't load the history.</Trans>
        </LoadErrorNote>
      )}
      {data && <Timeline items={data.toReversed().map(toItem)} />}
    </Card>
  )
}
