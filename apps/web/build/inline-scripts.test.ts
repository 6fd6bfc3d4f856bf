import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeReturnTo } from '../src/routing/return-to.ts'
import { inlineScripts } from './dev-pages.ts'

const moves = { replace: vi.fn(), reload: vi.fn(), pathname: '/', search: '', hash: '' }
let pageshow: (event: { persisted: boolean }) => void

/** Runs a script of a page's head, with the parts of the browser it uses. */
function run(name: string): void {
  const addEventListener = (type: string, listener: typeof pageshow) => {
    if (type === 'pageshow') pageshow = listener
  }
  const fetch = () => new Promise(() => undefined)
  // oxlint-disable-next-line typescript/no-implied-eval -- the scripts are texts of the page
  new Function('location', 'addEventListener', 'fetch', inlineScripts.get(name) ?? '')(moves, addEventListener, fetch)
}

beforeEach(() => {
  moves.replace.mockReset()
  moves.reload.mockReset()
})
afterEach(() => {
  localStorage.clear()
  document.body.hidden = false
  Reflect.deleteProperty(window, 'fettleBoot')
  Reflect.deleteProperty(window, 'fettleEarly')
})

describe('a page of the app that is opened without a session', () => {
  afterEach(() => Object.assign(moves, { pathname: '/', search: '', hash: '' }))

  it('leads to the login, which returns to its address', () => {
    Object.assign(moves, { pathname: '/profile', search: '?tab=information', hash: '#bankingInformation' })
    run('boot')
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/login')
    expect([takeReturnTo(), takeReturnTo()]).toEqual(['/profile?tab=information#bankingInformation', '/'])
  })

  it('leads to the login and then home from the home page', () => {
    run('boot')
    expect(takeReturnTo()).toBe('/')
  })
})

describe('a page of the app from the back/forward cache', () => {
  const returnWith = (token: string | null) => {
    localStorage.setItem('token', 'mine')
    run('boot')
    if (token) localStorage.setItem('token', token)
    else localStorage.removeItem('token')
    pageshow({ persisted: true })
  }

  it.each([null, 'theirs'])('is loaded again when the token has become %s', (token) => {
    returnWith(token)
    expect(moves.reload).toHaveBeenCalledOnce()
    expect(document.body.hidden).toBe(true)
  })

  it('is shown as it was in the same session', () => {
    returnWith('mine')
    expect(moves.reload).not.toHaveBeenCalled()
  })
})

describe('a sign-in page from the back/forward cache', () => {
  it('leads home after a login', () => {
    run('auth-boot')
    pageshow({ persisted: true })
    expect(moves.replace).not.toHaveBeenCalled()
    localStorage.setItem('token', 'mine')
    pageshow({ persisted: true })
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/')
  })
})
