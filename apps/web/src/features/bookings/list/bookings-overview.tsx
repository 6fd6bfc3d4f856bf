import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Calendar1, CalendarDays, CalendarRange, List, MapPinned, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { customerQuery } from '../../../shared/customers/customers.ts'
import { replaceSearchParams } from '../../../routing/replace-search-params.ts'
import { useBookingsName } from '../../../routing/page-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { viewLabel } from '../booking-labels.ts'
import { BookingsList } from './bookings-list.tsx'
import { bookingViews, type BookingListView } from './booking-views.ts'
import { useListSearchParams } from './use-list-search-params.ts'
import { ListMenu } from './list-menu.tsx'

const Calendar = lazy(async () => ({
  default: (await import('../calendar/calendar.tsx')).Calendar,
}))
const NewBooking = lazy(async () => ({ default: (await import('../sheets/new-booking.tsx')).NewBooking }))

/** The list or the calendar, using the whole screen. */
export function BookingsOverview() {
  const listParams = useListSearchParams()
  const [search, setSearch] = useSearchParams()
  // `?new` opens the form, `?new=cus_…` with that customer.
  const newParam = search.get('new')
  const customer = useQuery({ ...customerQuery(newParam ?? ''), enabled: Boolean(newParam) })
  const setMaking = (open: boolean) => replaceSearchParams(setSearch, { new: open ? '' : undefined })
  const { view } = listParams
  const isCalendar = view !== 'list'
  return (
    <Page
      title={useBookingsName()}
      width={isCalendar ? 'full' : 'list'}
      actions={
        <>
          <ListMenu listParams={listParams} />
          <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setMaking(true)}>
            <span className="max-sm:sr-only">
              <Trans>New booking</Trans>
            </span>
          </Button>
        </>
      }
    >
      <ViewSwitch current={view} onChange={listParams.chooseView} />
      {isCalendar ? (
        <Suspense fallback={<SkeletonList rows={6} />}>
          <Calendar listParams={listParams} />
        </Suspense>
      ) : (
        <BookingsList listParams={listParams} />
      )}
      <Suspense>
        {newParam !== null && (
          <NewBooking
            customer={customer.data}
            failedCustomer={customer.isError && !customer.data ? customer : undefined}
            onClose={() => setMaking(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const icons = { list: List, day: Calendar1, week: CalendarRange, month: CalendarDays, map: MapPinned }

/** Switches between list, day, week, month and map. */
function ViewSwitch({ current, onChange }: { current: BookingListView; onChange: (view: BookingListView) => void }) {
  return (
    <fieldset className="grid grid-cols-[repeat(5,auto)] gap-1 overflow-x-auto rounded-control bg-surface-sunken p-1 md:justify-self-start">
      <legend className="sr-only">{t`View`}</legend>
      {bookingViews.map((view) => {
        const Icon = icons[view]
        return (
          <label
            key={view}
            className={
              view === current
                ? 'flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-[6px] bg-surface-raised px-1.5 sm:px-3 text-sm font-semibold shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11'
                : 'flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-[6px] px-1.5 text-sm sm:px-3 text-text-muted hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11'
            }
          >
            <input
              type="radio"
              name="view"
              value={view}
              checked={view === current}
              onChange={() => onChange(view)}
              className="sr-only"
            />
            <Icon size={16} aria-hidden="true" className="max-sm:hidden" />
            {viewLabel(view)}
          </label>
        )
      })}
    </fieldset>
  )
}
