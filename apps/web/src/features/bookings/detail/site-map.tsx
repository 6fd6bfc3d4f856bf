import { getAvailability } from '@fettle/protocol/availability/calls'
import type { BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../lib/http/query.ts'
import { distanceBetween, distanceText } from '../../../shared/map/geo.ts'
import { LazyMap } from '../../../shared/map/lazy-map.tsx'
import type { MapPin } from '../../../shared/map/map.types.ts'

const routeIds = ['base', 'site']

/** Pins of a site and of the provider's base, and the distance between them; no pins while the position is unknown. */
export function useSite({ title, location: { lat, lng, city } }: Pick<BookingView, 'title' | 'location'>) {
  const isPlaced = lat !== null && lng !== null
  const { data } = useQuery({ ...queryOf(getAvailability, {}), enabled: isPlaced, staleTime: Infinity })
  const base = data?.base ?? null
  return useMemo(() => siteOf({ title, city, lat, lng, base }), [title, city, lat, lng, base])
}

interface Site {
  title: string
  city: string
  lat: number | null
  lng: number | null
  base: { lat: number; lng: number } | null
}

function siteOf({ title, city, lat, lng, base }: Site): { pins: MapPin[]; away?: string } {
  if (lat === null || lng === null) return { pins: [] }
  const site: MapPin = { id: 'site', kind: 'person', label: title, latitude: lat, longitude: lng, district: city }
  if (!base) return { pins: [site] }
  const start: MapPin = { id: 'base', kind: 'base', label: t`Base`, latitude: base.lat, longitude: base.lng }
  return { pins: [start, site], away: distanceText(distanceBetween(start, site)) }
}

/** A site on a small map, with the way from the base. */
export const SiteMap = ({ pins }: { pins: readonly MapPin[] }) =>
  pins.length > 0 && <LazyMap pins={pins} routeIds={routeIds} still label={t`Map`} className="h-36" />
