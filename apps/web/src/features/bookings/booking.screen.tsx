import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTwoPaneRoom } from '../../lib/browser/media.ts'
import { bookingQuery, summaryOf } from './api.ts'
import { BookingDetails } from './detail/booking-details.tsx'
import { tabOf } from './list/booking-tabs.ts'
import { BookingsList } from './list/bookings-list.tsx'
import { useListSearchParams } from './list/use-list-search-params.ts'

/** One booking, beside the list where there is room. */
export function Component() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  // Use the cached status to select the tab; the details component loads the booking.
  const { data: opened } = useQuery({ ...bookingQuery(id), enabled: false })
  const summary = opened ?? summaryOf(client, id)
  const listParams = useListSearchParams(summary && tabOf(summary))
  const twoPanes = useTwoPaneRoom()
  // The details keep their identity with or without the list, so that an open sheet keeps its input.
  return (
    <div className="flex h-full">
      {twoPanes && (
        <aside className="grid w-104 shrink-0 grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain border-e border-line px-5 py-8">
          <h2 className="text-xl font-semibold tracking-tight">
            <Trans>Bookings</Trans>
          </h2>
          <BookingsList listParams={listParams} selected={id} />
        </aside>
      )}
      <div className="min-w-0 flex-1">
        <BookingDetails key={id} id={id} listHref={listParams.listHref} alone={!twoPanes} />
      </div>
    </div>
  )
}
