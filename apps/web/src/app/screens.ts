import { matchPath, type RouteObject } from 'react-router'
import { routeTable } from './route-table.ts'

export type ScreenModule = Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary' | 'handle'>

const screens = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx')

/** Fetches a screen's module; the browser keeps it, so asking twice costs nothing. */
export function loadScreen(screen: string): () => Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`There is no screen ${screen}`)
  return found
}

/** Fetches the screen of an address before it is opened: a finger down or a pointer over is hint enough. */
export function preloadScreen(path: string): void {
  const route = routeTable.find((entry) => matchPath(entry.path, path.split('?')[0] ?? path))
  if (route) void loadScreen(route.screen)().catch(() => undefined)
}
