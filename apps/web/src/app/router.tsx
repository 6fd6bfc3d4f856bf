import type { QueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { BrowserRouter, Route, Routes, useLocation, useNavigate, type Location } from 'react-router'
import { wait } from '../lib/wait.ts'
import { createRouteGuard, type RouteGuard } from '../routing/guarded-route.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { RootError, RouteError } from './route-error.tsx'
import { loadScreen, routeAt, screenAt } from '../routing/loader.ts'
import { useOriginTracking } from '../routing/origins.ts'
import { SessionWatch } from './session-watch.tsx'
import { FirstPaint } from './shell/first-paint.tsx'
import { NavigationProgress } from './shell/notices.tsx'
import { BareShell, Shell } from './shell/shell.tsx'
import { OverlaySlot } from './slots.tsx'

/** A screen, or the error that replaced it. */
interface LoadedScreen {
  Screen?: ComponentType
  error?: unknown
}

/** The screen that is shown, and its address. */
interface ShownRoute extends LoadedScreen {
  location: Location
}

/** The result of opening the first address. */
export interface FirstRoute extends LoadedScreen {
  path: string
}

const pathOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => pathname + search

/** Longest wait for the first screen's data. The data is requested before the code, so it is usually there already. */
const DATA_WAIT_MS = 200

/**
 * Loads the first route and its data before rendering, while the prerendered HTML shows the frame: rendering a skeleton
 * first would delay the data on a slow phone. Returns undefined when the guard redirects.
 */
export async function openFirstRoute(client: QueryClient): Promise<FirstRoute | undefined> {
  const currentPath = pathOf(location)
  try {
    const [redirect, { Component, loadData }] = await Promise.all([
      createRouteGuard(client)(location),
      loadScreen(screenAt(location.pathname)),
    ])
    if (redirect) return undefined
    if (loadData) await Promise.race([loadData(client, new URLSearchParams(location.search)), wait(DATA_WAIT_MS)])
    return { path: currentPath, Screen: Component }
  } catch (error) {
    return { path: currentPath, error }
  }
}

/** Renders the routes of the product. */
export function AppRouter({ client, first }: { client: QueryClient; first?: FirstRoute | undefined }) {
  const guard = useMemo(() => createRouteGuard(client), [client])
  return (
    <BrowserRouter>
      <GuardedRoutes guard={guard} first={first} />
    </BrowserRouter>
  )
}

/**
 * Opens each address in two steps: asks the guard and loads the screen in parallel, then shows both at once. The
 * previous screen stays until then.
 */
function useGuardedRoute(guard: RouteGuard, first: FirstRoute | undefined) {
  const requested = useLocation()
  const navigate = useNavigate()
  const [shown, setShown] = useState<ShownRoute | undefined>(() =>
    first?.path === pathOf(requested) ? { ...first, location: requested } : undefined,
  )
  /** Counts repeated checks of the same address. */
  const [checks, setChecks] = useState(0)
  const opened = useRef(shown && `${requested.key} 0`)

  useEffect(() => {
    // The first screen has been requested already.
    if (opened.current === `${requested.key} ${checks}`) return
    opened.current = undefined
    let current = true
    const open = async () => {
      const screen = loadScreen(screenAt(requested.pathname))
      // Rejections are handled below, after the guard.
      screen.catch(() => undefined)
      const redirect = await guard(requested)
      if (!current) return
      if (redirect) {
        await navigate(redirect, { replace: true })
        return
      }
      const { Component } = await screen
      if (current) startTransition(() => setShown({ location: requested, Screen: Component }))
    }
    open().catch((error: unknown) => current && setShown({ location: requested, error }))
    return () => {
      current = false
    }
  }, [requested, guard, navigate, checks])

  const recheck = useCallback(() => setChecks((count) => count + 1), [])
  return { shown, busy: shown?.location !== requested, recheck }
}

function GuardedRoutes({ guard, first }: { guard: RouteGuard; first: FirstRoute | undefined }) {
  useOriginTracking()
  const { shown, busy, recheck } = useGuardedRoute(guard, first)
  if (!shown) return <FirstPaint />
  return (
    <ErrorBoundary resetKey={shown.location.key} fallback={(error) => <RootError error={error} />}>
      <NavigationProgress busy={busy} />
      <ScreenRoutes shown={shown} />
      <OverlaySlot />
      <SessionWatch onEnd={recheck} />
    </ErrorBoundary>
  )
}

function ScreenRoutes({ shown: { location, Screen, error } }: { shown: ShownRoute }) {
  const route = routeAt(location.pathname)
  const isBare = route && 'frame' in route
  // The error boundary is inside the frame, so that navigation stays available.
  const screen = (
    <ErrorBoundary resetKey={location.key} fallback={(broken) => <RouteError error={broken} />}>
      {Screen ? <Screen /> : <RouteError error={error} />}
    </ErrorBoundary>
  )
  return (
    <Routes location={location}>
      <Route element={isBare ? <BareShell /> : <Shell />}>
        <Route path={route?.path ?? '*'} caseSensitive element={screen} />
      </Route>
    </Routes>
  )
}
