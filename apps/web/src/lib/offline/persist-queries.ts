import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { KeyValueStore } from './key-value-store.ts'

/** What a read answered, kept on this device for the time without a connection. */
export interface PersistedQuery {
  /** Whose and of which query. */
  id: string
  user: string
  key: QueryKey
  data: unknown
  at: number
}

const DAY_MS = 24 * 60 * 60_000
/** What nobody has read for so long is of no use to anybody. */
const MAX_AGE_MS = 14 * DAY_MS

export interface PersistOptions {
  client: QueryClient
  store: KeyValueStore<PersistedQuery>
  user: string
  /** First words of the keys that are kept. */
  nouns: readonly string[]
  now: () => number
}

/** Puts what was read on earlier visits before the screens; what has been read since stays. */
export async function restoreQueries({ client, store, user, nouns, now }: PersistOptions): Promise<void> {
  for (const { id, user: whose, key, data, at } of await store.all()) {
    if (whose !== user || at < now() - MAX_AGE_MS) await store.remove(id)
    else if (nouns.includes(String(key[0])) && (client.getQueryState(key)?.dataUpdatedAt ?? 0) < at) {
      client.setQueryData(key, data, { updatedAt: at })
    }
  }
}

/** Keeps what has been read on this visit, and what is read from now on. The returned function stops. */
export function persistQueries({ client, store, user, nouns, now }: PersistOptions): () => void {
  // Without a connection it must not be gone because nobody looked at it for half an hour.
  for (const noun of nouns) client.setQueryDefaults([noun], { gcTime: Infinity })
  const keep = ({ queryKey: key, state }: Query) => {
    if (!nouns.includes(String(key[0])) || state.data === undefined) return
    const kept = { id: `${user} ${hashKey(key)}`, user, key, data: state.data, at: state.dataUpdatedAt || now() }
    // A drawer that is full, or a value that cannot be stored, is no reason to trouble anybody.
    void store.put(kept).catch(() => undefined)
  }
  const cache = client.getQueryCache()
  // The first screen has read before anybody came to keep; what is older came from here.
  for (const query of cache.getAll()) if (query.state.dataUpdatedAt >= performance.timeOrigin) keep(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
}
