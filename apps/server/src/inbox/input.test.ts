import { beforeAll, describe, expect, it, vi } from 'vitest'
import { applicationIdentifier, setUpTestInbox } from '../../testing/app/test-inbox.ts'

// Invalid input is refused before the inbox reads it.

const testInbox = setUpTestInbox()
let token: string
beforeAll(async () => {
  token = await testInbox.token('ada')
})

const answer = async (response: Response) => ({
  status: response.status,
  text: JSON.stringify(await response.json()),
})

describe('a null character', () => {
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

  const places: [method: string, path: string, body?: unknown][] = [
    ['GET', '/inbox/notifications?tags[]=a%00b'],
    ['GET', `/inbox/notifications?data=${json({ 'a\u0000': 'b' })}`],
    ['GET', `/inbox/notifications/count?filters=${json([{ tags: ['a\u0000b'] }])}`],
    ['PATCH', '/inbox/preferences/a%00b', { channels: { email: false } }],
    ['POST', '/inbox/notifications/read', { tags: ['a\u0000b'] }],
    ['POST', '/inbox/notifications/read', { data: JSON.stringify({ a: 'b\u0000' }) }],
  ]

  it.each(places)('is refused in %s %s', async (method, path, body) => {
    const refused = await answer(await testInbox.request(method, path, { token, ...(body ? { body } : {}) }))
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('Remove the null character') })
  })

  it('is refused in subscriber data, and half a surrogate pair is replaced', async () => {
    const open = (firstName: string) =>
      testInbox.request('POST', '/inbox/session', {
        body: {
          applicationIdentifier,
          subscriberHash: testInbox.hashOf('bola'),
          subscriber: { subscriberId: 'bola', firstName, data: { of: firstName } },
        },
      })
    expect((await open('Bo\u0000la')).status).toBe(422)
    expect((await open('Bola \ud83d')).status).toBe(201)
  })
})

describe('an invalid calendar time', () => {
  it('is refused', async () => {
    for (const edge of ['createdGte', 'createdLte']) {
      const refused = await testInbox.request('GET', `/inbox/notifications?${edge}=-8640000000000000`, { token })
      expect(refused.status).toBe(422)
    }
  })
})

describe('without its database', () => {
  it('the inbox answers that one should try again, without the reason', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
    const query = vi.spyOn(testInbox.deps.db, 'query').mockRejectedValue(lost)
    const refused = await testInbox.request('GET', '/inbox/notifications', { token })
    query.mockRestore()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    const { message } = (await refused.json()) as { message: string }
    expect(message).toBe('Service unavailable')
  })
})
