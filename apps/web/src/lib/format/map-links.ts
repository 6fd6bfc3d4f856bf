export type MapApp = 'geo' | 'apple' | 'web'

/** Selects the map app by device. */
export function mapAppOf(userAgent: string): MapApp {
  if (/android/i.test(userAgent)) return 'geo'
  return /iphone|ipad|macintosh/i.test(userAgent) ? 'apple' : 'web'
}

/** A place to go to, by its coordinates in degrees where known, otherwise by its address. */
export interface MapPlace {
  lat: number | null
  lng: number | null
  address: string
}

/** Attributes of a link to directions in the device's map app. A page opens in a new tab, an app in none. */
export function directionsLink(
  { lat, lng, address }: MapPlace,
  app = mapAppOf(navigator.userAgent),
): { href: string; target?: '_blank'; rel?: 'noreferrer' } {
  const point = lat === null || lng === null ? undefined : `${lat},${lng}`
  const words = encodeURIComponent(address)
  if (app === 'geo') return { href: `geo:${point ?? '0,0'}?q=${point ? `${point}(${words})` : words}` }
  const page =
    app === 'apple' ? 'https://maps.apple.com/?daddr=' : 'https://www.google.com/maps/dir/?api=1&destination='
  return { href: page + (point ?? words), target: '_blank', rel: 'noreferrer' }
}
