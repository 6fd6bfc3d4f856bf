import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The sign-in pages' HTML entry. */
const signIn = join(import.meta.dirname, '../auth.html')

/** All modules that a module imports, at once or later. */
function reachableFrom(id: string, context: Context, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  const module = context.getModuleInfo(id)
  for (const imported of [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])])
    reachableFrom(imported, context, seen)
  return seen
}

let signInModules: Set<string> | undefined

/** Names the chunk of the modules that the sign-in pages share, with each other or with the app. */
export function signInShared(id: string, context: Context): string | undefined {
  signInModules ??= reachableFrom(signIn, context)
  return signInModules.has(id) ? 'shared' : undefined
}
