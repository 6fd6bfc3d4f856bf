import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useTableRoom, useTwoPaneRoom } from '../../lib/media.ts'
import { useNow } from '../../lib/now.ts'
import { Page } from '../../ui/page.tsx'
import { summaryOf } from './api.ts'
import { BookingDetails } from './booking-details.tsx'
import { BookingsList } from './bookings-list.tsx'
import { tabOf } from './model.ts'
import { useListPlace } from './use-list-place.ts'

/**
 * The list and one booking of it. Both addresses show this same component, so that the list beside the details
 * stays as it is while one booking after the other is opened.
 */
export function BookingsDesk() {
  const { id } = useParams()
  const client = useQueryClient()
  const now = useNow()
  const known = id ? summaryOf(client, id) : undefined
  const place = useListPlace(known && tabOf(known, now))
  const table = useTableRoom()
  const twoPanes = useTwoPaneRoom()

  if (!id) {
    return (
      <Page title={t`Bookings`}>
        <BookingsList place={place} layout={table ? 'table' : 'cards'} />
      </Page>
    )
  }
  const details = <BookingDetails key={id} id={id} listHref={place.listHref} alone={!twoPanes} />
  if (!twoPanes) return details
  return (
    <div className="flex h-full">
      <aside className="grid w-104 shrink-0 content-start gap-4 overflow-y-auto overscroll-contain border-e border-line px-5 py-8">
        <h2 className="text-xl font-semibold tracking-tight">
          <Trans>Bookings</Trans>
        </h2>
        <BookingsList place={place} layout="cards" selected={id} />
      </aside>
      <div className="min-w-0 flex-1">{details}</div>
    </div>
  )
}
