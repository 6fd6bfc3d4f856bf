import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logOut } from '../../lib/http/session.ts'
import { writeKey } from '../../lib/browser/storage.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { assign: vi.fn() })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  sessionStorage.clear()
  localStorage.clear()
})

/** Opens the login page. Returns the tokens of the sessions it ends, once the answers are here. */
async function openLogin() {
  fetched.mockClear()
  await vi.importActual('./auth-boot.js')
  vi.resetModules()
  await new Promise(setImmediate)
  return fetched.mock.calls.map(([, options]) => new Headers(options?.headers).get('authorization'))
}
function logOutFrom(token: string) {
  writeKey('token', token)
  logOut()
}

it('the login page ends the session that was logged out, again until the server has answered', async () => {
  logOutFrom('mine')
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  expect(await openLogin()).toEqual(['Bearer mine'])
  fetched.mockResolvedValueOnce(new Response(null, { status: 503 }))
  expect(await openLogin()).toEqual(['Bearer mine'])
  fetched.mockResolvedValueOnce(new Response())
  expect(await openLogin()).toEqual(['Bearer mine'])
  expect(await openLogin()).toEqual([])
})

it('the login page ends each session that was logged out without a connection', async () => {
  logOutFrom('first')
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  await openLogin()
  logOutFrom('second')
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockResolvedValueOnce(new Response())
  expect(await openLogin()).toEqual(['Bearer first', 'Bearer second'])
  fetched.mockResolvedValueOnce(new Response())
  expect(await openLogin()).toEqual(['Bearer first'])
  expect(await openLogin()).toEqual([])
})
