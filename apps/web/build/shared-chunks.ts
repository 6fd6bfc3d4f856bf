import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { routeTable, screenSource } from '../src/routing/route-table.ts'

type Context = Rolldown.ChunkingContext

const root = join(import.meta.dirname, '..')
/** HTML entries. */
const signInPage = join(root, 'auth.html')
const appPage = join(root, 'index.html')
const entryModules = [appPage, join(root, 'src/entries/app.tsx')]

/** Adds a module with all that it loads at once: static imports, and the lazy ones that `isFollowed` accepts. */
function addReachable(context: Context, id: string, seen: Set<string>, isFollowed?: (lazy: string) => boolean) {
  if (seen.has(id)) return
  seen.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
  const followed = isFollowed ? dynamicallyImportedIds.filter(isFollowed) : []
  for (const next of [...importedIds, ...followed]) addReachable(context, next, seen, isFollowed)
}

/** The modules of each main screen: those with a short address, which people open first. */
const mainScreens = routeTable
  .filter((route) => /^\/[^/]*$/.test(route.path) && !('frame' in route))
  .map((route) =>
    [route.screen, ...('modules' in route ? route.modules : [])].map((name) => join(root, screenSource(name))),
  )

/** Finds the modules of the two shared chunks. */
function findShared(context: Context): Map<string, 'shared' | 'app-shared'> {
  const appModules = new Set<string>()
  addReachable(context, appPage, appModules, () => true)
  const signInModules = new Set<string>()
  // The entry of the sign-in pages chooses its page by a lazy import, which it loads at once.
  addReachable(context, signInPage, signInModules, (lazy) => lazy.endsWith('.page.tsx'))
  const startModules = new Set<string>()
  addReachable(context, appPage, startModules)
  // The entry has a chunk of its own: whoever loads it starts the app.
  for (const id of entryModules) startModules.delete(id)
  const screenCounts = new Map<string, number>()
  for (const modules of mainScreens) {
    const screenModules = new Set<string>()
    for (const id of modules) addReachable(context, id, screenModules)
    for (const id of screenModules) screenCounts.set(id, (screenCounts.get(id) ?? 0) + 1)
  }
  const chunks = new Map<string, 'shared' | 'app-shared'>()
  for (const id of appModules) {
    if (signInModules.has(id)) chunks.set(id, 'shared')
    else if (startModules.has(id) || Number(screenCounts.get(id)) > 1) chunks.set(id, 'app-shared')
  }
  return chunks
}

let chunks: ReturnType<typeof findShared> | undefined

/**
 * Picks the modules of a chunk that several pages load at once: `shared` for what the sign-in pages have in common with
 * the app, `app-shared` for what the app's entry or at least two main screens need. A style sheet stays with its entry,
 * whose pages contain it (pages.ts).
 */
export const sharedChunk = (name: 'shared' | 'app-shared') => (id: string, context: Context) => {
  chunks ??= findShared(context)
  return chunks.get(id) === name && !id.endsWith('.css') ? name : undefined
}
