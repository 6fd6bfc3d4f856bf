import { finishGoogle, startGoogle } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { createProvider, type TestProvider } from '../../../testing/fixtures/providers.ts'

const own = 'https://desk.example.com'
const app = 'https://app.example.com'
const stranger = 'https://evil.example'

let provider: TestProvider

const testApp = setUpTestApp({ config: { origin: own, corsOrigins: [app] } })
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const preflight = (path: string, origin: string) =>
  fetch(testApp.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })

const logIn = async (origin: string) => {
  const response = await fetch(`${testApp.url}/v2/auth/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrPhone: provider.email, password: PASSWORD, role: 'PROVIDER' }),
  })
  const { data } = (await response.json()) as { data: { streamToken: string } }
  const cookies = response.headers.getSetCookie()
  return { cookies, streamToken: data.streamToken, cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
}

describe('a front end of an allowed origin', () => {
  it('may call the API and the chat with cookies, and read files', async () => {
    for (const path of ['/v2/auth/login', '/chat/v1/channels', '/files/avatar/a.webp']) {
      const { headers } = await preflight(path, app)
      expect(headers.get('access-control-allow-origin')).toBe(app)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(headers.get('access-control-allow-headers')).toContain('authorization')
    }
  })

  it('gets a session cookie that it can send, and renews its session with it', async () => {
    const { cookies, cookie, streamToken } = await logIn(app)
    expect(cookies.length).toBeGreaterThan(0)
    for (const each of cookies) expect(each).toMatch(/SameSite=None/i)
    for (const each of cookies) expect(each).toMatch(/^__Host-\w+=.*; Path=\/;.*; Secure/)
    const headers = { origin: app, cookie, authorization: `Bearer ${streamToken}` }
    const response = await fetch(testApp.url + getProfile.path, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(app)
  })
})

describe('the sign-in with Google of a front end of an allowed origin', () => {
  const redirectUri = `${app}/login`
  /** Goes to the provider and comes back with a code, like a browser. */
  const visit = async () => {
    const { headers, body } = await testApp.send(startGoogle, { body: { redirectUri } }, { headers: { origin: app } })
    const [setCookie = ''] = headers.getSetCookie()
    const { pathname, search } = new URL(body.success ? body.data.url : '')
    const answer = await fetch(testApp.url + pathname + search, { redirect: 'manual' })
    return { setCookie, back: new URL(answer.headers.get('location') ?? '') }
  }
  const finish = (back: URL, headers: Record<string, string>) => {
    const { code = '', state } = Object.fromEntries(back.searchParams)
    return testApp.send(finishGoogle, { body: { code, state, redirectUri, role: 'PROVIDER' } }, { headers })
  }

  it('returns to its own page, which finishes it with the cookie of the start', async () => {
    const { setCookie, back } = await visit()
    expect(setCookie).toMatch(/^__Host-fettle_google=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=None$/)
    expect(back.origin + back.pathname).toBe(redirectUri)
    const [cookie = ''] = setCookie.split(';')
    const { status, headers } = await finish(back, { origin: app, cookie })
    expect(status).toBe(200)
    const session = headers.getSetCookie().find((each) => each.startsWith('__Host-fettle_session='))
    expect(session).toMatch(/Secure; SameSite=None$/)
  })

  it('is refused if a page of another origin finishes it, and on pages of other origins', async () => {
    const { setCookie, back } = await visit()
    const [cookie = ''] = setCookie.split(';')
    expect((await finish(back, { origin: stranger, cookie })).body).toMatchObject({ code: 'GOOGLE_LOGIN_FAILED' })
    const elsewhere = await testApp.refusal(startGoogle, { body: { redirectUri: `${stranger}/login` } })
    expect(elsewhere.issues).toMatchObject([{ field: 'redirectUri', code: 'NOT_ALLOWED' }])
  })
})

describe('a page of any other origin', () => {
  it('is not allowed to read answers', async () => {
    const { headers } = await preflight('/v2/auth/login', stranger)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('sends cookies in vain', async () => {
    const { cookie, streamToken } = await logIn(app)
    const headers = { origin: stranger, cookie, authorization: `Bearer ${streamToken}` }
    const response = await fetch(testApp.url + getProfile.path, { headers })
    expect(response.status).toBe(401)
  })
})

it('keeps cookies on their own site and allows no origin unless it is configured', async () => {
  const alone = await startTestApp({ sharesDatabaseWith: testApp })
  const response = await fetch(`${alone.url}/v2/auth/login`, { method: 'OPTIONS', headers: { origin: app } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  await alone.close()
})
