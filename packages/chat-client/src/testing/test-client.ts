import { afterEach, vi } from 'vitest'
import { createChatClient, type ChatClient, type ChatClientOptions } from '../client.ts'
import type { Credentials } from '../connection/user-connection.ts'
import { createMemoryStorage, type Storage, type TabLock } from '../ports.ts'
import { createManualClock } from './clock.ts'
import { createFakeService } from './fake-service.ts'

const clients: ChatClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})

/** A client of a fake service, not connected yet. It is disconnected after the test. */
export function createTestClient(
  storage: Storage = createMemoryStorage(),
  service = createFakeService(),
  withTabLock?: TabLock,
  offlineCache?: ChatClientOptions['offlineCache'],
) {
  const clock = createManualClock()
  const log = { warn: vi.fn<(message: string, error: unknown) => void>() }
  const client = createChatClient({
    transport: service.transport,
    clock,
    storage,
    log,
    ...(withTabLock && { withTabLock }),
    ...(offlineCache && { offlineCache }),
  })
  clients.push(client)
  const token = vi.fn<(options: { reload: boolean }) => Promise<string>>(async ({ reload }) =>
    reload ? 'newer' : 'first',
  )
  const credentials: Credentials = { appKey: 'key', user: { id: 'ada', name: 'Ada' }, token }
  return { client, service, clock, log, token, credentials, connect: () => client.connect(credentials) }
}
