import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts } from '../../lib/forms/form-drafts.ts'
import { writeKey } from '../../lib/browser/storage.ts'
import { takeReturnTo } from '../../routing/return-to.ts'

const replace = vi.fn()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', {
    pathname: '/bookings/bkg_1',
    search: '',
    hash: '',
    origin: 'https://fettle.test',
    replace,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

/** Opens an address of the app without a session. */
async function open() {
  await vi.importActual('./boot.js')
  expect(replace).toHaveBeenLastCalledWith('/login')
}
const signIn = (id: string) => writeKey('streamToken', `e30.${btoa(JSON.stringify({ user_id: id }))}.s`)

it('an address opened without a session is shown after the login', async () => {
  await open()
  signIn('usr_1')
  expect(takeReturnTo()).toBe('/bookings/bkg_1')
})

it.each([
  ['is shown after the login of the same person', 'usr_1', '/bookings/bkg_1'],
  ['is not shown to somebody else', 'usr_2', '/'],
])('a page gone back to after a logout %s', async (_, user, page) => {
  claimDrafts('usr_1')
  await open()
  signIn(user)
  expect(takeReturnTo()).toBe(page)
})
