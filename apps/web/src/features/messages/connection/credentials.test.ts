import { ChatError } from '@fettle/chat-client'
import { chatErrors, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeChatAppKey, readKey, writeKey } from '../../../lib/browser/storage.ts'
import { credentialsOf, isStale } from './credentials.ts'

const fetched = vi.fn<typeof fetch>()
const ada = { id: 'usr_1', firstName: 'Ada', lastName: 'Obi', avatar: null } as Profile
const tokenOf = (userId: string, name = 'a') => `h.${btoa(JSON.stringify({ user_id: userId, name }))}.s`
const offer = (token: string) =>
  fetched.mockResolvedValueOnce(
    new Response(
      JSON.stringify({ success: true, status: 200, message: '', data: { token, appKey: 'key', userId: 'usr_1' } }),
    ),
  )
const first = async (...args: Parameters<typeof credentialsOf>) => {
  const credentials = await credentialsOf(...args)
  return { ...credentials, given: await credentials.token({ reload: false }) }
}

beforeEach(() => void vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

describe('connecting to the chat', () => {
  it('fetches and stores a token', async () => {
    offer(tokenOf('usr_1'))
    expect(await first(ada)).toMatchObject({
      appKey: 'key',
      user: { id: 'usr_1', name: 'Ada Obi', image: null },
      given: tokenOf('usr_1'),
    })
    expect(readKey('streamToken')).toBe(tokenOf('usr_1'))
  })

  it('uses the token stored by the login for the first connection', async () => {
    writeKey('streamToken', tokenOf('usr_1', 'login'))
    storeChatAppKey('key')
    expect(await first(ada)).toMatchObject({ appKey: 'key', given: tokenOf('usr_1', 'login') })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('uses a stored token without a request', async () => {
    offer(tokenOf('usr_1'))
    await credentialsOf(ada)
    writeKey('streamToken', tokenOf('usr_1', 'kept'))
    expect(await first(ada)).toMatchObject({ appKey: 'key', given: tokenOf('usr_1', 'kept') })
    expect(fetched).toHaveBeenCalledOnce()
  })

  it("ignores another user's token", async () => {
    writeKey('streamToken', tokenOf('usr_2'))
    offer(tokenOf('usr_1'))
    expect((await first(ada)).given).toBe(tokenOf('usr_1'))
    expect(readKey('streamToken')).toBe(tokenOf('usr_1'))
  })

  it('replaces an expired token once, and again on request', async () => {
    offer(tokenOf('usr_1', 'one'))
    const { token } = await credentialsOf(ada)
    offer(tokenOf('usr_1', 'two'))
    expect(await token({ reload: true })).toBe(tokenOf('usr_1', 'two'))
    expect(readKey('streamToken')).toBe(tokenOf('usr_1', 'two'))
    offer(tokenOf('usr_1', 'three'))
    expect((await first(ada, { fresh: true })).given).toBe(tokenOf('usr_1', 'three'))
  })

  it.each([
    ['token', { token: tokenOf('usr_1') }],
    ['data.token', { data: { token: tokenOf('usr_1'), appKey: 'key', userId: 'usr_1' } }],
    ['streamToken', { streamToken: tokenOf('usr_1') }],
  ])('reads the token from %s', async (_, answer) => {
    storeChatAppKey('key')
    fetched.mockResolvedValueOnce(new Response(JSON.stringify({ success: true, ...answer })))
    expect(await first(ada)).toMatchObject({ appKey: 'key', given: tokenOf('usr_1') })
  })

  it('gives a renewed token from then on, to uploads that began before too', async () => {
    offer(tokenOf('usr_1', 'one'))
    const connection = await credentialsOf(ada)
    const upload = await credentialsOf(ada)
    offer(tokenOf('usr_1', 'two'))
    await connection.token({ reload: true })
    expect(await connection.token({ reload: false })).toBe(tokenOf('usr_1', 'two'))
    expect(await upload.token({ reload: false })).toBe(tokenOf('usr_1', 'two'))
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it.each([null, 'theirs'])('stores no token that arrives once the session has become %s', async (session) => {
    writeKey('token', 'mine')
    fetched.mockImplementationOnce(async () => {
      writeKey('token', session)
      writeKey('streamToken', session)
      return new Response(JSON.stringify({ success: true, data: { token: tokenOf('usr_1'), appKey: 'key' } }))
    })
    await expect(credentialsOf(ada)).rejects.toThrow('The session has ended')
    expect(readKey('streamToken')).toBe(session)
  })

  it('reports that no token is available', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline'))
    await expect(credentialsOf(ada)).rejects.toMatchObject({ code: 'NETWORK' })
  })
})

it('replaces a rejected token, and not after other failures', () => {
  const refused = (name: ChatErrorName) => {
    const reason = { code: chatErrors[name].reason }
    return new ChatError('No.', reason, { ...chatErrors[name], reason, message: 'No.' })
  }
  expect(isStale(refused('TOKEN_SIGNATURE_INVALID'))).toBe(true)
  expect(isStale(refused('ACCESS_KEY'))).toBe(true)
  expect(isStale(refused('APP_SUSPENDED'))).toBe(false)
  expect(isStale(new ChatError('The connection was lost.', { code: 'chat-client.connection-lost' }))).toBe(false)
  expect(isStale(new Error('x'))).toBe(false)
})
