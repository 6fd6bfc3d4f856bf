import type { QueryClient } from '@tanstack/react-query'
import { chat } from './chat.ts'

/** What comes in one breath is read again once. */
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

/** What is there once has no plural, and some things are shown by the queries of others. */
const nouns: Readonly<Record<string, string>> = {
  profile: 'profile',
  provider: 'profile',
  export: 'privacy',
  earnings: 'earnings',
  payment: 'invoices',
}

/** The first word of the queries that show a kind of thing: `booking` → `bookings`. */
export const nounOf = (type: string): string => nouns[type] ?? `${type}s`

/**
 * Reads again what is on screen when the server says that it changed, and everything after the line was down: a
 * signal may have been missed meanwhile. What is not on screen is read when it is opened.
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
      // Home counts and lists all of it.
      changed.add('dashboard')
      timer ??= setTimeout(flush, COLLECT_MS)
    }),
    source.onRecovery(() => void client.invalidateQueries()),
    () => clearTimeout(timer),
  ]
  return () => stops.forEach((stop) => stop())
}
