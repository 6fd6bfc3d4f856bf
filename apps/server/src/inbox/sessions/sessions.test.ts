import { describe, expect, it } from 'vitest'
import { applicationIdentifier, setUpTestInbox, type TestInbox } from '../../../testing/app/test-inbox.ts'
import { sql } from '../../platform/db/db.ts'

const testInbox = setUpTestInbox()

/** The server's response to a session, as the client reports it. */
async function openSession(...args: Parameters<TestInbox['client']>) {
  const novu = testInbox.client(...args)
  return new Promise<{ data?: unknown; error?: unknown }>((resolve) => {
    novu.on('session.initialize.resolved', ({ data, error }) => {
      resolve({ ...(data ? { data } : {}), ...(error ? { error } : {}) })
    })
  })
}

describe('a session', () => {
  it('is opened by the subscriber hash and returns unread counts by severity', async () => {
    await testInbox.notify('ada', { severity: 'high' }, { severity: 'low' }, 'Plain', 'Plain too')
    const { data } = await openSession('ada')
    expect(data).toMatchObject({
      token: expect.any(String),
      totalUnreadCount: 4,
      unreadCount: { total: 4, severity: { high: 1, medium: 0, low: 1, none: 2 } },
      removeNovuBranding: true,
      isDevelopmentMode: false,
      maxSnoozeDurationHours: 2160,
      applicationIdentifier,
      contextKeys: [],
    })
  })

  it('is refused without a hash, with a wrong one, and for another inbox', async () => {
    const hash = testInbox.hashOf('ada')
    for (const options of [
      { subscriberHash: undefined },
      { subscriberHash: `${hash.slice(1)}0` },
      { subscriberHash: testInbox.hashOf('bola') },
      { applicationIdentifier: 'another' },
    ]) {
      const { error } = await openSession('ada', options)
      expect(error).toMatchObject({ status: 400, body: { message: expect.stringContaining('Please provide a valid') } })
    }
  })

  it("stores the subscriber's data and changes only given fields", async () => {
    const person = {
      subscriberId: 'chi',
      firstName: 'Chi',
      lastName: 'Eze',
      timezone: 'Africa/Lagos',
      data: { team: 4 },
    }
    await openSession('chi', { subscriber: person })
    await openSession('chi', { subscriber: { subscriberId: 'chi', lastName: 'Obi' } })
    await testInbox.notify('chi', 'Hello')
    const { data } = await testInbox.client('chi').notifications.list()
    expect(data?.notifications[0]?.to).toMatchObject({
      firstName: 'Chi',
      lastName: 'Obi',
      timezone: 'Africa/Lagos',
      data: { team: 4 },
    })
  })

  it('accepts a subscriber as a string or as an object, like older clients send', async () => {
    const subscriberHash = testInbox.hashOf('dayo')
    for (const shape of [{ subscriber: 'dayo' }, { subscriberId: 'dayo' }]) {
      const answer = await testInbox.request('POST', '/inbox/session', {
        body: { applicationIdentifier, subscriberHash, ...shape },
      })
      expect(answer.status).toBe(201)
    }
    const nobody = await testInbox.request('POST', '/inbox/session', {
      body: { applicationIdentifier, subscriberHash },
    })
    expect(nobody.status).toBe(422)
  })

  it('stores a default schedule once', async () => {
    const first = {
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
    }
    await openSession('efe', { defaultSchedule: first })
    await openSession('efe', { defaultSchedule: { isEnabled: false } })
    const { data } = await testInbox.client('efe').preferences.schedule.get()
    expect(data).toMatchObject(first)
    const { error } = await openSession('efe', { defaultSchedule: { isEnabled: true, weeklySchedule: {} } })
    expect(error).toMatchObject({ status: 422 })
  })

  it('lasts an hour', async () => {
    const token = await testInbox.token('ada')
    testInbox.clock.advance(60 * 60 * 1000 - 1)
    expect((await testInbox.request('GET', '/inbox/notifications', { token })).status).toBe(200)
    testInbox.clock.advance(1)
    expect((await testInbox.request('GET', '/inbox/notifications', { token })).status).toBe(401)
  })
})

describe('a session opened from a login session', () => {
  it('ends with it, and its hash opens no other', async () => {
    const [ended, other] = [await testInbox.token('ada', 'ses_ended'), await testInbox.token('ada', 'ses_other')]
    const hash = testInbox.hashOf('ada', 'ses_ended')
    testInbox.endLogin('ada', 'ses_ended')
    expect((await testInbox.request('GET', '/inbox/notifications', { token: ended })).status).toBe(401)
    expect((await testInbox.request('GET', '/inbox/notifications', { token: other })).status).toBe(200)
    expect(await openSession('ada', { subscriberHash: hash })).toMatchObject({ error: { status: 400 } })
  })

  it('cannot be opened by a hash of another login session', async () => {
    const hash = testInbox.hashOf('ada', 'ses_1')
    expect(await openSession('ada', { subscriberHash: hash.replace('ses_1', 'ses_2') })).toMatchObject({
      error: { status: 400 },
    })
  })
})

describe('a context', () => {
  const context = { tenant: 'acme', app: { id: 'desk', data: { plan: 'b' } } }

  it('needs a hash of its own, independent of key order', async () => {
    const reordered = { app: { data: { plan: 'b' }, id: 'desk' }, tenant: 'acme' }
    expect(await openSession('fola', { context })).toMatchObject({ data: { contextKeys: ['app:desk', 'tenant:acme'] } })
    expect(await openSession('fola', { context: reordered })).toHaveProperty('data')
    const forged = { context: { tenant: 'other' }, contextHash: '00' }
    expect(await openSession('fola', forged)).toMatchObject({ error: { status: 400 } })
  })

  it('shows notifications of exactly that set of keys only', async () => {
    await testInbox.notify(
      'fola',
      { body: 'Within', contextKeys: ['tenant:acme', 'app:desk'] },
      { body: 'Partly', contextKeys: ['tenant:acme'] },
      'Outside',
    )
    const within = await testInbox.client('fola', { context }).notifications.list()
    expect(within.data?.notifications.map((item) => item.body)).toEqual(['Within'])
    const outside = await testInbox.client('fola').notifications.list()
    expect(outside.data?.notifications.map((item) => item.body)).toEqual(['Outside'])
  })
})

describe('the inbox API', () => {
  it('answers every failure as JSON with a message', async () => {
    const token = await testInbox.token('ada')
    const answers = await Promise.all([
      testInbox.request('GET', '/inbox/notifications'),
      testInbox.request('GET', '/inbox/notifications', { token: `${token}x` }),
      testInbox.request('GET', '/inbox/nothing', { token }),
      testInbox.request('POST', '/inbox/session', { body: '{"half":' }),
      testInbox.request('POST', '/inbox/notifications/read', { token, body: `"${'x'.repeat(1024 * 1024)}"` }),
      testInbox.request('POST', '/inbox/notifications/read', {
        token,
        body: 'a=b',
        headers: { 'content-type': 'text/csv' },
      }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 404, 400, 413, 415])
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ message: expect.any(String), statusCode: answer.status })
  })

  it('returns empty lists for unsupported features, and JSON errors otherwise', async () => {
    const novu = testInbox.client('ada')
    expect(await novu.subscriptions.list({ topicKey: 'news' })).toEqual({ data: [] })
    expect(await novu.subscriptions.get({ topicKey: 'news', identifier: 'mine' })).toEqual({ data: null })
    expect(await novu.channelConnections.list()).toEqual({ data: [] })
    expect(await novu.channelEndpoints.list()).toEqual({ data: [] })
    const { error } = await novu.subscriptions.create({ topicKey: 'news' })
    expect(error).toMatchObject({ originalError: { status: 404, body: { message: expect.any(String) } } })
  })

  it("allows browsers of any origin, with the clients' headers", async () => {
    const answer = await fetch(`${testInbox.url}/inbox/v1/inbox/notifications/ntf_1/read`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://desk.example.com',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type,novu-api-version,novu-client-version',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase()
    expect(allowed).toContain('novu-client-version')
    const read = await testInbox.request('GET', '/inbox/notifications', {
      headers: { origin: 'https://desk.example.com' },
    })
    expect(read.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('creates a subscriber once during concurrent sessions', async () => {
    await Promise.all(Array.from({ length: 8 }, () => testInbox.token('gozie')))
    const rows = await testInbox.deps.db.query(sql`select 1 from inbox.subscribers where subscriber_id = 'gozie'`)
    expect(rows).toHaveLength(1)
  })
})
