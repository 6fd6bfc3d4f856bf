import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { notFoundScreen, routeTable } from './route-table.ts'

export interface ScreenModule {
  Component: ComponentType
  /** Reads the data of the screen's first view into the cache. Never rejects: the screen shows the error. */
  loadData?: (client: QueryClient, search: URLSearchParams) => Promise<unknown>
}

const screens = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx')

/** Loads a screen. The browser caches it, so repeated calls are cheap. */
export async function loadScreen(screen: string): Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`Unknown screen ${screen}`)
  return found()
}

/** Route of an address, as the server decides its status. Undefined: not found. */
export const routeAt = (path: string) =>
  routeTable.find((route) => matchPath({ path: route.path, caseSensitive: true }, path))

/** Screen of an address; the not-found page when there is none. */
export const screenAt = (path: string): string => routeAt(path)?.screen ?? notFoundScreen

/** Preloads the screen of an address, on hover or pointer down. */
export function preloadScreen(path: string): void {
  void loadScreen(screenAt(path.split('?')[0] ?? path)).catch(() => undefined)
}
