import type { Messages } from '@lingui/core'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import * as words from 'virtual:sentences-of-app'
import { addCatalog, ownLocale, ownCatalogs, type Catalog } from '../lib/i18n/i18n.ts'
import { notFoundScreen, routeTable } from './route-table.ts'

export interface ScreenModule {
  Component: ComponentType
}

const screens = import.meta.glob<ScreenModule>('../features/**/*.screen.tsx')

let catalogs = words.sentences

/** Loads the catalog index of the page's language. Call before rendering. */
export async function initLocale(): Promise<void> {
  catalogs = await ownCatalogs(words)
}

// Messages of the first screen, inlined into the page in its language.
let inlinedCatalogs: Record<string, Messages> | undefined

function inlinedCatalog(part: string): Messages | undefined {
  const element = typeof document === 'undefined' ? null : document.getElementById('sentences')
  inlinedCatalogs ??= element?.lang === ownLocale() ? (JSON.parse(element.textContent) as Record<string, Messages>) : {}
  return inlinedCatalogs[part]
}

/** Catalog of a part of the app, beyond the frame's. */
export function catalogOf(part: string): Catalog | undefined {
  const messages = inlinedCatalog(part)
  return messages ? () => Promise.resolve({ messages }) : catalogs[part]
}

/** Loads the messages of a part of the app, once. */
export async function loadMessages(part: string): Promise<void> {
  const catalog = catalogOf(part)
  if (catalog) await addCatalog(catalog, ownLocale())
}

/** Loads a lazy part together with its messages. */
export async function loadWithMessages<Module>(part: string, module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, loadMessages(part)])
  return loaded
}

/** Loads a screen and its messages in parallel. The browser caches both, so repeated calls are cheap. */
export async function loadScreen(screen: string): Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`Unknown screen ${screen}`)
  const [module] = await Promise.all([found(), loadMessages(screen)])
  return module
}

/** Screen of an address; the not-found page when there is none. */
export const screenAt = (path: string): string =>
  routeTable.find((entry) => matchPath(entry.path, path))?.screen ?? notFoundScreen

/** Preloads the screen of an address, on hover or pointer down. */
export function preloadScreen(path: string): void {
  void loadScreen(screenAt(path.split('?')[0] ?? path)).catch(() => undefined)
}
