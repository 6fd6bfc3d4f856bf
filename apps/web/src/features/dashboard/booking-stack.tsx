import type { BookingSummary } from '@fettle/protocol/bookings'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { BookingCard } from '../../shared/booking-card.tsx'

/** A few bookings, each a way to its details. */
export function BookingStack({ label, rows, now }: { label: string; rows: readonly BookingSummary[]; now: Date }) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {rows.map((booking) => (
        <li key={booking.id}>
          <Link
            to={paths.booking(booking.id)}
            className="block rounded-card border border-line bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
          >
            <BookingCard booking={booking} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
