import {
  login,
  requestContactChange,
  getProfile,
  saveProfessionalInfo,
  saveProfilePicture,
} from '@fettle/protocol/accounts/calls'
import type { Call, Operation } from '@fettle/protocol'
import { errorStatuses } from '@fettle/protocol/core/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, callWithMeta, onSessionEnd } from './api.ts'
import { ApiError } from './api-error.ts'
import { clearKeys, readKey, writeKey } from '../browser/storage.ts'

const left = vi.fn()
const fetched = vi.fn<typeof fetch>()

const ThingParams = z.object({ id: z.string() })
const ThingQuery = z.object({ q: z.optional(z.string()), limit: z.optional(z.number()) })
const Thing = z.object({ name: z.string() })
const listThings: Call<Operation<typeof ThingParams, typeof ThingQuery, undefined, typeof Thing>> = {
  name: 'things.list',
  method: 'GET',
  path: '/v2/things/:id/parts',
}

const answer = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'x-request-id': 'req_head' },
    }),
  )
const good = (data: unknown, more: object = {}) => ({ success: true, status: 200, message: 'OK', data, ...more })
const request = () => {
  const [url, init] = fetched.mock.calls.at(-1) ?? []
  return { url, init, headers: init?.headers as Record<string, string> }
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  onSessionEnd(left)
  window.history.replaceState(null, '', '/bookings')
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  left.mockReset()
})

describe('an API call', () => {
  it('fills path and query, and omits missing values', async () => {
    answer(good({ name: 'a' }))
    await call(listThings, { params: { id: 'a/b' }, query: { q: 'x y', limit: undefined } })
    expect(request().url).toBe('/v2/things/a%2Fb/parts?q=x+y')
  })

  it('sends the stored token and cookies', async () => {
    writeKey('token', 't1')
    answer(good({ name: 'a' }))
    expect(await call(listThings, { params: { id: '1' } })).toEqual({ name: 'a' })
    expect(request().headers['authorization']).toBe('Bearer t1')
    expect(request().init?.credentials).toBe('include')
  })

  it('sends no bearer without a token, or the given one', async () => {
    answer(good({ name: 'a' }))
    await call(listThings, { params: { id: '1' } })
    expect(request().headers).not.toHaveProperty('authorization')
    answer(good({ name: 'a' }, { meta: { token: 'new' } }))
    const { meta, message } = await callWithMeta(listThings, { params: { id: '1' } }, { token: 'stream' })
    expect(request().headers['authorization']).toBe('Bearer stream')
    expect({ meta, message }).toEqual({ meta: { token: 'new' }, message: 'OK' })
  })

  it('sends JSON', async () => {
    answer(good({ token: 'a', streamToken: 'b', chatAppKey: 'c' }))
    await call(login, { body: { emailOrPhone: 'ada@fettle.test', password: 'x', role: 'PROVIDER' } })
    expect(request().init?.method).toBe('POST')
    expect(request().headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(request().init?.body))).toEqual({
      emailOrPhone: 'ada@fettle.test',
      password: 'x',
      role: 'PROVIDER',
    })
  })

  it('reads the result from the data, or from the top level of an answer without data', async () => {
    answer(good({ name: 'drill' }, { name: 'beside it' }))
    expect(await call(listThings, { params: { id: '1' } })).toEqual({ name: 'drill' })
    answer({ success: true, name: 'drill' })
    expect(await call(listThings, { params: { id: '1' } })).toMatchObject({ name: 'drill' })
    answer(good(null))
    expect(await call(listThings, { params: { id: '1' } })).toBeNull()
  })

  it('can be aborted', async () => {
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    )
    const controller = new AbortController()
    const running = call(listThings, { params: { id: '1' } }, { signal: controller.signal })
    controller.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe("a request started by the page's head", () => {
  const early = (token: string) => {
    window.fettleEarly = {
      '/v2/things/1/parts': Promise.resolve({ response: new Response(JSON.stringify(good({ name: 'early' }))), token }),
    }
  }
  afterEach(() => void delete window.fettleEarly)

  it('is consumed once', async () => {
    writeKey('token', 't')
    early('t')
    expect(await call(listThings, { params: { id: '1' } })).toEqual({ name: 'early' })
    expect(fetched).not.toHaveBeenCalled()
    answer(good({ name: 'late' }))
    expect(await call(listThings, { params: { id: '1' } })).toEqual({ name: 'late' })
  })

  it('is given up like any other when it is not answered', async () => {
    vi.useFakeTimers()
    writeKey('token', 't')
    const never = new Promise<never>(() => undefined)
    window.fettleEarly = { '/v2/things/1/parts': never, '/v2/things/2/parts': never }
    const unanswered = call(listThings, { params: { id: '1' } })
    // Awaited below, after the time has passed.
    unanswered.catch(() => undefined)
    const controller = new AbortController()
    const left = call(listThings, { params: { id: '2' } }, { signal: controller.signal })
    controller.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(unanswered).rejects.toMatchObject({ code: 'NETWORK' })
    vi.useRealTimers()
  })

  it('is repeated for another token', async () => {
    writeKey('token', 'mine')
    early('theirs')
    answer(good({ name: 'late' }))
    expect(await call(listThings, { params: { id: '1' } })).toEqual({ name: 'late' })
  })
})

describe('a refused call', () => {
  it("contains everything of the server's error", async () => {
    const issues = [{ path: ['email'], field: 'email', code: 'REQUIRED', message: 'Email is required.' }]
    answer(
      {
        success: false,
        status: 403,
        code: 'ACCOUNT_UNVERIFIED',
        message: 'Please verify your account',
        issues,
        details: { a: 1 },
        requestId: 'req_1',
        data: { verificationToken: 'v' },
      },
      403,
    )
    expect(await failure(call(listThings, { params: { id: '1' } }))).toMatchObject({
      status: 403,
      code: 'ACCOUNT_UNVERIFIED',
      message: 'Please verify your account',
      issues,
      details: { a: 1 },
      requestId: 'req_1',
      data: { verificationToken: 'v' },
    })
  })

  it("is detected by the body's status, whatever the HTTP status", async () => {
    answer({ status: 403, message: 'Please verify your account', data: { verificationToken: 'v' } }, 200)
    const credentials = { emailOrPhone: 'ada@fettle.test', password: 'x', role: 'PROVIDER' } as const
    await expect(call(login, { body: credentials })).rejects.toMatchObject({
      status: 403,
      message: 'Please verify your account',
      data: { verificationToken: 'v' },
    })
  })

  it('is detected by success: false, whatever the HTTP status', async () => {
    answer({ success: false, status: 409, code: 'SLOT_CONFLICT', message: 'Taken.', requestId: 'r' }, 200)
    expect(await failure(call(listThings, { params: { id: '1' } }))).toMatchObject({
      status: 409,
      code: 'SLOT_CONFLICT',
      message: 'Taken.',
    })
  })

  it.each([
    ['a body without a message', { success: false }, 200],
    ['an empty message', { success: false, message: '' }, 400],
    ['a page of a proxy', '<h1>Bad gateway</h1>', 502],
    ['an empty body', '', 500],
    ['a good status with no envelope', 'OK', 200],
  ])('says "API request failed" for %s', async (_, body, status) => {
    answer(body, status)
    const error = await failure(call(listThings, { params: { id: '1' } }))
    expect(error.message).toBe('API request failed')
    expect(error.serverMessage).toBeUndefined()
    if (typeof body === 'string') expect(error.requestId).toBe('req_head')
  })

  it('has status 0 and a code of its own without a connection', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await failure(call(listThings, { params: { id: '1' } }))).toMatchObject({ status: 0, code: 'NETWORK' })
  })
})

describe('a 401 response', () => {
  const refuse = () =>
    answer({ success: false, status: 401, code: 'UNAUTHENTICATED', message: 'Please log in again.' }, 401)

  beforeEach(() => {
    writeKey('token', 't')
    writeKey('verificationToken', 'v')
    writeKey('streamToken', 's')
  })

  it('removes token and verification token, keeps the stream token, and leaves', async () => {
    refuse()
    expect((await failure(call(listThings, { params: { id: '1' } }))).status).toBe(401)
    expect([readKey('token'), readKey('verificationToken'), readKey('streamToken')]).toEqual([null, null, 's'])
    expect(left).toHaveBeenCalledOnce()
  })

  it('of several requests at once leaves once, and a later session ends again', async () => {
    writeKey('token', 'first')
    for (let count = 0; count < 3; count += 1) refuse()
    const refused = ['1', '2', '3'].map((id) => failure(call(listThings, { params: { id } })))
    await Promise.all(refused)
    expect(left).toHaveBeenCalledOnce()

    writeKey('token', 'second')
    refuse()
    await failure(call(listThings, { params: { id: '1' } }))
    expect(left).toHaveBeenCalledTimes(2)
    expect(readKey('token')).toBeNull()
  })

  it('of a request that was sent before the logout leaves the login page alone', async () => {
    writeKey('token', 'first')
    refuse()
    const refused = failure(call(listThings, { params: { id: '1' } }))
    clearKeys(['token'])
    await refused
    expect(left).not.toHaveBeenCalled()
  })

  it('in a body with another status counts too', async () => {
    answer({ success: false, status: 401, message: 'Expired' }, 200)
    await failure(call(listThings, { params: { id: '1' } }))
    expect(left).toHaveBeenCalledOnce()
  })

  it('for step-up keeps the session', async () => {
    const status = errorStatuses.STEP_UP_REQUIRED
    answer({ success: false, status, code: 'STEP_UP_REQUIRED', message: "Confirm it's you to continue." }, status)
    await failure(call(requestContactChange, { body: { email: 'new@example.com' } }))
    expect(left).not.toHaveBeenCalled()
    expect(readKey('token')).toBe('t')
  })

  it('is ignored on a public page', async () => {
    window.history.replaceState(null, '', '/login')
    refuse()
    await failure(call(login, { body: { emailOrPhone: 'a', password: 'b', role: 'PROVIDER' } }))
    expect(left).not.toHaveBeenCalled()
    expect(readKey('token')).toBe('t')
  })

  it('is ignored for the profile, and for marked profile updates', async () => {
    refuse()
    await failure(call(getProfile, {}))
    refuse()
    const body = {
      serviceType: 'TILING',
      skillLevel: 'EXPERT',
      yearsOfExperience: 3,
      servicesProvided: ['Floors'],
    } as const
    await failure(
      call(
        saveProfessionalInfo,
        { body: { ...body, servicesProvided: [...body.servicesProvided] } },
        { headers: { 'X-Profile-Update': 'true' } },
      ),
    )
    expect(left).not.toHaveBeenCalled()
    expect(readKey('token')).toBe('t')
  })
})

describe('an upload', () => {
  it('is sent as a form with the declared field, and reports progress', async () => {
    const sent: { form?: FormData; headers: Record<string, string> } = { headers: {} }
    class FakeXhr {
      upload: { onprogress?: (event: object) => void } = {}
      status = 200
      responseText = JSON.stringify({
        success: false,
        status: 413,
        code: 'FILE_TOO_LARGE',
        message: 'The file is larger than 5 MB.',
      })
      withCredentials = false
      onload?: () => void
      onloadend?: () => void
      open() {}
      setRequestHeader(name: string, value: string) {
        sent.headers[name] = value
      }
      getResponseHeader() {
        return null
      }
      send(form: FormData) {
        sent.form = form
        this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
        this.onload?.()
        this.onloadend?.()
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeXhr)
    writeKey('token', 't')
    const progress: number[] = []
    const file = new File(['abc'], 'me.png', { type: 'image/png' })
    const error = await failure(
      call(saveProfilePicture, { file }, { onProgress: (fraction) => progress.push(fraction) }),
    )
    expect(error).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' })
    expect(progress).toEqual([0.25, 1])
    expect(sent.form?.get('file')).toMatchObject({ name: 'me.png' })
    expect(sent.headers['authorization']).toBe('Bearer t')
    expect(sent.headers).not.toHaveProperty('content-type')
  })
})
