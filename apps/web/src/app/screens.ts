import { matchPath, type RouteObject } from 'react-router'
import { addCatalog, ownLocale, type Catalog } from '../lib/i18n.ts'
import { routeTable } from './route-table.ts'

export type ScreenModule = Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary' | 'handle'>

const screens = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx')
const catalogs = import.meta.glob('../locales/*/features/*.po') as Record<string, Catalog>

/** Fetches a feature's sentences; one that says nothing has none. */
export async function loadSentences(feature: string, locale = ownLocale()): Promise<void> {
  const catalog = catalogs[`../locales/${locale}/features/${feature}.po`]
  if (catalog) await addCatalog(catalog, locale)
}

/** Fetches a screen and its sentences side by side; the browser keeps them, so asking twice costs nothing. */
export function loadScreen(screen: string): () => Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`There is no screen ${screen}`)
  const feature = screen.split('/')[0] ?? screen
  return async () => {
    const [module] = await Promise.all([found(), loadSentences(feature)])
    return module
  }
}

/** Fetches the screen of an address before it is opened: a finger down or a pointer over is hint enough. */
export function preloadScreen(path: string): void {
  const route = routeTable.find((entry) => matchPath(entry.path, path.split('?')[0] ?? path))
  if (route) void loadScreen(route.screen)().catch(() => undefined)
}
