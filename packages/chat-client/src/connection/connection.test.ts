import { describe, expect, it, vi } from 'vitest'
import type { ChatClient } from '../client.ts'
import { ChatError } from '../errors.ts'
import { CID } from '../testing/fake-service.ts'
import { createTestClient } from '../testing/test-client.ts'

const flagsOf = (client: ChatClient) => {
  const { connected, connecting, reconnecting, isSynced } = client.getSnapshot()
  return { connected, connecting, reconnecting, isSynced }
}

describe('connecting', () => {
  it('needs a user id and a token', async () => {
    const { client, credentials } = createTestClient()
    await expect(client.connect({ ...credentials, user: { id: '' } })).rejects.toThrow(
      'A user id is required to connect to chat.',
    )
    await expect(client.connect({ ...credentials, token: () => '' })).rejects.toThrow('User token can not be empty')
    await expect(client.call('unread.get', {})).rejects.toThrow('Stream Chat client not initialized')
  })

  it('reports connecting, connected and ready', async () => {
    const { client, clock, connect } = createTestClient()
    const connected = connect()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: true, reconnecting: false, isSynced: false })
    await connected
    expect(flagsOf(client)).toMatchObject({ connected: true, connecting: false })
    await clock.advance(0)
    expect(flagsOf(client)).toEqual({ connected: true, connecting: false, reconnecting: false, isSynced: true })
    client.disconnect()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: false, reconnecting: false, isSynced: false })
  })

  it('rejects when the sync fails, logs it, and syncs again on another attempt', async () => {
    const { client, service, log, connect } = createTestClient()
    const { 'channels.query': query } = service.answers
    service.answers['channels.query'] = () => Promise.reject('QUERY_PERMISSIONS')
    await expect(connect()).rejects.toThrow('QUERY_PERMISSIONS')
    expect(log.warn).toHaveBeenCalledWith('Starting the chat failed', expect.anything())
    expect(client.getSnapshot()).toMatchObject({ connected: true, isSynced: false, error: 'chat-client.listen-failed' })
    service.answers['channels.query'] = query ?? (() => undefined)
    await connect()
    expect(client.getSnapshot()).toMatchObject({ connected: true, isSynced: true, error: null })
    expect(service.opened).toHaveLength(1)
  })

  it('as the same user, or during an attempt, does nothing; as another user it reconnects', async () => {
    const { client, service, credentials, connect } = createTestClient()
    await Promise.all([connect(), connect()])
    await connect()
    expect(service.opened).toHaveLength(1)
    await client.connect({ ...credentials, user: { id: 'bola' } })
    expect(service.opened.map(({ user }) => user.id)).toEqual(['ada', 'bola'])
    expect(client.getSnapshot().me?.id).toBe('bola')
  })

  it('as the same user after disconnecting is synced once its own list is loaded', async () => {
    const { client, service, clock, connect } = createTestClient()
    const { 'channels.query': query = () => undefined } = service.answers
    service.answers['channels.query'] = () => Promise.reject('RATE_LIMIT')
    connect().catch(() => undefined)
    await clock.advance(0)
    client.disconnect()
    let arrive = (): void => undefined
    service.answers['channels.query'] = (input) =>
      new Promise((resolve) => {
        arrive = () => resolve(query(input))
        // The earlier connection's list is asked for again.
        if (service.named('channels.query').length > 2) arrive()
      })
    const connected = connect()
    await clock.advance(0)
    const arriveOwn = arrive
    await clock.advance(1_000)
    expect(client.getSnapshot()).toMatchObject({ connected: true, isSynced: false, channels: [] })
    arriveOwn()
    await connected
    expect(client.getSnapshot()).toMatchObject({ isSynced: true, channels: [{ cid: CID }] })
  })

  it('rejects when the user disconnects before the list is loaded', async () => {
    const { client, service, clock, log, connect } = createTestClient()
    service.answers['channels.query'] = () => Promise.reject('RATE_LIMIT')
    const connected = connect()
    await clock.advance(0)
    client.disconnect()
    const outcome = connected.then(
      () => 'connected',
      () => 'rejected',
    )
    await clock.advance(10_000)
    expect(await outcome).toBe('rejected')
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('with an expired token reloads it once and retries', async () => {
    const { client, service, token, connect } = createTestClient()
    service.refuse('TOKEN_EXPIRED')
    token.mockImplementation(async ({ reload }) => {
      if (reload) service.refuse(undefined)
      return reload ? 'newer' : 'first'
    })
    await connect()
    expect(service.opened.map((handshake) => handshake.token)).toEqual(['first', 'newer'])
    expect(client.getSnapshot().connected).toBe(true)
  })

  it('gives up when the newer token is expired too, and reports it', async () => {
    const { client, service, log, connect } = createTestClient()
    service.refuse('TOKEN_EXPIRED')
    await expect(connect()).rejects.toMatchObject({ failure: { code: 40 } })
    expect(service.opened).toHaveLength(2)
    expect(log.warn).toHaveBeenCalledWith('Connecting to chat failed', expect.anything())
    expect(client.getSnapshot()).toMatchObject({
      connecting: false,
      reconnecting: false,
      connectionError: { failure: { code: 40 } },
    })
  })

  it('logs and rethrows token failures', async () => {
    const { log, token, connect } = createTestClient()
    token.mockRejectedValue(new Error('No token today'))
    await expect(connect()).rejects.toThrow('No token today')
    expect(log.warn).toHaveBeenCalledWith('Connecting to chat failed', new Error('No token today'))
  })

  it.each(['TOKEN_NOT_YET_VALID', 'TOKEN_USED_BEFORE_ISSUE', 'TOKEN_SIGNATURE_INVALID'] as const)(
    'does not retry after %s',
    async (name) => {
      const { service, clock, connect } = createTestClient()
      service.refuse(name)
      await expect(connect()).rejects.toThrow(ChatError)
      await clock.advance(20_000)
      expect(service.opened).toHaveLength(1)
    },
  )
})

it('presence of others is shown as it changes', async () => {
  const { client, service, clock, connect } = createTestClient()
  await connect()
  await clock.advance(0)
  expect(client.getSnapshot().online).toEqual({ ada: true, tunde: true })
  service.frame({ type: 'user.presence.changed', userId: 'tunde', online: false, lastActiveAt: null })
  expect(client.getSnapshot().online).toEqual({ ada: true, tunde: false })
})

describe('a dropped chat connection', () => {
  it('is retried every 5000 ms until it succeeds', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    service.reachable(false)
    service.cut()
    expect(flagsOf(client)).toEqual({ connected: false, connecting: false, reconnecting: true, isSynced: false })
    await clock.advance(4_999)
    expect(service.opened).toHaveLength(1)
    await clock.advance(1)
    expect(service.opened).toHaveLength(2)
    await clock.advance(10_000)
    expect(service.opened).toHaveLength(4)
    service.reachable(true)
    await clock.advance(5_000)
    expect(flagsOf(client)).toMatchObject({ connected: true, reconnecting: false, isSynced: true })
    await clock.advance(60_000)
    expect(service.opened).toHaveLength(5)
  })

  it('is retried at a random moment within 5000 ms when the service restarts, then every 5000 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.3)
    const { service, clock, connect } = createTestClient()
    await connect()
    service.reachable(false)
    service.cut({ isRestart: true })
    vi.restoreAllMocks()
    await clock.advance(1_499)
    expect(service.opened).toHaveLength(1)
    await clock.advance(1)
    expect(service.opened).toHaveLength(2)
    await clock.advance(4_999)
    expect(service.opened).toHaveLength(2)
    await clock.advance(1)
    expect(service.opened).toHaveLength(3)
  })

  it('is retried at once when the device is online, and not after disconnecting', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    service.cut()
    client.retryNow()
    await clock.advance(0)
    expect(client.getSnapshot().connected).toBe(true)
    service.cut()
    client.disconnect()
    await clock.advance(60_000)
    expect(service.opened).toHaveLength(2)
  })

  it('refreshes the unread total once it is back', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await clock.advance(0)
    expect(client.getSnapshot().totalUnread).toBe(0)
    service.unread = {
      totalUnread: 3,
      unreadChannels: 1,
      channels: [{ cid: CID, version: 9, lastReadSeq: 0, unreadCount: 3 }],
      complete: true,
    }
    service.cut()
    await clock.advance(5_000)
    expect(client.getSnapshot()).toMatchObject({ connected: true, totalUnread: 3, unreadChannels: 1 })
  })

  it("reloads the list, fills the open channel's gap, and notifies listeners", async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    const recovered = vi.fn<() => void>()
    client.onRecovery(recovered)
    service.cut()
    service.say({ message: { id: 'm1', text: 'While you were away' } }, 'tunde')
    await clock.advance(6_000)
    expect(service.named('channels.events')).toEqual([{ cid: CID, after: 0 }])
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'While you were away' }])
    expect(recovered).toHaveBeenCalledTimes(1)
  })

  it('reloads the list again when that fails at first', async () => {
    const { client, service, clock, connect } = createTestClient()
    await connect()
    await client.channel(CID).open()
    const { 'channels.query': query } = service.answers
    service.answers['channels.query'] = () => Promise.reject('INTERNAL')
    service.cut()
    service.say({ message: { id: 'm1', text: 'While you were away' } }, 'tunde')
    await clock.advance(9_000)
    expect(client.getSnapshot().connected).toBe(true)
    service.answers['channels.query'] = query ?? (() => undefined)
    await clock.advance(20_000)
    expect(client.channel(CID).getSnapshot().messages).toMatchObject([{ text: 'While you were away' }])
  })

  it('keeps retrying while no token is available', async () => {
    const { client, service, clock, token, connect } = createTestClient()
    await connect()
    service.refuse('TOKEN_EXPIRED')
    token.mockRejectedValueOnce(new Error('The API is down too'))
    service.cut()
    await clock.advance(5_000)
    service.refuse(undefined)
    await clock.advance(5_000)
    expect(client.getSnapshot().connected).toBe(true)
  })
})

describe('a call with an expired token', () => {
  it('is repeated once with a new token', async () => {
    const { client, service, token, connect } = createTestClient()
    await connect()
    let tries = 0
    service.answers['unread.get'] = () => ((tries += 1) === 1 ? Promise.reject('TOKEN_EXPIRED') : { totalUnread: 3 })
    expect(await client.call('unread.get', {})).toEqual({ totalUnread: 3 })
    expect(token.mock.calls.map(([options]) => options.reload)).toEqual([false, true])
    expect(service.opened.at(-1)?.token).toBe('newer')
  })
})
