import type { QueryClient } from '@tanstack/react-query'
import { chat } from './chat.ts'

/** Collects changes for this long before refetching. */
const COLLECT_MS = 80

interface ResourceUpdated {
  type: 'resource.updated'
  resource: { type: string; id: string }
}

const isResourceUpdated = (signal: { type: string; resource?: unknown }): signal is ResourceUpdated =>
  signal.type === 'resource.updated' &&
  typeof signal.resource === 'object' &&
  signal.resource !== null &&
  typeof (signal.resource as { type?: unknown }).type === 'string'

/** Query keys that are not the regular plural, or belong to another noun. */
const nouns: Readonly<Record<string, string>> = {
  profile: 'profile',
  provider: 'profile',
  export: 'privacy',
  earnings: 'earnings',
  series: 'series',
  availability: 'availability',
  payment: 'invoices',
}

/** Query keys of what is put together from several nouns. */
const aggregates = ['dashboard', 'calendar', 'customers', 'payouts']

/** First element of the query keys of a noun: `booking` → `bookings`. */
export const nounOf = (type: string): string => nouns[type] ?? `${type}s`

/**
 * Refetches visible queries when the server signals a change, and all of them after a reconnect, since signals may have
 * been missed. Other queries are refetched when they are next used.
 */
export function refreshLive(
  client: QueryClient,
  source: Pick<typeof chat, 'onSignal' | 'onRecovery'> = chat,
): () => void {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const noun of changed) void client.invalidateQueries({ queryKey: [noun] })
    changed.clear()
  }
  const stops = [
    source.onSignal((signal) => {
      if (!isResourceUpdated(signal)) return
      changed.add(nounOf(signal.resource.type))
      for (const aggregate of aggregates) changed.add(aggregate)
      timer ??= setTimeout(flush, COLLECT_MS)
    }),
    source.onRecovery(() => void client.invalidateQueries()),
    () => clearTimeout(timer),
  ]
  return () => stops.forEach((stop) => stop())
}
