import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { useParams } from 'react-router'
import { useTwoPaneRoom } from '../../../lib/browser/media.ts'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { bookingQuery, summaryOf } from '../api.ts'
import { BookingsList } from './bookings-list.tsx'
import type { BookingsOverviewProps } from './bookings-overview.tsx'
import { tabOf } from './booking-tabs.ts'
import { useListSearchParams } from './use-list-search-params.ts'

// Loaded on demand with its messages: the list does not wait for it.
const screen = () => import('../booking.screen.tsx')
const Details = lazy(async () => ({ default: (await screen()).BookingDetails }))
let Overview: ComponentType<BookingsOverviewProps> | undefined

/**
 * Registers the component of the list. Injected by the list's screen, because the page of one booking may never need
 * it.
 */
export const provideOverview = (component: ComponentType<BookingsOverviewProps>): void => void (Overview = component)

/**
 * The list and one booking. Both addresses render this component, so that the list keeps its state while bookings are
 * opened.
 */
export function BookingsLayout() {
  const { id } = useParams()
  const client = useQueryClient()
  // Use the cached status to select the tab; the details component loads the booking.
  const { data: opened } = useQuery({ ...bookingQuery(id ?? ''), enabled: false })
  const summary = opened ?? (id ? summaryOf(client, id) : undefined)
  const listParams = useListSearchParams(summary && tabOf(summary))
  const twoPanes = useTwoPaneRoom()

  if (!id) return Overview ? <Overview listParams={listParams} table={twoPanes} /> : <Waiting />
  // The details keep their identity with or without the list, so that an open sheet keeps its input.
  return (
    <div className="flex h-full">
      {twoPanes && (
        <aside className="grid w-104 shrink-0 grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain border-e border-line px-5 py-8">
          <h2 className="text-xl font-semibold tracking-tight">
            <Trans>Bookings</Trans>
          </h2>
          <BookingsList listParams={listParams} layout="cards" selected={id} />
        </aside>
      )}
      <div className="min-w-0 flex-1">
        <Suspense fallback={<Waiting />}>
          <Details key={id} id={id} listHref={listParams.listHref} alone={!twoPanes} />
        </Suspense>
      </div>
    </div>
  )
}

const Waiting = () => (
  <div className="mx-auto max-w-2xl px-4 py-5 md:px-8 md:py-8">
    <SkeletonList rows={4} />
  </div>
)
