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

/** Finds out where the sentences of this page's language are. Before anything is said. */
export async function initLocale(): Promise<void> {
  catalogs = await ownCatalogs(words)
}

// The page brings the sentences of its first screen along, in the language it is written in.
let inlinedCatalogs: Record<string, Messages> | undefined

function inlinedCatalog(part: string): Messages | undefined {
  const element = typeof document === 'undefined' ? null : document.getElementById('sentences')
  inlinedCatalogs ??= element?.lang === ownLocale() ? (JSON.parse(element.textContent) as Record<string, Messages>) : {}
  return inlinedCatalogs[part]
}

/** The sentences of a part of the app, beyond those of the frame. */
export function catalogOf(part: string): Catalog | undefined {
  const messages = inlinedCatalog(part)
  return messages ? () => Promise.resolve({ messages }) : catalogs[part]
}

/** Fetches the sentences of a part of the app, unless they are there. */
export async function loadMessages(part: string): Promise<void> {
  const catalog = catalogOf(part)
  if (catalog) await addCatalog(catalog, ownLocale())
}

/** A part of a screen that comes later, with its sentences beside it. */
export async function loadWithMessages<Module>(part: string, module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, loadMessages(part)])
  return loaded
}

/** Fetches a screen and its sentences side by side; the browser keeps them, so asking twice costs nothing. */
export async function loadScreen(screen: string): Promise<ScreenModule> {
  const found = screens[`../features/${screen}.tsx`]
  if (!found) throw new Error(`There is no screen ${screen}`)
  const [module] = await Promise.all([found(), loadMessages(screen)])
  return module
}

/** The screen of an address: the not-found page where there is none. */
export const screenAt = (path: string): string =>
  routeTable.find((entry) => matchPath(entry.path, path))?.screen ?? notFoundScreen

/** Fetches the screen of an address before it is opened: a finger down or a pointer over is hint enough. */
export function preloadScreen(path: string): void {
  void loadScreen(screenAt(path.split('?')[0] ?? path)).catch(() => undefined)
}
