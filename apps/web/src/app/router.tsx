import { createBrowserRouter, type RouteObject } from 'react-router'
import { notFoundScreen, routeTable } from './route-table.ts'

type ScreenModule = Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary' | 'handle'>

const screens = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx')

function load(screen: string): () => Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`There is no screen ${screen}`)
  return found
}

export const createRouter = () =>
  createBrowserRouter([
    ...routeTable.map(({ path, screen }) => ({ path, lazy: load(screen) })),
    { path: '*', lazy: load(notFoundScreen) },
  ])
