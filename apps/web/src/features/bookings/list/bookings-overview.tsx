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
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { viewLabel } from '../booking-labels.ts'
import { BookingsList } from './bookings-list.tsx'
import { bookingViews } from './booking-views.ts'
import { useListSearchParams } from './use-list-search-params.ts'
import { ListMenu } from './list-menu.tsx'

const Calendar = lazy(async () => ({
  default: (await import('../calendar/calendar.tsx')).Calendar,
}))
const NewBooking = lazy(async () => ({ default: (await import('../sheets/new-booking.tsx')).NewBooking }))

const icons = { list: List, day: Calendar1, week: CalendarRange, month: CalendarDays, map: MapPinned }

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
      <SegmentedControl
        label={t`View`}
        choices={bookingViews.map((value) => ({ value, label: viewLabel(value), Icon: icons[value] }))}
        chosen={view}
        onChoose={listParams.chooseView}
      />
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
