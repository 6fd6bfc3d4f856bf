import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadProfile, logOut, onLogout } from './session.ts'
import { readDraft, writeDraft } from '../forms/form-drafts.ts'
import { recordOpened, readOpened } from '../browser/opened-records.ts'
import { clearKeys, readKey, storageKeys, writeKey } from '../browser/storage.ts'
import { readTab, RETURN_TO_KEY, writeTab } from '../browser/tab-storage.ts'

const fetched = vi.fn<typeof fetch>()
const keys = () => storageKeys.map(readKey)
// Shorter than a real profile, so the development check of responses is off here.
const profile = { firstName: 'Ada', isOnboarded: true }
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const good = (meta?: object) =>
  answer({ success: true, status: 200, message: '', data: profile, ...(meta ? { meta } : {}) })
const bearer = (index: number) => new Headers(fetched.mock.calls[index]?.[1]?.headers).get('authorization')

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubEnv('DEV', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  fetched.mockReset()
  window.fettleBoot = undefined
})

describe('loading the profile', () => {
  it('uses the token', async () => {
    writeKey('token', 't')
    fetched.mockResolvedValueOnce(good())
    expect(await loadProfile()).toMatchObject({ firstName: 'Ada' })
    expect(bearer(0)).toBe('Bearer t')
  })

  it('without a token tries the stream token and stores the renewed one', async () => {
    writeKey('streamToken', 's')
    fetched.mockResolvedValueOnce(good({ token: 'fresh' }))
    expect(await loadProfile()).toMatchObject({ firstName: 'Ada' })
    expect(bearer(0)).toBe('Bearer s')
    expect(fetched.mock.calls[0]?.[1]?.credentials).toBe('include')
    expect(keys()).toEqual(['fresh', null, 's'])
  })

  it.each([401, 403])('removes the three tokens on %i', async (status) => {
    writeKey('streamToken', 's')
    writeKey('verificationToken', 'v')
    fetched.mockResolvedValueOnce(answer({ success: false, status, message: 'No.' }, status))
    expect(await loadProfile()).toBeNull()
    expect(keys()).toEqual([null, null, null])
  })

  it('keeps everything when the server cannot be reached', async () => {
    writeKey('token', 't')
    fetched.mockRejectedValueOnce(new TypeError('offline'))
    await expect(loadProfile()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(keys()).toEqual(['t', null, null])
  })

  it('makes no request without tokens', async () => {
    expect(await loadProfile()).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })

  it("uses the response requested by the page's head, once", async () => {
    writeKey('token', 't')
    window.fettleBoot = Promise.resolve({ response: good(), token: 't' })
    expect(await loadProfile()).toMatchObject({ firstName: 'Ada' })
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockResolvedValueOnce(good())
    await loadProfile()
    expect(fetched).toHaveBeenCalledOnce()
  })

  it("fails without a connection when the response requested by the page's head breaks off", async () => {
    writeKey('token', 't')
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
    window.fettleBoot = Promise.resolve({ response: new Response(body), token: 't' })
    await expect(loadProfile()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(keys()[0]).toBe('t')
  })

  it('removes what somebody else left in the forms of this tab, such as before a logout in another one', async () => {
    const signIn = (id: string) => {
      writeKey('token', id)
      fetched.mockResolvedValueOnce(answer({ success: true, data: { ...profile, id } }))
      return loadProfile()
    }
    await signIn('usr_1')
    writeDraft('ticket', { text: 'My payout is late.' })
    await signIn('usr_1')
    expect(readDraft('ticket')).toEqual({ text: 'My payout is late.' })
    await signIn('usr_2')
    expect(readDraft('ticket')).toBeUndefined()
  })

  it('forgets which records somebody else opened here, whose session expired', async () => {
    const signIn = (id: string) => {
      writeKey('token', id)
      fetched.mockResolvedValueOnce(answer({ success: true, data: { ...profile, id } }))
      return loadProfile()
    }
    await signIn('usr_1')
    recordOpened({ kind: 'BOOKING', id: 'bkg_1', reference: 'BK-1', title: 'Tap', customer: null })
    await signIn('usr_1')
    expect(readOpened()).toHaveLength(1)
    await signIn('usr_2')
    expect(readOpened()).toEqual([])
  })

  describe('whose answer arrives after another tab has logged in', () => {
    const answerOfOther = answer.bind(null, { success: true, data: { ...profile, firstName: 'Bola' } })
    const logInElsewhere = (response: Response) => async () => {
      writeKey('token', 'theirs')
      writeKey('streamToken', 'their stream')
      return response
    }

    it.each([401, 403])('keeps that session on %i, and loads its profile', async (status) => {
      writeKey('token', 'mine')
      fetched.mockImplementationOnce(logInElsewhere(answer({ success: false, status }, status)))
      fetched.mockResolvedValueOnce(answerOfOther())
      expect(await loadProfile()).toMatchObject({ firstName: 'Bola' })
      expect(bearer(1)).toBe('Bearer theirs')
      expect(keys()).toEqual(['theirs', null, 'their stream'])
    })

    it('shows the profile of that session instead', async () => {
      writeKey('token', 'mine')
      fetched.mockImplementationOnce(logInElsewhere(good()))
      fetched.mockResolvedValueOnce(answerOfOther())
      expect(await loadProfile()).toMatchObject({ firstName: 'Bola' })
    })

    it('does not replace its token by a renewed one', async () => {
      writeKey('streamToken', 's')
      fetched.mockImplementationOnce(logInElsewhere(good({ token: 'fresh' })))
      fetched.mockResolvedValueOnce(answerOfOther())
      expect(await loadProfile()).toMatchObject({ firstName: 'Bola' })
      expect(keys()).toEqual(['theirs', null, 'their stream'])
    })
  })

  it('does not bring back a session that was logged out while its profile was loading', async () => {
    writeKey('streamToken', 's')
    fetched.mockImplementationOnce(async () => {
      clearKeys()
      return good({ token: 'fresh' })
    })
    expect(await loadProfile()).toBeNull()
    expect(keys()).toEqual([null, null, null])
  })

  it('ignores a response requested with another token', async () => {
    writeKey('token', 't2')
    window.fettleBoot = Promise.resolve({ response: good(), token: 't1' })
    fetched.mockResolvedValueOnce(good())
    await loadProfile()
    expect(bearer(0)).toBe('Bearer t2')
  })
})

describe("prefetching by the next page's head", () => {
  const onboarded = () => localStorage.getItem('onboarded')
  const of = (isOnboarded: boolean) =>
    answer({ success: true, status: 200, message: '', data: { ...profile, isOnboarded } })

  it('is enabled after onboarding, and disabled by a logout', async () => {
    writeKey('token', 't')
    fetched.mockResolvedValueOnce(of(false))
    await loadProfile()
    expect(onboarded()).toBeNull()
    fetched.mockResolvedValueOnce(of(true))
    await loadProfile()
    expect(onboarded()).toBe('1')
    vi.stubGlobal('location', { assign: vi.fn() })
    logOut()
    expect(onboarded()).toBeNull()
  })
})

it('logging out removes the tokens, disconnects and goes to the login page, which tells the server', () => {
  const steps: string[] = []
  vi.stubGlobal('location', { assign: (path: string) => steps.push(`goes to ${path}`) })
  const forget = onLogout(() => void steps.push(`disconnects with ${keys().filter(Boolean).length} keys`))
  writeKey('token', 't')
  writeKey('streamToken', 's')
  logOut()
  forget()
  expect(steps).toEqual(['disconnects with 0 keys', 'goes to /login'])
  expect(fetched).not.toHaveBeenCalled()
  expect(readTab('ended')).toEqual(['t'])
})

it('logging out twice, as while changes are being saved, still tells the server', () => {
  vi.stubGlobal('location', { assign: vi.fn() })
  writeKey('token', 't')
  logOut()
  logOut()
  expect(readTab('ended')).toEqual(['t'])
})

it('logging out removes the drafts of the chat, also where no conversation was opened', () => {
  localStorage.setItem('chat.draft.usr_1.messaging:a', '{"text":"I will be there"}')
  localStorage.setItem('theme', 'dark')
  logOut()
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

it('logging out forgets the live location of this device, also where the chat was not loaded', () => {
  localStorage.setItem('chat.sharing', '{"cid":"messaging:a","messageId":"m1"}')
  logOut()
  expect(localStorage.getItem('chat.sharing')).toBeNull()
})

it('logging out forgets the address to open after the next login, which may be that of somebody else', () => {
  vi.stubGlobal('location', { assign: vi.fn() })
  writeTab(RETURN_TO_KEY, { path: '/bookings/bkg_1', until: Date.now() + 60_000 })
  logOut()
  expect(readTab(RETURN_TO_KEY)).toBeUndefined()
})
