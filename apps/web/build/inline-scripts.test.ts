import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeKey } from '../src/lib/browser/storage.ts'
import { claimDrafts } from '../src/lib/forms/form-drafts.ts'
import { logOut } from '../src/lib/http/session.ts'
import { takeReturnTo } from '../src/routing/return-to.ts'
import { inlineScripts } from './dev-pages.ts'

const moves = { replace: vi.fn(), reload: vi.fn(), pathname: '/', search: '', hash: '' }
let pageshow: (event: { persisted: boolean }) => void

const unanswered = () => new Promise<Response>(() => undefined)

/** Runs a script of a page's head, with the parts of the browser it uses. */
function run(name: string, fetch: (url: string, init: RequestInit) => Promise<Response> = unanswered): void {
  const addEventListener = (type: string, listener: typeof pageshow) => {
    if (type === 'pageshow') pageshow = listener
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- the scripts come from the page under test
  new Function('location', 'addEventListener', 'fetch', inlineScripts.get(name) ?? '')(moves, addEventListener, fetch)
}

beforeEach(() => {
  moves.replace.mockReset()
  moves.reload.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.removeAttribute('data-asking')
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

  it.each([
    ['is shown after the login of the same person', 'usr_1', '/profile'],
    ['is not shown to somebody else', 'usr_2', '/'],
  ])('and was gone back to after a logout %s', (_, userId, page) => {
    claimDrafts('usr_1')
    Object.assign(moves, { pathname: '/profile' })
    run('boot')
    writeKey('streamToken', `e30.${btoa(JSON.stringify({ user_id: userId }))}.s`)
    expect(takeReturnTo()).toBe(page)
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

describe('a sign-in page', () => {
  const tokens = () => ['token', 'streamToken', 'verificationToken'].map((key) => localStorage.getItem(key))
  const isHidden = () => document.documentElement.hasAttribute('data-asking')
  const later = () => new Promise((resolve) => setTimeout(resolve))
  const answer = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status })
  /** Opens it with tokens that an earlier session has left; resolves once the server's answer was handled. */
  async function openWithStreamToken(response: Promise<Response>) {
    localStorage.setItem('streamToken', 'stream')
    localStorage.setItem('verificationToken', 'verification')
    const fetch = vi.fn(() => response)
    run('auth-boot', fetch)
    const wasHidden = isHidden()
    await later()
    return { fetch, wasHidden }
  }

  it('leads home in a session, without asking the server', () => {
    localStorage.setItem('token', 'mine')
    const fetch = vi.fn(unanswered)
    run('auth-boot', fetch)
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/')
    expect(fetch).not.toHaveBeenCalled()
  })

  it('stays and sends nothing without any token', () => {
    const fetch = vi.fn(unanswered)
    run('auth-boot', fetch)
    expect([moves.replace.mock.calls, fetch.mock.calls, isHidden()]).toEqual([[], [], false])
  })

  it('tries a stream token with the session cookie, and leads home with the renewed token', async () => {
    const { fetch, wasHidden } = await openWithStreamToken(Promise.resolve(answer(200, { meta: { token: 'fresh' } })))
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/v2/profile', {
      credentials: 'include',
      headers: { accept: 'application/json', authorization: 'Bearer stream' },
    })
    expect(wasHidden).toBe(true)
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/')
    expect(tokens()).toEqual(['fresh', 'stream', 'verification'])
  })

  it.each([401, 403])(
    'removes the three tokens when the stream token is refused with %i, and is shown',
    async (status) => {
      await openWithStreamToken(Promise.resolve(answer(status)))
      expect([tokens(), isHidden(), moves.replace.mock.calls]).toEqual([[null, null, null], false, []])
    },
  )

  it('removes them too when a body with status 200 refuses it', async () => {
    await openWithStreamToken(Promise.resolve(answer(200, { success: false, status: 401 })))
    expect([tokens(), isHidden()]).toEqual([[null, null, null], false])
  })

  it.each([
    ['fails', () => Promise.resolve(answer(500))],
    ['fails in a body with status 200', () => Promise.resolve(answer(200, { success: false, status: 500 }))],
    ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ])('keeps the tokens and is shown when the server %s', async (_, respond) => {
    await openWithStreamToken(respond())
    expect([tokens(), isHidden()]).toEqual([[null, 'stream', 'verification'], false])
  })

  it('is shown when the server is slow', async () => {
    vi.useFakeTimers()
    localStorage.setItem('streamToken', 'stream')
    run('auth-boot')
    vi.advanceTimersByTime(3_999)
    expect(isHidden()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isHidden()).toBe(false)
  })

  it('leads home when another tab logs in while the stream token is refused, whose tokens stay', async () => {
    let refuse = (_: Response): void => undefined
    await openWithStreamToken(new Promise((resolve) => (refuse = resolve)))
    localStorage.setItem('token', 'theirs')
    localStorage.setItem('streamToken', 'their stream')
    refuse(answer(401))
    await later()
    expect(tokens()).toEqual(['theirs', 'their stream', 'verification'])
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/')
  })

  it('lets a login of its own lead where it wants, when the answer about the stream token comes late', async () => {
    let refuse = (_: Response): void => undefined
    await openWithStreamToken(new Promise((resolve) => (refuse = resolve)))
    // Shown after a while, see above.
    document.documentElement.removeAttribute('data-asking')
    localStorage.setItem('token', 'mine')
    refuse(answer(401))
    await later()
    expect([tokens()[0], moves.replace.mock.calls]).toEqual(['mine', []])
  })

  it('ends the session on the server that the page before has logged out, again when that fails', async () => {
    sessionStorage.setItem('ended', JSON.stringify(['mine']))
    const ended = () => sessionStorage.getItem('ended')
    for (const respond of [() => Promise.reject(new TypeError('offline')), () => Promise.resolve(answer(503))]) {
      run('auth-boot', respond)
      await later()
      expect(ended()).toBe('["mine"]')
    }
    const fetch = vi.fn(() => Promise.resolve(answer(200)))
    run('auth-boot', fetch)
    await later()
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/v2/auth/logout', {
      method: 'POST',
      keepalive: true,
      credentials: 'include',
      headers: { accept: 'application/json', authorization: 'Bearer mine' },
    })
    expect(ended()).toBe('[]')
  })

  it('ends every session that was logged out without a connection', async () => {
    vi.stubGlobal('location', { assign: vi.fn() })
    for (const token of ['first', 'second']) {
      writeKey('token', token)
      logOut()
    }
    const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(answer(200)))
    run('auth-boot', fetch)
    await later()
    const tokens = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'))
    expect(tokens).toEqual(['Bearer first', 'Bearer second'])
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

describe('the page that stands in for others without a connection', () => {
  afterEach(() => Object.assign(moves, { pathname: '/' }))

  it.each(['/offline', '/offline/'])('leads home from its own address %s', (pathname) => {
    vi.useFakeTimers()
    Object.assign(moves, { pathname })
    run('offline')
    expect(moves.replace).toHaveBeenCalledExactlyOnceWith('/')
  })

  it('stays at the address of another page', () => {
    vi.useFakeTimers()
    Object.assign(moves, { pathname: '/bookings' })
    run('offline')
    expect(moves.replace).not.toHaveBeenCalled()
  })
})
