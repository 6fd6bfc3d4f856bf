import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, Outlet } from 'react-router'
import { createGuard } from './guard-loader.ts'
import { publicPaths } from './paths.ts'
import { RootError, RouteError } from './route-error.tsx'
import { notFoundScreen, routeTable } from './route-table.ts'
import { loadScreen } from './screens.ts'
import { SessionWatch } from './session-watch.tsx'
import { FirstPaint } from './shell/first-paint.tsx'
import { NavigationProgress } from './shell/notices.tsx'
import { BareShell, Shell } from './shell/shell.tsx'
import { OverlaySlot } from './slots.tsx'

function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <OverlaySlot />
      <SessionWatch />
    </>
  )
}

const isBare = (route: (typeof routeTable)[number]) => 'frame' in route

const screen = ({ path, screen }: { path: string; screen: string }) => ({
  path,
  lazy: loadScreen(screen),
  ErrorBoundary: RouteError,
})

/** Every address of the product. The guard is asked on each navigation, beside the screen's own fetching. */
export const createRouter = (client: QueryClient) =>
  createBrowserRouter([
    {
      id: 'root',
      loader: createGuard(client),
      shouldRevalidate: () => true,
      Component: Root,
      HydrateFallback: FirstPaint,
      ErrorBoundary: RootError,
      children: [
        {
          Component: Shell,
          children: [
            {
              // Breaks within the frame, so that the way around stays.
              ErrorBoundary: RouteError,
              children: [
                ...routeTable.filter((route) => !isBare(route)).map(screen),
                { path: '*', lazy: loadScreen(notFoundScreen) },
              ],
            },
          ],
        },
        { Component: BareShell, children: routeTable.filter(isBare).map(screen) },
        // Documents of their own: the guard leaves for them, or sends a signed-in provider home.
        ...publicPaths.map((path) => ({ path, Component: FirstPaint })),
      ],
    },
  ])
