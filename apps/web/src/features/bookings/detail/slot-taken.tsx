import { checkSlot } from '@fettle/protocol/availability/calls'
import type { BookingSummary } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { slotText } from '../../../lib/format/dates.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { ConflictName } from '../../../shared/bookings/conflict-name.tsx'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'

type Slot = Pick<BookingSummary, 'id' | 'startAt' | 'endAt' | 'timeZone'>

/** Shows what has taken the requested slot, with a link. */
export const SlotTaken = ({ booking, now }: { booking: Slot; now: Date }) => (
  <Banner tone="warning" title={<Trans>This time isn't free</Trans>}>
    <SlotConflicts booking={booking} now={now} />
    <Trans>Propose another time, or decline.</Trans>
  </Banner>
)

/** The jobs at the time of a booking, each with a link. */
export function SlotConflicts({ booking, now }: { booking: Slot; now: Date }) {
  const { id, startAt, endAt, timeZone } = booking
  const durationMinutes = startAt && endAt ? Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000) : 0
  const check = useQuery({
    ...queryOf(checkSlot, { query: { startAt: startAt ?? '', durationMinutes, bookingId: id } }),
    enabled: startAt !== null,
  })
  if (check.isError && !check.data) {
    return (
      <LoadErrorNote query={check}>
        <Trans>We couldn't load what takes this time.</Trans>
      </LoadErrorNote>
    )
  }
  // Another pending request at the same time does not take the slot.
  const conflicts = check.data?.conflicts.filter(({ kind }) => kind !== 'REQUEST') ?? []
  return conflicts.map((conflict) => {
    const when = slotText({ ...conflict, timeZone }, now)
    const isOnlyClose = conflict.endAt <= (startAt ?? '') || conflict.startAt >= (endAt ?? '')
    return (
      <p key={`${conflict.kind} ${conflict.id} ${conflict.startAt}`} className="pb-1">
        <Trans>
          <ConflictName conflict={conflict} />: {when}
        </Trans>
        {isOnlyClose && (
          <>
            <br />
            <Trans>Too little time between the jobs</Trans>
          </>
        )}
      </p>
    )
  })
}
