import { login, logout, resetPassword, sendOtp, stepUp } from '@fettle/protocol/accounts/auth'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  latestVerificationCode,
  PASSWORD,
  createSignedInAccount,
  createVerifiedAccount,
  credentials,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { loginKeys } from '../login/login-limits.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

/** A browser that keeps its device cookie between sign-ins. */
function browser(cookie?: string) {
  let kept = cookie
  return {
    cookie: () => kept,
    async logIn(email: string, password = PASSWORD) {
      const headers: Record<string, string> = kept ? { cookie: kept } : {}
      const reply = await testApp.send(login, credentials(email, password), { headers })
      const setCookie = reply.headers.getSetCookie().find((each) => each.startsWith('fettle_device='))
      if (setCookie) kept = setCookie.split(';')[0]
      return reply.body.success ? '200' : `${reply.status} ${reply.body.code}`
    },
  }
}

/** Enters wrong passwords from an unknown device, as fast as the limits allow. */
async function guess(email: string, times: number) {
  for (let n = 0; n < times; n += 5) {
    for (let one = 0; one < 5; one += 1) await testApp.refusal(login, credentials(email, 'a wrong guess'))
    testApp.clock.advance(15 * MINUTE_MS)
  }
}

/** Reaches the hundredth wrong password. */
async function lockStrangersOut(email: string) {
  await guess(email, 5)
  const { id } = await testApp.db.one<{ id: string }>(sql`select id from accounts where email = ${email}`)
  await testApp.db.execute(sql`update throttles set count = 100 where key = ${loginKeys(id)[1]}`)
}

describe('a known device', () => {
  it('is recognised by an HttpOnly cookie, which is rotated and survives logging out', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const cookie = headers.getSetCookie().find((each) => each.startsWith('fettle_device='))
    expect(cookie).toMatch(/^fettle_device=[\w-]{43}; Max-Age=31536000; Path=\/v2\/auth; HttpOnly; SameSite=Lax$/)
    if (!body.success) throw new Error('refused')
    const left = await testApp.send(logout, {}, { token: body.data.token })
    expect(left.headers.getSetCookie().some((each) => each.startsWith('fettle_device='))).toBe(false)
    const knownBrowser = browser(cookie?.split(';')[0])
    const before = knownBrowser.cookie()
    expect(await knownBrowser.logIn(email)).toBe('200')
    expect(knownBrowser.cookie()).not.toBe(before)
  })

  it('lets its owner log in after a hundred wrong passwords from elsewhere; unknown devices wait for a reset', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    await guess(email, 100)
    expect(await browser().logIn(email)).toBe('429 PASSWORD_DISABLED')
    expect(await browser('fettle_device=made-up').logIn(email)).toBe('429 PASSWORD_DISABLED')
    expect(await knownBrowser.logIn(email)).toBe('200')
    // A successful sign-in by the owner does not reset the strangers' counter.
    expect(await browser().logIn(email)).toBe('429 PASSWORD_DISABLED')
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(resetPassword, { body: { email, code, newPassword: 'four entirely new words', role } })
    expect(await browser().logIn(email, 'four entirely new words')).toBe('200')
    expect(await knownBrowser.logIn(email, 'four entirely new words')).toBe('200')
  })

  it("is not affected by another device's five attempts per quarter of an hour", async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    for (let n = 0; n < 5; n += 1) await testApp.refusal(login, credentials(email, 'a wrong guess'))
    expect(await browser().logIn(email)).toBe('429 LOGIN_THROTTLED')
    expect(await knownBrowser.logIn(email)).toBe('200')
  })

  it('has five attempts per quarter of an hour, concurrent or not, without affecting others', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    const answers = await Promise.all(Array.from({ length: 12 }, () => knownBrowser.logIn(email, 'a wrong guess')))
    expect(answers.filter((answer) => answer === '401 INVALID_CREDENTIALS')).toHaveLength(5)
    expect(await knownBrowser.logIn(email)).toBe('429 LOGIN_THROTTLED')
    expect(await browser().logIn(email)).toBe('200')
    testApp.clock.advance(15 * MINUTE_MS)
    expect(await knownBrowser.logIn(email)).toBe('200')
  })

  it('logs in with a new password at once, although it had entered five wrong ones', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    for (let n = 0; n < 6; n += 1) await knownBrowser.logIn(email, 'a wrong guess')
    expect(await knownBrowser.logIn(email)).toBe('429 LOGIN_THROTTLED')
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(resetPassword, { body: { email, code, newPassword: 'four entirely new words', role } })
    expect(await knownBrowser.logIn(email, 'four entirely new words')).toBe('200')
  })

  it('becomes unknown after twenty wrong passwords in a row', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    await lockStrangersOut(email)
    for (let n = 0; n < 20; n += 1) {
      expect(await knownBrowser.logIn(email, 'a wrong guess')).toBe('401 INVALID_CREDENTIALS')
      if (n % 5 === 4) testApp.clock.advance(15 * MINUTE_MS)
    }
    expect(await knownBrowser.logIn(email)).toBe('429 PASSWORD_DISABLED')
  })

  it('is known to the accounts that logged in there only', async () => {
    const [ada, bola, stranger] = [
      await createVerifiedAccount(testApp),
      await createVerifiedAccount(testApp),
      await createVerifiedAccount(testApp),
    ]
    const shared = browser()
    await shared.logIn(ada.email)
    await shared.logIn(bola.email)
    for (const { email } of [ada, bola, stranger]) await lockStrangersOut(email)
    expect(await shared.logIn(stranger.email)).toBe('429 PASSWORD_DISABLED')
    // Signing in to one's own account resets no counter of another account.
    for (let n = 0; n < 4; n += 1) await shared.logIn(ada.email, 'a wrong guess')
    expect(await shared.logIn(bola.email)).toBe('200')
    expect(await shared.logIn(ada.email, 'a wrong guess')).toBe('401 INVALID_CREDENTIALS')
    expect(await shared.logIn(ada.email)).toBe('429 LOGIN_THROTTLED')
    testApp.clock.advance(15 * MINUTE_MS)
    expect(await shared.logIn(ada.email)).toBe('200')
  })

  it('gets a new token at each login; the previous one is valid for ten minutes, the new one for a year', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const knownBrowser = browser()
    await knownBrowser.logIn(email)
    const before = knownBrowser.cookie()
    await knownBrowser.logIn(email)
    await lockStrangersOut(email)
    expect(await browser(before).logIn(email)).toBe('429 PASSWORD_DISABLED')
    const latest = knownBrowser.cookie()
    expect(await knownBrowser.logIn(email)).toBe('200')
    // The answer was lost: the browser still has the previous token.
    testApp.clock.advance(9 * MINUTE_MS)
    expect(await browser(latest).logIn(email)).toBe('200')
    testApp.clock.advance(365 * DAY_MS)
    await lockStrangersOut(email)
    await testApp.deps.jobs.runDue()
    expect(await knownBrowser.logIn(email)).toBe('429 PASSWORD_DISABLED')
  })
})

describe('a signed-in provider', () => {
  it('can prove their identity whatever others try, with five attempts', async () => {
    const me = await createSignedInAccount(testApp)
    for (let n = 0; n < 5; n += 1) await testApp.refusal(login, credentials(me.email, 'a wrong guess'))
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    for (let n = 0; n < 5; n += 1) {
      const refusal = await testApp.refusal(stepUp, { body: { password: 'a wrong guess' } }, me)
      expect(refusal.code).toBe('PASSWORD_INCORRECT')
    }
    expect((await testApp.refusal(stepUp, { body: { password: PASSWORD } }, me)).code).toBe('LOGIN_THROTTLED')
  })
})
