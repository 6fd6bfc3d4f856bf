import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, List, MapPinned, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { withSentences } from '../../app/screens.ts'
import { useTableRoom, useTwoPaneRoom } from '../../lib/media.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { bookingQuery, summaryOf } from './api.ts'
import { lookLabel } from './booking-words.ts'
import { BookingsList } from './bookings-list.tsx'
import { bookingLooks, tabOf, type BookingLook } from './model.ts'
import { useListPlace, type ListPlace } from './use-list-place.ts'

// Each arrives when it is needed: the list must not wait for them.
const Details = lazy(async () => ({ default: (await import('./booking-details.tsx')).BookingDetails }))
const Calendar = lazy(async () => ({
  default: (await withSentences('bookings/calendar/calendar', import('./calendar/calendar.tsx'))).Calendar,
}))
const ListMenu = lazy(async () => ({
  default: (await withSentences('bookings/list-extras', import('./list-extras.tsx'))).ListMenu,
}))
const NewBooking = lazy(async () => ({
  default: (await withSentences('bookings/sheets/new-booking', import('./sheets/new-booking.tsx'))).NewBooking,
}))

/**
 * The list and one booking of it. Both addresses show this same component, so that the list beside the details
 * stays as it is while one booking after the other is opened.
 */
export function BookingsDesk() {
  const { id } = useParams()
  const client = useQueryClient()
  // Whatever is known of it says under which tab it stands; reading it is the details' affair.
  const { data: opened } = useQuery({ ...bookingQuery(id ?? ''), enabled: false })
  const known = opened ?? (id ? summaryOf(client, id) : undefined)
  const place = useListPlace(known && tabOf(known))
  const table = useTableRoom()
  const twoPanes = useTwoPaneRoom()

  if (!id) return <Desk place={place} table={table} />
  const details = (
    <Suspense fallback={<Waiting />}>
      <Details key={id} id={id} listHref={place.listHref} alone={!twoPanes} />
    </Suspense>
  )
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

const Waiting = () => (
  <div className="mx-auto max-w-2xl px-4 py-5 md:px-8 md:py-8">
    <SkeletonList rows={4} />
  </div>
)

function Desk({ place, table }: { place: ListPlace; table: boolean }) {
  const [making, setMaking] = useState(false)
  const { look } = place
  return (
    <Page
      title={t`Bookings`}
      actions={
        <>
          <Suspense fallback={<span className="size-11" />}>
            <ListMenu place={place} />
          </Suspense>
          <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setMaking(true)}>
            <span className="max-sm:sr-only">
              <Trans>New booking</Trans>
            </span>
          </Button>
        </>
      }
    >
      <Looks current={look} onChange={place.chooseLook} />
      {look === 'day' || look === 'week' ? (
        <Suspense fallback={<SkeletonList rows={6} />}>
          <Calendar place={place} />
        </Suspense>
      ) : (
        <BookingsList place={place} layout={table ? 'table' : 'cards'} />
      )}
      {making && (
        <Suspense>
          <NewBooking onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  )
}

const icons = { list: List, day: CalendarDays, week: CalendarDays, area: MapPinned }

/** List, day, week, places. */
function Looks({ current, onChange }: { current: BookingLook; onChange: (look: BookingLook) => void }) {
  return (
    <fieldset className="grid grid-cols-4 gap-1 rounded-control bg-surface-sunken p-1 md:justify-self-start">
      <legend className="sr-only">{t`View`}</legend>
      {bookingLooks.map((look) => {
        const Icon = icons[look]
        return (
          <label
            key={look}
            className={
              look === current
                ? 'flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-[6px] bg-surface-raised px-3 text-sm font-semibold shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11'
                : 'flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-[6px] px-3 text-sm text-text-muted hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11'
            }
          >
            <input
              type="radio"
              name="look"
              value={look}
              checked={look === current}
              onChange={() => onChange(look)}
              className="sr-only"
            />
            <Icon size={16} aria-hidden="true" className="max-sm:hidden" />
            {lookLabel(look)}
          </label>
        )
      })}
    </fieldset>
  )
}
