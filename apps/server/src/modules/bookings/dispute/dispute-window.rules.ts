import { DAY_MS } from '@fettle/protocol/core/durations'
import { disputeLimits } from '@fettle/protocol/disputes/flow'
import type { Booking } from '../booking.types.ts'

/** Deadline for disputing the outcome. Null while it has not ended, or is contested: its dispute is opened soon. */
export function disputableUntil({
  status,
  completedAt,
  customerConfirmedAt,
  noShow,
  cancellation,
}: Booking): Date | null {
  if ((cancellation ?? noShow)?.contest?.status === 'OPEN') return null
  const after = (at: string | Date | null, days: number) =>
    at === null ? null : new Date(+new Date(at) + days * DAY_MS)
  if (status === 'COMPLETED') return after(customerConfirmedAt ?? completedAt, disputeLimits.completedDays)
  if (status === 'NO_SHOW') return after(noShow?.at ?? null, disputeLimits.noShowDays)
  if (status === 'CANCELLED') return after(cancellation?.at ?? null, disputeLimits.cancelledDays)
  return null
}
