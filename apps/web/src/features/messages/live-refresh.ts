import type { QueryClient } from '@tanstack/react-query'
import { chat } from './chat.ts'

/** What comes in one breath is read again once. */
const GATHER = 80

interface ResourceUpdated {
  type: 'resource.updated'
  resource: { type: string; id: string }
}

const isResourceUpdated = (signal: { type: string; resource?: unknown }): signal is ResourceUpdated =>
  signal.type === 'resource.updated' &&
  typeof signal.resource === 'object' &&
  signal.resource !== null &&
  typeof (signal.resource as { type?: unknown }).type === 'string'

/** The first word of the queries that show a kind of thing: `booking` → `bookings`. */
export const nounOf = (type: string): string => `${type}s`

/**
 * Reads again what is on screen when the server says that it changed, and everything after the line was down: a
 * signal may have been missed meanwhile (domain §0 Live refresh). What is not on screen is read when it is opened.
 */
export function refreshLive(
  client: QueryClient,
  source: Pick<typeof chat, 'onSignal' | 'onRecovery'> = chat,
): () => void {
  const nouns = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
    nouns.clear()
  }
  const stops = [
    source.onSignal((signal) => {
      if (!isResourceUpdated(signal)) return
      nouns.add(nounOf(signal.resource.type))
      timer ??= setTimeout(flush, GATHER)
    }),
    source.onRecovery(() => void client.invalidateQueries()),
    () => clearTimeout(timer),
  ]
  return () => stops.forEach((stop) => stop())
}
