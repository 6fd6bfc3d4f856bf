import { readKey, userOfToken } from '../lib/browser/storage.ts'
import { readTab, RETURN_TO_KEY, writeTab } from '../lib/browser/tab-storage.ts'
import { isPublicPath, paths } from './paths.ts'

/** Forgets the address to return to after signing in. */
export function clearReturnTo(): void {
  writeTab(RETURN_TO_KEY, undefined)
}

/**
 * Returns the stored address to open after signing in, once; else the home screen. Addresses of other sites and pages of
 * another user are ignored.
 */
export function takeReturnTo(now = Date.now()): string {
  const { path, until, user } = (readTab(RETURN_TO_KEY) ?? {}) as Record<'path' | 'until' | 'user', unknown>
  clearReturnTo()
  if (user !== undefined && user !== userOfToken(readKey('streamToken') ?? '')) return paths.home
  if (typeof path !== 'string' || typeof until !== 'number' || until < now) return paths.home
  try {
    const { origin, pathname, search, hash } = new URL(path, location.origin)
    return origin === location.origin && !isPublicPath(pathname) ? pathname + search + hash : paths.home
  } catch {
    return paths.home
  }
}
