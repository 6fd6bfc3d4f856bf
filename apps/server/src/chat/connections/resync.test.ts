import { createMessageId } from '@fettle/chat-client'
import { expect, it, vi } from 'vitest'
import { startTestChat } from '../../../testing/app/test-chat.ts'
import { createLocalBus } from '../../platform/redis/bus.ts'

it('a poll for missed messages covers the time of one that failed', async () => {
  const bus = { ...createLocalBus(), isConnected: () => false }
  const testChat = await startTestChat({ rateLimits: false, bus, resyncIntervalMs: 20 })
  try {
    await Promise.all(['ada', 'tunde'].map((id) => testChat.person(id)))
    const { cid } = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel
    const tunde = await testChat.connect('tunde')
    const query = testChat.db.query.bind(testChat.db)
    let failures = 0
    const failing = vi.spyOn(testChat.db, 'query').mockImplementation((statement) => {
      if (!statement.text.includes('c.last_message_at >=')) return query(statement)
      failures += 1
      return Promise.reject(new Error('no connection'))
    })
    const message = { id: createMessageId(), text: 'Written by another process' }
    await testChat.http('messages.send', { cid, message }, { actAs: 'ada' })
    testChat.clock.advance(60_000)
    const before = failures
    await vi.waitFor(() => expect(failures).toBeGreaterThan(before + 1), { timeout: 60_000 })
    failing.mockRestore()
    expect(await tunde.received('resync')).toEqual({ type: 'resync' })
  } finally {
    await testChat.close()
  }
})
