import { authTable } from '../routing/auth-table.ts'
import { routeTable } from '../routing/route-table.ts'

/** Paths served by other parts of the server; keep in step with apps/server/src/web. */
const others = /^\/(v2|chat|inbox|dev|files|health|metrics|assets|socket\.io)(\/|\.|$)/

export const isPage = (path: string): boolean => !others.test(path) && !/\.\w+$/.test(path)

/** Sign-in pages need the server, so they are not cached. */
export const isSignIn = (path: string): boolean => authTable.some((page) => page.path === path)

/** Cache key of a page: all bookings share one. Undefined for pages that are not cached. */
export function nameOf(path: string): string | undefined {
  const pathSegments = path.split('/')
  return routeTable.find((route) => {
    const patternSegments = route.path.split('/')
    return (
      patternSegments.length === pathSegments.length &&
      patternSegments.every((name, index) =>
        name.startsWith(':') ? pathSegments[index] !== '' : name === pathSegments[index],
      )
    )
  })?.path
}
