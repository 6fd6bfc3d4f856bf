import { HOUR_MS } from '@fettle/protocol/core/durations'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { isAllowed, toNetwork } from './keys.rules.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, type KeyDraft } from './keys.service.ts'

const testApp = setUpTestApp()
beforeEach(() => testApp.clock.advance(60_000))

let keyCount = 0
const makeKey = (draft: Partial<KeyDraft> = {}) =>
  createApiKey(testApp.deps, testApp.db, { name: `Key ${(keyCount += 1)}`, scopes: ['providers'], ...draft })
const storedOf = async (id: string) => (await listApiKeys(testApp.db)).find((key) => key.id === id)
const call = (key: string) => testApp.send(listProviders, {}, { token: key })
const statusOf = async (key: string) => (await call(key)).status

describe('a key', () => {
  it('is stored as a hash, with a recognisable prefix', async () => {
    const { id, key } = await makeKey()
    const { row } = await testApp.db.one<{ row: string }>(
      sql`select api_keys::text as row from api_keys where id = ${id}`,
    )
    expect(row).not.toContain(key)
    expect(row).toContain(key.slice(0, 14))
    expect(key).toMatch(/^mk_live_[\w-]{43}$/)
    expect((await makeKey({ live: false })).key).toMatch(/^mk_test_/)
  })

  it.each([
    [{ name: ' ' }, 'KEY_NAME_LENGTH'],
    [{ scopes: ['all of it'] }, 'SCOPE_UNKNOWN'],
    [{ ipAllowlist: ['203.0.113.0/33'] }, 'NETWORK_INVALID'],
    [{ expiresAt: new Date(0) }, 'TIME_IN_PAST'],
  ])('cannot be created with %o', async (draft, code) => {
    await expect(makeKey(draft)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ message: expect.stringContaining(code) }],
    })
  })

  it('is refused once expired or revoked', async () => {
    const { key } = await makeKey({ expiresAt: new Date(testApp.clock.now().getTime() + 1000) })
    expect(await statusOf(key)).toBe(200)
    testApp.clock.advance(1000)
    expect(await statusOf(key)).toBe(401)
    const other = await makeKey()
    await rotateApiKey(testApp.deps, other.id)
    await revokeApiKey(testApp.deps, other.id)
    expect(await statusOf(other.key)).toBe(401)
  })

  it('keeps its id after a rotation, and its old secret works for 24 hours', async () => {
    const first = await makeKey()
    const second = await rotateApiKey(testApp.deps, first.id)
    expect(second.stored).toMatchObject({ id: first.id, scopes: ['providers'] })
    expect(await Promise.all([statusOf(first.key), statusOf(second.key)])).toEqual([200, 200])
    testApp.clock.advance(24 * HOUR_MS - 1)
    expect(await statusOf(first.key)).toBe(200)
    testApp.clock.advance(1)
    expect(await Promise.all([statusOf(first.key), statusOf(second.key)])).toEqual([401, 200])
  })

  it('drops the oldest secret on another rotation, and a leaked one at once', async () => {
    const first = await makeKey()
    const second = await rotateApiKey(testApp.deps, first.id)
    const third = await rotateApiKey(testApp.deps, first.id)
    expect(await Promise.all([first, second, third].map(({ key }) => statusOf(key)))).toEqual([401, 200, 200])
    const fourth = await rotateApiKey(testApp.deps, first.id, { overlap: 0 })
    expect(await Promise.all([third, fourth].map(({ key }) => statusOf(key)))).toEqual([401, 200])
  })

  it('cannot be rotated once invalid, or when the name is ambiguous or unknown', async () => {
    const gone = await makeKey()
    await revokeApiKey(testApp.deps, gone.id)
    await expect(rotateApiKey(testApp.deps, gone.id)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(rotateApiKey(testApp.deps, 'key_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await makeKey({ name: 'Twin' })
    await makeKey({ name: 'Twin' })
    await expect(revokeApiKey(testApp.deps, 'Twin')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('records its last use without a write per call', async () => {
    const { id, key } = await makeKey()
    expect(await storedOf(id)).toMatchObject({ lastUsedAt: null })
    const first = testApp.clock.now()
    await call(key)
    await vi.waitFor(async () => expect(await storedOf(id)).toMatchObject({ lastUsedAt: first }), { timeout: 60_000 })
    testApp.clock.advance(59_000)
    await call(key)
    testApp.clock.advance(1_000)
    await call(key)
    await vi.waitFor(async () => expect(await storedOf(id)).toMatchObject({ lastUsedAt: testApp.clock.now() }), {
      timeout: 60_000,
    })
  })

  it('is limited to its networks', async () => {
    const { key } = await makeKey({ ipAllowlist: ['203.0.113.0/24'] })
    expect(await testApp.refusal(listProviders, {}, { token: key })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'This key may not be used from 127.0.0.1.',
    })
    const { key: near } = await makeKey({ ipAllowlist: ['203.0.113.0/24', '127.0.0.0/8', '::1'] })
    expect(await statusOf(near)).toBe(200)
  })
})

describe('the rate limit of a key', () => {
  it('counts the calls of a minute, with the remainder in every response', async () => {
    const limited = await startTestApp({ sharesDatabaseWith: testApp, config: { callsPerMinute: 3 } })
    onTestFinished(() => limited.close())
    const call = (token: string) => limited.send(listProviders, {}, { token })
    const { key } = await makeKey()
    const other = await makeKey()
    testApp.clock.advance(60_000 - (testApp.clock.now().getTime() % 60_000) + 15_000)
    const left = [await call(key), await call(key)].map(({ headers }) => headers.get('ratelimit-remaining'))
    expect(left).toEqual(['2', '1'])
    // Refused calls count too.
    const put = { params: { externalId: 'x' }, body: { name: 'X' } }
    const refused = await limited.send(putCustomer, put, { token: key })
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([403, '0'])
    const { status, headers, body } = await call(key)
    expect([status, body]).toMatchObject([429, { code: 'RATE_LIMITED', details: { seconds: 45 } }])
    const headerNames = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
    expect(headerNames.map((name) => headers.get(name))).toEqual(['45', '3', '0', '45'])
    expect((await call(other.key)).status).toBe(200)
    testApp.clock.advance(45_000)
    expect((await call(key)).status).toBe(200)
  })
})

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['203.0.113.0/33', undefined],
    ['203.0.113.0/', undefined],
    ['203.0.113.0/8/8', undefined],
    ['2001:db8::/129', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('%s is %s', (text, network) => expect(toNetwork(text)).toBe(network))

  it.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['2001:db8::7', ['203.0.113.0/24', '2001:db8::/32'], true],
    ['2001:db9::7', ['2001:db8::/32'], false],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['8.8.8.8', [], true],
  ])('%s in %o: %s', (address, networks, answer) => expect(isAllowed(address, networks)).toBe(answer))
})
