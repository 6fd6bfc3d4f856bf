import { createChatClient, socketTransport, type ChatClient } from '@fettle/chat-client'
import { once } from 'node:events'
import '../app/websocket.ts'

/**
 * Clients of the rolling restart, in a process of their own: what they compute must not delay the messages that are
 * measured, nor the balancer. Tells the parent every 100 ms how many are connected and how long the others were away.
 */

export interface ClientsInput {
  url: string
  appKey: string
  people: readonly { id: string; token: string }[]
}

export interface ClientsState {
  connected: number
  /** Clients that lost their connection once they were all there. */
  lost: number
  /** How long each that came back was away. */
  awayMs: readonly number[]
}

const CONNECT_AT_ONCE = 50
const WATCH_INTERVAL_MS = 50
const REPORT_INTERVAL_MS = 100

const [{ url, appKey, people }] = (await once(process, 'message')) as [ClientsInput]
const clients: ChatClient[] = []
for (let from = 0; from < people.length; from += CONNECT_AT_ONCE)
  await Promise.all(
    people.slice(from, from + CONNECT_AT_ONCE).map(async ({ id, token }) => {
      const client = createChatClient({ transport: socketTransport(url) })
      clients.push(client)
      await client.connect({ appKey, user: { id }, token: async () => token })
    }),
  )

const lostAt = new Map<ChatClient, number>()
const awayMs: number[] = []
let wereAllThere = false
setInterval(() => {
  const away = clients.filter((client) => !client.getSnapshot().connected)
  wereAllThere ||= away.length === 0
  if (!wereAllThere) return
  for (const client of away) if (!lostAt.has(client)) lostAt.set(client, performance.now())
  for (const [client, since] of lostAt) {
    if (since === 0 || !client.getSnapshot().connected) continue
    awayMs.push(performance.now() - since)
    lostAt.set(client, 0)
  }
}, WATCH_INTERVAL_MS)
setInterval(() => {
  const connected = clients.filter((client) => client.getSnapshot().connected).length
  process.send?.({ connected, lost: lostAt.size, awayMs } satisfies ClientsState)
}, REPORT_INTERVAL_MS)
