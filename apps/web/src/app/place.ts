import { readTab, tabPlace, writeTab } from '../lib/tab-storage.ts'
import { isPublicPath, paths } from './paths.ts'

export function forgetPlace(): void {
  writeTab(tabPlace, undefined)
}

/** Where to go after signing in: what was remembered, once; else the home screen. Never another site. */
export function takePlace(now = Date.now()): string {
  const { place, until } = (readTab(tabPlace) ?? {}) as { place?: unknown; until?: unknown }
  forgetPlace()
  if (typeof place !== 'string' || typeof until !== 'number' || until < now) return paths.home
  try {
    const { origin, pathname, search, hash } = new URL(place, location.origin)
    return origin === location.origin && !isPublicPath(pathname) ? pathname + search + hash : paths.home
  } catch {
    return paths.home
  }
}
