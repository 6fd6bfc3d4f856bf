import { checkSlot } from '@fettle/protocol/availability/calls'
import type { BookingView } from '@fettle/protocol/bookings'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { slotText } from '../../../lib/format/dates.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { ConflictName } from '../../../shared/bookings/conflict-name.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'

/** Shows what has taken the requested slot, with a link. */
export function SlotTaken({ booking, now }: { booking: BookingView; now: Date }) {
  const { id, startAt, durationMinutes, timeZone } = booking
  const { data } = useQuery({
    ...queryOf(checkSlot, { query: { startAt: startAt ?? '', durationMinutes, bookingId: id } }),
    enabled: startAt !== null,
  })
  // Another pending request at the same time does not take the slot.
  const conflicts = data?.conflicts.filter(({ kind }) => kind !== 'REQUEST') ?? []
  return (
    <Banner tone="warning" title={<Trans>You already have a job at this time</Trans>}>
      {conflicts.map((conflict) => (
        <p key={`${conflict.kind} ${conflict.id} ${conflict.startAt}`} className="pb-1">
          <ConflictName conflict={conflict} />: {slotText({ ...conflict, timeZone }, now)}
        </p>
      ))}
      <Trans>Propose another time, or decline.</Trans>
    </Banner>
  )
}
