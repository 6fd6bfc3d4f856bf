import { getBooking } from '@fettle/protocol/bookings/calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../../../lib/browser/now.ts'
import { queryOf } from '../../../../lib/http/query.ts'
import { bookingsWith } from '../../api.ts'
import { chat } from '../../connection/chat.ts'
import type { MapPin } from '../../../../shared/map/map.types.ts'
import { byProximity } from '../../by-proximity.ts'
import { othersOf } from '../../channel-members.ts'
import type { MapPoint } from '../../../../shared/map/geo.ts'

export interface JobLocation extends MapPoint {
  address: string
  city: string
}

/** The job on a map of shared locations. */
export const jobPin = ({ latitude, longitude, address, city }: JobLocation): MapPin => ({
  id: 'job',
  kind: 'base',
  label: address,
  latitude,
  longitude,
  district: city,
})

/** Location of the next job with the other member; undefined when there is none or its coordinates are unknown. */
export function useJobLocation(cid: string): JobLocation | undefined {
  const now = useNow()
  const { me } = chat.getSnapshot()
  const { channel } = chat.channel(cid).getSnapshot()
  const customerId = channel ? othersOf(channel, me?.id)[0]?.userId : undefined
  const bookings = useQuery({ ...bookingsWith(customerId ?? ''), enabled: customerId !== undefined }).data
  const next = bookings && byProximity(bookings, now)[0]
  const booking = useQuery({
    ...queryOf(getBooking, { params: { id: next?.id ?? '' } }),
    enabled: next !== undefined,
  }).data
  const { lat = null, lng = null, line1 = null, city = '' } = booking?.location ?? {}
  return useMemo(
    () => (lat === null || lng === null ? undefined : { latitude: lat, longitude: lng, address: line1 ?? city, city }),
    [lat, lng, line1, city],
  )
}
