import type { BookingView } from '@fettle/protocol/bookings'
import type { MapPlace } from '../../lib/format/map-links.ts'

/** Formats the address as lines; only the city while the rest is hidden. */
export function addressLines({ location }: Pick<BookingView, 'location'>): string[] {
  const cityLine = [location.city, location.state !== location.city ? location.state : null, location.postalCode]
  return [location.line1, location.line2, cityLine.filter(Boolean).join(', ')].filter((line): line is string =>
    Boolean(line),
  )
}

/** The site to drive to; undefined while its address is hidden. */
export function destinationOf(booking: Pick<BookingView, 'location'>): MapPlace | undefined {
  const { line1, lat, lng } = booking.location
  return line1 ? { lat, lng, address: addressLines(booking).join(', ') } : undefined
}
