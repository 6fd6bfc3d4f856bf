import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** HTML entries. */
const signIn = join(import.meta.dirname, '../auth.html')
const app = join(import.meta.dirname, '../index.html')

/** A module with all that it loads: static imports, and the lazy ones that `isFollowed` accepts. */
function reachable(context: Context, id: string, isFollowed: (lazy: string) => boolean, seen = new Set<string>()) {
  if (seen.has(id)) return seen
  seen.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
  for (const next of [...importedIds, ...dynamicallyImportedIds.filter(isFollowed)])
    reachable(context, next, isFollowed, seen)
  return seen
}

let shared: Set<string> | undefined

/**
 * Names the chunk of the modules that both a sign-in page and the app need. The entry of the sign-in pages chooses its
 * page by a lazy import, which it loads at once. A style sheet stays with its entry, whose pages contain it (pages.ts).
 */
export function signInShared(id: string, context: Context): string | undefined {
  if (id.endsWith('.css')) return undefined
  if (!shared) {
    const ofApp = reachable(context, app, () => true)
    const ofSignIn = reachable(context, signIn, (lazy) => lazy.endsWith('.page.tsx'))
    shared = new Set([...ofSignIn].filter((each) => ofApp.has(each)))
  }
  return shared.has(id) ? 'shared' : undefined
}
