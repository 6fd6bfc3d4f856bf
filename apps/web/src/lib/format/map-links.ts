export type MapApp = 'geo' | 'apple' | 'web'

/** Which kind of link opens the map of this device. */
export function mapAppOf(userAgent: string): MapApp {
  if (/android/i.test(userAgent)) return 'geo'
  return /iphone|ipad|macintosh/i.test(userAgent) ? 'apple' : 'web'
}

/** A link to the way to a place: by its point where that is known, otherwise by its words. */
export function mapHref(app: MapApp, point: string | undefined, words: string): string {
  const address = encodeURIComponent(words)
  if (app === 'geo') return `geo:${point ?? '0,0'}?q=${point ? `${point}(${address})` : address}`
  if (app === 'apple') return `https://maps.apple.com/?daddr=${point ?? address}`
  return `https://www.google.com/maps/dir/?api=1&destination=${point ?? address}`
}
