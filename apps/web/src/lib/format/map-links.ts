export type MapApp = 'geo' | 'apple' | 'web'

/** Selects the map link format by device. */
export function mapAppOf(userAgent: string): MapApp {
  if (/android/i.test(userAgent)) return 'geo'
  return /iphone|ipad|macintosh/i.test(userAgent) ? 'apple' : 'web'
}

/** Link to directions: by coordinates where known, otherwise by address text. */
export function mapHref(app: MapApp, point: string | undefined, words: string): string {
  const address = encodeURIComponent(words)
  if (app === 'geo') return `geo:${point ?? '0,0'}?q=${point ? `${point}(${address})` : address}`
  if (app === 'apple') return `https://maps.apple.com/?daddr=${point ?? address}`
  return `https://www.google.com/maps/dir/?api=1&destination=${point ?? address}`
}
