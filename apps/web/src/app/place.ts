import { isPublicPath, paths } from './paths.ts'

const KEY = 'place'
const GOOD_FOR = 30 * 60_000

/** Keeps where somebody wanted to go while they sign in. For this tab and half an hour. */
export function rememberPlace(place: string, now = Date.now()): void {
  try {
    if (place !== paths.home) sessionStorage.setItem(KEY, JSON.stringify({ place, until: now + GOOD_FOR }))
  } catch {
    // They will start from the home screen.
  }
}

export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

/** Where to go after signing in: what was remembered, once; else the home screen. Never another site. */
export function takePlace(now = Date.now()): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { place?: unknown; until?: unknown } | null
    forgetPlace()
    const { place, until } = kept ?? {}
    if (typeof place !== 'string' || typeof until !== 'number' || until < now) return paths.home
    const { origin, pathname, search, hash } = new URL(place, location.origin)
    return origin === location.origin && !isPublicPath(pathname) ? pathname + search + hash : paths.home
  } catch {
    return paths.home
  }
}
