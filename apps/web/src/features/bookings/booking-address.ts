import { addressText } from '@fettle/protocol/bookings/address'
import type { BookingView } from '@fettle/protocol/bookings'
import type { MapPlace } from '../../lib/format/map-links.ts'

/** The site to drive to; undefined while its address is hidden. */
export function destinationOf({ location }: Pick<BookingView, 'location'>): MapPlace | undefined {
  const { line1, lat, lng } = location
  return line1 ? { lat, lng, address: addressText(location) } : undefined
}
