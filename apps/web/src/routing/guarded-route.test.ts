import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/http/query.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { clearKeys, readKey, writeKey } from '../lib/browser/storage.ts'
import { showQueuedToast } from '../ui/feedback/queued-toast.ts'
import { toasts } from '../testing/toasts.ts'
import { createRouteGuard } from './guarded-route.ts'
import { takeReturnTo } from './return-to.ts'

const fetched = vi.fn<typeof fetch>()
const left: string[] = []

function guard(client = createQueryClient()) {
  const run = createRouteGuard(client, (path) => {
    left.push(path)
    return Promise.reject(new Error('left'))
  })
  return (path: string) => run(new URL(path, 'http://localhost:4310')).catch((thrown: unknown) => thrown)
}

const profile = (isOnboarded: boolean, meta?: object) =>
  new Response(JSON.stringify({ success: true, status: 200, message: '', data: { isOnboarded }, meta }))
const refused = (status: number) => new Response(JSON.stringify({ success: false, status, message: 'No' }), { status })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  // Shorter than real profiles, so the development check of responses is off.
  vi.stubEnv('DEV', false)
  left.length = 0
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  fetched.mockReset()
})

describe('opening a guarded screen', () => {
  it('goes to the login page without a session, and stores the address', async () => {
    await guard()('/bookings/1?tab=2#notes')
    expect(left).toEqual(['/login'])
    expect(fetched).not.toHaveBeenCalled()
    expect(takeReturnTo()).toBe('/bookings/1?tab=2#notes')
  })

  it('shows it to an onboarded provider, whose profile is loaded once', async () => {
    writeKey('token', 't')
    fetched.mockResolvedValueOnce(profile(true))
    const open = guard()
    expect(await open('/bookings')).toBeUndefined()
    expect(await open('/offers')).toBeUndefined()
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('redirects to /get-started before onboarding', async () => {
    writeKey('token', 't')
    fetched.mockResolvedValue(profile(false))
    const open = guard()
    expect(await open('/bookings')).toBe('/get-started')
    expect(await open('/get-started')).toBeUndefined()
  })

  it('renews the session by the stream token', async () => {
    writeKey('streamToken', 's')
    fetched.mockResolvedValueOnce(profile(true, { token: 'fresh' }))
    expect(await guard()('/')).toBeUndefined()
    expect(readKey('token')).toBe('fresh')
  })

  it.each([401, 403])('removes everything and leaves when the session is refused with %i', async (status) => {
    writeKey('token', 't')
    writeKey('streamToken', 's')
    fetched.mockResolvedValueOnce(refused(status))
    await guard()('/')
    expect(left).toEqual(['/login'])
    expect([readKey('token'), readKey('streamToken')]).toEqual([null, null])
  })

  it('keeps the session and reports when the server cannot be reached', async () => {
    writeKey('token', 't')
    fetched.mockRejectedValue(new TypeError('offline'))
    const client = createQueryClient()
    client.setDefaultOptions({ queries: { retry: false } })
    expect(await guard(client)('/')).toMatchObject({ code: 'NETWORK' })
    expect(readKey('token')).toBe('t')
    expect(left).toEqual([])
  })

  it('goes to the login page and says why when a session could not be renewed', async () => {
    writeKey('streamToken', 's')
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    fetched.mockImplementation(async () => refused(500))
    const client = createQueryClient()
    client.setDefaultOptions({ queries: { retry: false } })
    await guard(client)('/bookings/1')
    expect(left).toEqual(['/login'])
    expect(readKey('streamToken')).toBe('s')
    showQueuedToast()
    expect(toasts()).toEqual([['error', 'Failed to fetch profile']])
    expect(takeReturnTo()).toBe('/bookings/1')
  })

  it.each([
    ['the same person', 'usr_1', '/bookings/1'],
    ['somebody else', 'usr_2', '/'],
  ])('after a logout in another tab, %s returns from the login to %s: %s', async (_, id, to) => {
    writeKey('token', 't')
    fetched.mockResolvedValueOnce(
      new Response(JSON.stringify({ success: true, data: { id: 'usr_1', isOnboarded: true } })),
    )
    const open = guard()
    await open('/bookings/1')
    clearKeys()
    await open('/bookings/1')
    expect(left).toEqual(['/login'])
    writeKey('streamToken', `h.${btoa(JSON.stringify({ user_id: id }))}.s`)
    expect(takeReturnTo()).toBe(to)
  })

  it('removes the cached profile with its token', async () => {
    const client = createQueryClient()
    client.setQueryData(profileQuery.queryKey, { isOnboarded: true } as never)
    await guard(client)('/')
    expect(client.getQueryData(profileQuery.queryKey)).toBeUndefined()
    expect(left).toEqual(['/login'])
  })
})
