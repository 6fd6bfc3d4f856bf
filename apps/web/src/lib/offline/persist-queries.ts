import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { DAY_MS } from '@fettle/protocol/core/durations'
import type { KeyValueStore } from './key-value-store.ts'

/** Query data stored on this device for offline use. */
export interface PersistedQuery {
  /** User and query. */
  id: string
  user: string
  key: QueryKey
  data: unknown
  at: number
}

/** Entries older than this are removed. */
const MAX_AGE_MS = 14 * DAY_MS

export interface PersistOptions {
  client: QueryClient
  store: KeyValueStore<PersistedQuery>
  user: string
  /** First elements of the query keys to persist. */
  nouns: readonly string[]
  now: () => number
}

/** Restores stored query data; newer data in the cache stays. */
export async function restoreQueries({ client, store, user, nouns, now }: PersistOptions): Promise<void> {
  for (const { id, user: owner, key, data, at } of await store.all()) {
    const oldest = now() - MAX_AGE_MS
    // This device's clock was ahead then: the data may be of any age.
    const updatedAt = at > now() ? oldest : at
    if (owner !== user || at < oldest) await store.remove(id)
    else if (nouns.includes(String(key[0])) && (client.getQueryState(key)?.dataUpdatedAt ?? 0) < updatedAt) {
      client.setQueryData(key, data, { updatedAt })
    }
  }
}

/** Persists the data of matching queries from now on, including what was loaded before. The returned function stops. */
export function persistQueries({ client, store, user, nouns, now }: PersistOptions): () => void {
  // Offline data must not be garbage-collected.
  for (const noun of nouns) client.setQueryDefaults([noun], { gcTime: Infinity })
  const keep = ({ queryKey: key, state }: Query) => {
    if (!nouns.includes(String(key[0])) || state.data === undefined) return
    const entry = { id: `${user} ${hashKey(key)}`, user, key, data: state.data, at: state.dataUpdatedAt || now() }
    // A full store or an unserializable value is ignored.
    void store.put(entry).catch(() => undefined)
  }
  const cache = client.getQueryCache()
  // The first screen may have loaded data before; older data was restored from the store.
  for (const query of cache.getAll()) if (query.state.dataUpdatedAt >= performance.timeOrigin) keep(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
}
