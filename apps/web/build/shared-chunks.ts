import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { routeTable, screenSource } from '../src/routing/route-table.ts'

type Context = Rolldown.ChunkingContext

const root = join(import.meta.dirname, '..')
/** HTML entries. */
const signIn = join(root, 'auth.html')
const app = join(root, 'index.html')
const entry = [app, join(root, 'src/entries/app.tsx')]

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
  const anyOfApp = new Set<string>()
  addReachable(context, app, anyOfApp, () => true)
  const ofSignIn = new Set<string>()
  // The entry of the sign-in pages chooses its page by a lazy import, which it loads at once.
  addReachable(context, signIn, ofSignIn, (lazy) => lazy.endsWith('.page.tsx'))
  const ofEntry = new Set<string>()
  addReachable(context, app, ofEntry)
  // The entry has a chunk of its own: whoever loads it starts the app.
  for (const id of entry) ofEntry.delete(id)
  const screensOf = new Map<string, number>()
  for (const modules of mainScreens) {
    const ofScreen = new Set<string>()
    for (const id of modules) addReachable(context, id, ofScreen)
    for (const id of ofScreen) screensOf.set(id, (screensOf.get(id) ?? 0) + 1)
  }
  const chunks = new Map<string, 'shared' | 'app-shared'>()
  for (const id of anyOfApp) {
    if (ofSignIn.has(id)) chunks.set(id, 'shared')
    else if (ofEntry.has(id) || Number(screensOf.get(id)) > 1) chunks.set(id, 'app-shared')
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
