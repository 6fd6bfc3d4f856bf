import { authTable } from '../routing/auth-table.ts'
import { routeTable } from '../routing/route-table.ts'

/** What the server keeps for its other parts; keep in step with apps/server/src/web. */
const others = /^\/(v2|chat|inbox|dev|files|health|metrics|assets|socket\.io)(\/|\.|$)/

export const isPage = (path: string): boolean => !others.test(path) && !/\.\w+$/.test(path)

/** The sign-in pages do nothing without a server: no use in keeping them. */
export const isSignIn = (path: string): boolean => authTable.some((page) => page.path === path)

/** The address under which a page is kept: all bookings have the same one. Undefined where nothing is to be kept. */
export function nameOf(path: string): string | undefined {
  const given = path.split('/')
  return routeTable.find((route) => {
    const wanted = route.path.split('/')
    return (
      wanted.length === given.length &&
      wanted.every((name, index) => (name.startsWith(':') ? given[index] !== '' : name === given[index]))
    )
  })?.path
}
