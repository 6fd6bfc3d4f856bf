import type { TimelineEntry } from '@fettle/protocol/bookings'
import type { SeriesStatus } from '@fettle/protocol/bookings/series'
import { plural, t } from '@lingui/core/macro'
import { stateLabel } from '../../../ui/feedback/status-chip.tsx'

/** Label of the status of a series. Adjectives agree with "series" in some languages. */
export function seriesStateLabel(status: SeriesStatus): string {
  switch (status) {
    case 'PENDING':
      return stateLabel(status)
    case 'ACTIVE':
      return t({ message: 'Active', context: 'series' })
    case 'ENDED':
      return t({ message: 'Ended', context: 'series' })
    case 'CANCELLED':
      return t({ message: 'Cancelled', context: 'series' })
  }
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Text of one history entry of a series. */
export function seriesHistoryEntryOf({ event, actor, data }: TimelineEntry): { title: string; detail?: string } {
  const isMine = actor.type === 'PROVIDER'
  const name = actor.name ?? ''
  const note = typeof data['note'] === 'string' ? { detail: data['note'] } : {}
  const visitsIn = (field: string) => plural(countOf(data[field]), { one: '# visit', other: '# visits' })
  const visits = visitsIn('occurrences')
  switch (event.replace('series.', '')) {
    case 'requested':
      return { title: isMine ? t`You proposed these visits` : t`${name} requested these visits` }
    case 'accepted':
      return { title: isMine ? t`You accepted all visits` : t`${name} accepted all visits` }
    case 'declined':
      return { title: isMine ? t`You declined` : t`${name} declined`, ...note }
    case 'withdrawn':
      return { title: isMine ? t`You withdrew the series` : t`${name} withdrew the series`, ...note }
    case 'expired':
      return { title: t`No answer in time` }
    case 'changed':
      return { title: isMine ? t`You changed the series` : t`${name} changed the series`, detail: visits }
    case 'cancelled':
      return { title: isMine ? t`You cancelled visits` : t`${name} cancelled visits`, detail: visits }
    case 'materialised':
      // Visits without a booking were skipped.
      return countOf(data['bookingIds']) > 0
        ? { title: t`Visits booked`, detail: visitsIn('bookingIds') }
        : { title: t`Skipped`, detail: visits }
    case 'ended':
      return { title: t`Last visit finished` }
    default:
      return { title: t`Series updated` }
  }
}
