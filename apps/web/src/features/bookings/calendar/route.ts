import type { CalendarBooking, CalendarView } from '@fettle/protocol/availability/calendar'
import type { BookingStatus } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { durationText } from '../../../lib/format/dates.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import type { MapPin } from '../../../shared/map/map.types.ts'

/** The jobs of a day as a route on a map. Pure. */
export interface DayRoute {
  /** Jobs in driving order. */
  stops: CalendarBooking[]
  /** Requests at that day, which are no stops yet. */
  requests: CalendarBooking[]
  pins: MapPin[]
  /** Ids of the pins the route connects. */
  routeIds: string[]
  drivingMinutes: number
}

const BASE_PIN = 'base'

const doneStatuses: ReadonlySet<BookingStatus> = new Set(['AWAITING_CONFIRMATION', 'COMPLETED', 'DISPUTED'])

/** Number of a stop on the map and in the list. */
export const stopNumber = (index: number): string => String(index + 1)

/** Route of a day: its jobs in order, with travel between them. */
export function routeOf({ bookings, base, timeZone }: CalendarView, day: string): DayRoute {
  const ofDay = bookings.filter(({ startAt }) => wallTime(startAt, timeZone).day === day)
  const stops = ofDay.filter(({ status }) => status !== 'REQUESTED')
  const requests = ofDay.filter(({ status }) => status === 'REQUESTED')
  const current = stops.find(({ status }) => !doneStatuses.has(status))
  const pins: MapPin[] = [
    ...stops.flatMap((stop, index) =>
      pinOf(stop, stopNumber(index), stop === current ? 'current' : doneStatuses.has(stop.status) ? 'done' : 'stop'),
    ),
    ...requests.flatMap((request) => pinOf(request, '?', 'request')),
  ]
  if (base && pins.length > 0)
    pins.unshift({ id: BASE_PIN, kind: 'base', label: t`Base`, latitude: base.lat, longitude: base.lng })
  return {
    stops,
    requests,
    pins,
    routeIds: pins.filter(({ kind }) => kind !== 'request').map(({ id }) => id),
    drivingMinutes: stops.reduce((sum, { travelMinutes }) => sum + (travelMinutes ?? 0), 0),
  }
}

/** The pin of a booking; none while its position is unknown. */
function pinOf(booking: CalendarBooking, mark: string, kind: MapPin['kind']): MapPin[] {
  const { id, title, customerName, city, lat, lng, travelMinutes } = booking
  if (lat === null || lng === null) return []
  const travel = travelMinutes === null ? undefined : durationText(travelMinutes)
  return [{ id, kind, mark, label: `${title}, ${customerName}`, latitude: lat, longitude: lng, district: city, travel }]
}
