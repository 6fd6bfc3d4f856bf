import { OAuth2Server } from 'oauth2-mock-server'
import {
  changePassword,
  finishGoogle,
  getAuthOptions,
  listSessions,
  login,
  register,
  sendStepUpCode,
  startGoogle,
  stepUp,
} from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  statusesOf,
  createVerifiedAccount,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp, startTestApp, type TestApp } from '../../../../testing/app/test-app.ts'
import { mayReturnTo, toIdentity } from './google.rules.ts'

const role = 'PROVIDER'
const redirectUri = 'http://localhost:4310/login'

const testApp = setUpTestApp()

/** Signs in at the provider like a browser and returns with code, state and cookie. */
async function visit(at: TestApp, email = 'gina.adeyemi@gmail.test') {
  const { headers, body } = await at.send(startGoogle, { body: { redirectUri } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const address = new URL(body.success ? body.data.url : '')
  address.searchParams.set('login_hint', email)
  const local = address.origin === at.deps.config.origin ? at.url + address.pathname + address.search : address.href
  const answer = await fetch(local, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return {
    cookie,
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
    setCookie: headers.getSetCookie()[0] ?? '',
  }
}
const finish = (
  at: TestApp,
  { cookie, ...callback }: { cookie: string; code: string; state?: string; redirectUri?: string; role?: string },
) => at.send(finishGoogle, { body: { redirectUri, role, ...callback } }, { headers: { cookie } })
const signIn = async (email: string) => {
  const visited = await visit(testApp, email)
  return finish(testApp, visited)
}

describe('signing in with Google, in the demo', () => {
  it('creates a verified account that is not onboarded', async () => {
    expect(await testApp.call(getAuthOptions, {})).toMatchObject({ google: true })
    const { status, headers, body } = await signIn('gina.adeyemi@gmail.test')
    expect(status).toBe(200)
    expect(headers.getSetCookie().some((cookie) => cookie.startsWith('fettle_session='))).toBe(true)
    const token = body.success ? body.data.token : ''
    expect(await testApp.call(getProfile, {}, { token })).toMatchObject({
      firstName: 'Gina',
      lastName: 'Adeyemi',
      email: 'gina.adeyemi@gmail.test',
      phone: '',
      isOnboarded: false,
    })
    expect(await testApp.call(listSessions, {}, { token })).toMatchObject([{ method: 'GOOGLE' }])
  })

  it('finds the existing account', async () => {
    const ids = []
    for (let n = 0; n < 2; n += 1) {
      const { body } = await signIn('twice@gmail.test')
      ids.push((await testApp.call(getProfile, {}, { token: body.success ? body.data.token : '' })).id)
    }
    expect(ids[0]).toBe(ids[1])
  })

  it('links a verified account with the same email', async () => {
    const { email } = await createVerifiedAccount(testApp, { email: 'linked@gmail.test' })
    const { body } = await signIn('linked@gmail.test')
    expect(await testApp.call(getProfile, {}, { token: body.success ? body.data.token : '' })).toMatchObject({
      email,
      firstName: 'Ngozi',
    })
    await testApp.call(login, { body: { emailOrPhone: email, password: PASSWORD, role } })
  })

  it('does not keep the password of an unverified account with that email', async () => {
    await testApp.call(register, { body: registrationForm({ email: 'claimed@gmail.test' }) })
    const { body } = await signIn('claimed@gmail.test')
    expect(await testApp.call(getProfile, {}, { token: body.success ? body.data.token : '' })).toMatchObject({
      firstName: 'Gina',
    })
    const refusal = await testApp.refusal(login, {
      body: { emailOrPhone: 'claimed@gmail.test', password: PASSWORD, role },
    })
    expect(refusal.code).toBe('INVALID_CREDENTIALS')
  })

  it('allows setting a password later with a code', async () => {
    const { body } = await signIn('later@gmail.test')
    const me = { token: body.success ? body.data.token : '' }
    const newPassword = 'entirely new words'
    expect((await testApp.refusal(changePassword, { body: { newPassword } }, me)).code).toBe('STEP_UP_REQUIRED')
    await testApp.call(sendStepUpCode, {}, me)
    await testApp.call(stepUp, { body: { code: await latestVerificationCode(testApp, 'later@gmail.test') } }, me)
    await testApp.call(changePassword, { body: { newPassword } }, me)
    await testApp.call(login, { body: { emailOrPhone: 'later@gmail.test', password: newPassword, role } })
  })

  it('creates one account from two concurrent first logins', async () => {
    const visits = [await visit(testApp, 'both@gmail.test'), await visit(testApp, 'both@gmail.test')]
    const replies = await Promise.all(visits.map((visited) => finish(testApp, visited)))
    expect(statusesOf(replies)).toEqual([200, 200])
  })
})

describe('a sign-in with Google is refused', () => {
  const failed = { status: 401, code: 'GOOGLE_LOGIN_FAILED', message: 'Google login failed' }

  it('when the code was used before', async () => {
    const { setCookie, ...visited } = await visit(testApp)
    expect(setCookie).toMatch(/HttpOnly.*SameSite=Lax/)
    expect((await finish(testApp, visited)).status).toBe(200)
    expect((await finish(testApp, visited)).body).toMatchObject(failed)
  })

  it('when it was started in another browser or too long ago', async () => {
    const [ownVisit, otherVisit] = [await visit(testApp), await visit(testApp)]
    expect((await finish(testApp, { ...ownVisit, cookie: '' })).body).toMatchObject(failed)
    expect(
      (await finish(testApp, { code: otherVisit.code, state: otherVisit.state, cookie: ownVisit.cookie })).body,
    ).toMatchObject(failed)
    testApp.clock.advance(10 * 60_000)
    expect((await finish(testApp, otherVisit)).body).toMatchObject(failed)
  })

  it('when state, code or redirect address differ', async () => {
    for (const wrong of [
      { state: 'another' },
      { code: 'made-up' },
      { redirectUri: 'http://localhost:4310/register' },
    ]) {
      const visited = await visit(testApp)
      expect((await finish(testApp, { ...visited, ...wrong })).body).toMatchObject(failed)
    }
  })

  it('for another role, and for an unknown redirect address', async () => {
    const visited = await visit(testApp)
    expect((await finish(testApp, { ...visited, role: 'CUSTOMER' })).body).toMatchObject({
      message: 'Unsupported role.',
    })
    const refusal = await testApp.refusal(startGoogle, { body: { redirectUri: 'https://evil.example/login' } })
    expect(refusal.issues).toMatchObject([{ field: 'redirectUri', code: 'NOT_ALLOWED' }])
    const open = await fetch(
      `${testApp.url}/dev/google/authorize?response_type=code&redirect_uri=https://evil.example`,
      {
        redirect: 'manual',
      },
    )
    expect(open.status).toBe(400)
  })

  it('where no provider is configured', async () => {
    const quiet = await startTestApp({ sharesDatabaseWith: testApp, config: { demo: false } })
    expect(await quiet.call(getAuthOptions, {})).toMatchObject({ google: false })
    expect((await quiet.refusal(startGoogle, { body: { redirectUri } })).status).toBe(404)
    expect((await fetch(`${quiet.url}/dev/google/.well-known/openid-configuration`)).status).toBe(404)
    await quiet.close()
  })
})

describe('another OpenID provider', () => {
  it('is called over the network and trusted with a verified email', async () => {
    const server = new OAuth2Server()
    await server.issuer.keys.generate('RS256')
    await server.start(0, '127.0.0.1')
    let isEmailVerified = false
    server.service.on('beforeTokenSigning', ({ payload }: { payload: object }) => {
      Object.assign(payload, {
        sub: 's-1',
        email: 'Olu@Example.com',
        email_verified: isEmailVerified,
        name: 'Olu de la Cruz',
      })
    })
    const google = { clientId: 'desk', clientSecret: 'secret', issuer: String(server.issuer.url) }
    const guarded = await startTestApp({ sharesDatabaseWith: testApp, config: { google } })
    const first = await visit(guarded)
    expect((await finish(guarded, first)).status).toBe(401)
    isEmailVerified = true
    const second = await visit(guarded)
    const { body } = await finish(guarded, second)
    expect(await guarded.call(getProfile, {}, { token: body.success ? body.data.token : '' })).toMatchObject({
      email: 'olu@example.com',
      firstName: 'Olu',
      lastName: 'de la Cruz',
    })
    await guarded.close()
    await server.stop()
  })

  it('that cannot be reached returns an error', async () => {
    const google = { clientId: 'desk', clientSecret: 'secret', issuer: 'http://127.0.0.1:9' }
    const guarded = await startTestApp({ sharesDatabaseWith: testApp, config: { google } })
    expect(await guarded.refusal(startGoogle, { body: { redirectUri } })).toMatchObject({
      message: 'Google login failed',
    })
    await guarded.close()
  })
})

describe('the redirect address', () => {
  const site = { origins: ['https://desk.example.com'], isDemo: false }
  it('must be exactly one of our pages', () => {
    expect(mayReturnTo('https://desk.example.com/login', site)).toBe(true)
    for (const other of [
      'https://desk.example.com/login?x=1',
      'https://desk.example.com/profile',
      'https://desk.example.com.evil.example/login',
      'https://user@desk.example.com/login',
      'http://desk.example.com/login',
      'http://localhost:4310/login',
      '/login',
      '',
    ]) {
      expect(mayReturnTo(other, site)).toBe(false)
    }
  })

  it('may be on an allowed origin of another front end', () => {
    const siteWithTwoOrigins = { ...site, origins: [...site.origins, 'https://app.example.com'] }
    expect(mayReturnTo('https://app.example.com/login', siteWithTwoOrigins)).toBe(true)
    expect(mayReturnTo('https://app.example.com/profile', siteWithTwoOrigins)).toBe(false)
  })

  it('may use any local port in the demo', () => {
    expect(mayReturnTo('http://127.0.0.1:5173/login', { ...site, isDemo: true })).toBe(true)
    expect(mayReturnTo('http://evil.example/login', { ...site, isDemo: true })).toBe(false)
  })
})

describe('the claims of a provider', () => {
  it('identify an account only with a verified email', () => {
    expect(toIdentity({ sub: '1', email: 'a@b.example', email_verified: false })).toBeUndefined()
    expect(toIdentity({ sub: '1', email_verified: true })).toBeUndefined()
    expect(
      toIdentity({ sub: '1', email: 'a@b.example', email_verified: 'true', given_name: '🤖', name: 'X Æ A-12' }),
    ).toEqual({
      subject: '1',
      email: 'a@b.example',
      firstName: 'X',
      lastName: '',
    })
    expect(toIdentity({ sub: '1', email: '123@b.example', email_verified: true })).toMatchObject({
      firstName: 'Provider',
    })
  })
})
