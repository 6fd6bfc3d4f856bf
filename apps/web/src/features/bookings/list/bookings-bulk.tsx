import type { BookingListEntry } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { moneyCells, timeCell, type CsvTable } from '../../../lib/browser/save-csv.ts'
import { ExportSelected } from '../../../shared/lists/bulk-actions.tsx'
import { bookingStateLabel } from '../../../shared/bookings/booking-chip.tsx'
import type { Bulk } from '../../../ui/layout/bulk-bar.tsx'

const bookingsTable = (bookings: readonly BookingListEntry[]): CsvTable => ({
  header: [
    t`Reference`,
    t`Job`,
    t`Customer`,
    t`City`,
    t`Status`,
    t`Start`,
    t`End`,
    t`Time zone`,
    t`Price`,
    t`Hourly rate`,
    t`Currency`,
  ],
  rows: bookings.map((booking) => {
    const [price, currency] = moneyCells(booking.price.amount ?? null)
    const [hourlyRate, rateCurrency] = moneyCells(booking.price.hourlyRate ?? null)
    return [
      booking.reference,
      booking.title,
      booking.customer.name,
      booking.city,
      bookingStateLabel(booking.status),
      timeCell(booking.startAt, booking.timeZone),
      timeCell(booking.endAt, booking.timeZone),
      booking.timeZone,
      price,
      hourlyRate,
      currency ?? rateCurrency,
    ]
  }),
})

/** Actions on the selected bookings: their export. */
export const bookingsBulk = (): Bulk<BookingListEntry> => ({
  nameOf: ({ title }) => title,
  actions: (selected) => <ExportSelected name={t`Bookings`} table={() => bookingsTable(selected)} />,
})
