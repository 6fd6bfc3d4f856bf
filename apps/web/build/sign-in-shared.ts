import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The sign-in pages' HTML entry. */
const signIn = join(import.meta.dirname, '../auth.html')

/** All modules that a sign-in page loads at once: what modules import, and the pages, which their entry chooses from. */
function loadedAtOnce(id: string, context: Context, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
  const pages = dynamicallyImportedIds.filter((lazy) => lazy.endsWith('.page.tsx'))
  for (const imported of [...importedIds, ...pages]) loadedAtOnce(imported, context, seen)
  return seen
}

let signInModules: Set<string> | undefined

/**
 * Names the chunk of the modules that the sign-in pages share, with each other or with the app. A style sheet stays with
 * its entry, whose pages contain it (pages.ts).
 */
export function signInShared(id: string, context: Context): string | undefined {
  if (id.endsWith('.css')) return undefined
  signInModules ??= loadedAtOnce(signIn, context)
  return signInModules.has(id) ? 'shared' : undefined
}
