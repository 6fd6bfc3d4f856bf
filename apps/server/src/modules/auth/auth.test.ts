import {
  getAuthOptions,
  login,
  logout,
  register,
  resendVerification,
  resetPassword,
  sendOtp,
  verify,
} from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  createSignedInAccount,
  statusesOf,
  createVerifiedAccount,
} from '../../../testing/fixtures/accounts.ts'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const role = 'PROVIDER'
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

const verification = (email: string, code: string) => ({ body: { email, code, type: 'VERIFICATION' as const, role } })
const reset = (email: string, code: string) => ({ body: { email, code, type: 'PASSWORD_RESET' as const, role } })
const credentials = (emailOrPhone: string, password = PASSWORD) => ({ body: { emailOrPhone, password, role } })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('registering', () => {
  it('mails a code and returns what requesting another one needs', async () => {
    const form = registrationForm()
    const { status, body } = await testApp.send(register, { body: form })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      status: 201,
      data: {
        verificationToken: expect.stringMatching(/^[\w-]{43}$/),
        resendAvailableAt: new Date(testApp.clock.now().getTime() + MINUTE).toISOString(),
      },
    })
    const [mail] = await testApp.deps.outbox.list(String(form.email))
    expect(mail).toMatchObject({ channel: 'EMAIL', code: expect.stringMatching(/^\d{6}$/) })
    expect(mail?.text).toContain(mail?.code)
  })

  it('keeps the password and the code as hashes only', async () => {
    const form = registrationForm({ password: 'no fixture has this password' })
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    const account = await testApp.db.one<{ password_hash: string }>(
      sql`select password_hash from accounts where email = ${form.email}`,
    )
    expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const kept = await testApp.db.one<{ code_hash: Buffer }>(
      sql`select code_hash from verification_codes where subject = ${form.email}`,
    )
    expect(kept.code_hash.toString('latin1')).not.toContain(code)
  })

  it('accepts a phone number in national form', async () => {
    const form = registrationForm({ phone: '0803 999 0001' })
    await testApp.call(register, { body: form })
    const { phone } = await testApp.db.one<{ phone: string }>(
      sql`select phone from accounts where email = ${form.email}`,
    )
    expect(phone).toBe('+2348039990001')
  })

  it('completes a national number by the given country', async () => {
    const form = registrationForm({ phone: '0171 2345678', phoneCountry: 'DE' })
    await testApp.call(register, { body: form })
    const { phone } = await testApp.db.one<{ phone: string }>(
      sql`select phone from accounts where email = ${form.email}`,
    )
    expect(phone).toBe('+491712345678')
  })

  it('accepts names in any script', async () => {
    const { status } = await testApp.send(register, {
      body: registrationForm({ firstName: 'محمد', lastName: 'O’Connor-Śmigły' }),
    })
    expect(status).toBe(201)
  })

  it('again with an unverified email replaces the pending account and its code', async () => {
    const form = registrationForm()
    const first = await testApp.call(register, { body: form })
    const firstCode = await latestVerificationCode(testApp, String(form.email))
    testApp.clock.advance(MINUTE)
    const second = await testApp.call(register, {
      body: { ...form, email: String(form.email).toUpperCase(), lastName: 'Bello' },
    })
    expect(second.verificationToken).not.toBe(first.verificationToken)
    const refusal = await testApp.refusal(resendVerification, {
      body: { verificationToken: first.verificationToken, role },
    })
    expect(refusal.code).toBe('UNAUTHENTICATED')
    const secondCode = await latestVerificationCode(testApp, String(form.email))
    if (firstCode !== secondCode) {
      expect((await testApp.refusal(verify, verification(String(form.email), firstCode))).code).toBe('OTP_INVALID')
    }
    await testApp.call(verify, verification(String(form.email), secondCode))
  })

  it('is refused with the email of an account, ignoring case', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const refusal = await testApp.refusal(register, { body: registrationForm({ email: email.toUpperCase() }) })
    expect(refusal).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists. Log in instead.',
    })
  })

  it('is refused with the phone number of an account', async () => {
    const { phone } = await createVerifiedAccount(testApp)
    expect(await testApp.refusal(register, { body: registrationForm({ phone }) })).toMatchObject({
      status: 409,
      code: 'PHONE_TAKEN',
    })
  })

  it('is possible with a phone number of an unverified account', async () => {
    const first = registrationForm()
    await testApp.call(register, { body: first })
    const second = await createVerifiedAccount(testApp, { phone: first.phone })
    // The first caller is too late now and gets the reason.
    const refusal = await testApp.refusal(
      verify,
      verification(String(first.email), await latestVerificationCode(testApp, String(first.email))),
    )
    expect(refusal.code).toBe('PHONE_TAKEN')
    expect(second.phone).toBe(first.phone)
  })

  it('is refused for another role', async () => {
    const refusal = await testApp.refusal(register, { body: registrationForm({ role: 'CUSTOMER' }) })
    expect(refusal).toMatchObject({ status: 422, message: 'Unsupported role.', issues: [{ field: 'role' }] })
  })

  it('reports every invalid field', async () => {
    const body = { firstName: '😀', lastName: '', email: 'ada', phone: '12', password: 'short', role }
    const refusal = await testApp.refusal(register, { body })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      message: 'Please check the following fields:',
    })
    expect(refusal.issues?.map(({ field, message }) => [field, message])).toEqual([
      ['firstName', 'Enter your first name using letters only (up to 50 characters).'],
      ['lastName', 'Enter your last name using letters only (up to 50 characters).'],
      ['email', 'Enter a valid email address.'],
      ['phone', 'Enter a valid phone number with country code, for example +2348031234567.'],
      ['password', 'Use at least 8 characters. A few unrelated words work well.'],
    ])
  })

  it('is refused with an impossible phone number', async () => {
    const refusal = await testApp.refusal(register, { body: registrationForm({ phone: '+23480312' }) })
    expect(refusal.issues?.[0]).toMatchObject({ field: 'phone', code: 'INVALID_FORMAT' })
  })

  it.each([
    'password123',
    'Password123',
    'qwertyuiop',
    '12345678',
    'aaaaaaaaaa',
    'ngozi is the best',
    'my fettle account',
  ])('is refused with the password %s', async (password) => {
    const refusal = await testApp.refusal(register, { body: registrationForm({ password }) })
    expect(refusal.issues).toMatchObject([
      { field: 'password', message: 'This password is too common or easy to guess. Choose another.' },
    ])
  })

  it('survives a ten megabyte field', async () => {
    const response = await fetch(`${testApp.url}/v2/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registrationForm({ firstName: 'a'.repeat(10 * 1024 * 1024) })),
    })
    expect(response.status).toBe(413)
  })

  it('five times concurrently creates one account, which the newest code verifies', async () => {
    const form = registrationForm()
    const replies = await Promise.all(Array.from({ length: 5 }, () => testApp.send(register, { body: form })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from accounts where email = ${form.email}`,
    )
    expect(count).toBe(1)
    await testApp.call(
      verify,
      verification(String(form.email), await latestVerificationCode(testApp, String(form.email))),
    )
  })

  it('records which terms were accepted, where required', async () => {
    expect(await testApp.call(getAuthOptions, {})).toMatchObject({ requireTerms: false, termsUrl: null })
    const termsUrl = 'https://example.com/terms'
    const strict = await startTestApp({
      sharesDatabaseWith: testApp,
      config: { termsVersion: '2026-11', termsUrl, passwordMinLength: 15 },
    })
    expect(await strict.call(getAuthOptions, {})).toMatchObject({ requireTerms: true, termsUrl, passwordMinLength: 15 })
    const form = registrationForm()
    for (const acceptTerms of [undefined, false]) {
      const refusal = await strict.refusal(register, { body: { ...form, acceptTerms } })
      expect(refusal.issues).toMatchObject([{ field: 'acceptTerms', message: 'Accept the terms to continue.' }])
    }
    const short = await strict.refusal(register, { body: { ...form, acceptTerms: true, password: 'twelve chars' } })
    expect(short.issues).toMatchObject([
      { field: 'password', code: 'TOO_SHORT', message: expect.stringContaining('15 characters') },
    ])
    await strict.call(register, { body: { ...form, acceptTerms: true } })
    const kept = await testApp.db.one(
      sql`select terms_version, terms_accepted_at from accounts where email = ${form.email}`,
    )
    expect(kept).toEqual({ terms_version: '2026-11', terms_accepted_at: testApp.clock.now() })
    await strict.close()
  })

  /** Number of codes mailed to an address. */
  const mailsTo = async (email: unknown) =>
    (await testApp.deps.outbox.list(String(email))).filter(({ code }) => code !== undefined).length

  it('twelve times concurrently sends one code, which verifies the account', async () => {
    const form = registrationForm()
    const replies = await Promise.all(Array.from({ length: 12 }, () => testApp.send(register, { body: form })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await mailsTo(form.email)).toBe(1)
    await testApp.call(
      verify,
      verification(String(form.email), await latestVerificationCode(testApp, String(form.email))),
    )
    await testApp.call(login, credentials(String(form.email)))
  })

  it('eight times in a row sends one code; the next one can be requested after a minute', async () => {
    const form = registrationForm()
    const answers = []
    for (let n = 0; n < 8; n += 1)
      answers.push(await testApp.call(register, { body: { ...form, lastName: `Eze ${'A'.repeat(n)}` } }))
    expect(await mailsTo(form.email)).toBe(1)
    const { verificationToken, resendAvailableAt } = answers.at(-1) ?? { verificationToken: '', resendAvailableAt: '' }
    expect(resendAvailableAt).toBe(new Date(testApp.clock.now().getTime() + MINUTE).toISOString())
    const body = { verificationToken, role }
    expect(await testApp.refusal(resendVerification, { body })).toMatchObject({ status: 429, code: 'OTP_RESEND_LIMIT' })
    testApp.clock.advance(MINUTE)
    await testApp.call(resendVerification, { body })
    expect(await mailsTo(form.email)).toBe(2)
    await testApp.call(
      verify,
      verification(String(form.email), await latestVerificationCode(testApp, String(form.email))),
    )
  })

  it('every minute sends five codes per hour', async () => {
    const form = registrationForm()
    for (let n = 0; n < 5; n += 1) {
      await testApp.call(register, { body: form })
      testApp.clock.advance(MINUTE)
    }
    expect(await testApp.refusal(register, { body: form })).toMatchObject({ status: 429, code: 'OTP_RESEND_LIMIT' })
    expect(await mailsTo(form.email)).toBe(5)
  })

  it('with another password within a minute invalidates the code without sending another', async () => {
    const form = registrationForm()
    const email = String(form.email)
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, email)
    const { verificationToken } = await testApp.call(register, {
      body: { ...form, password: 'three other quiet words' },
    })
    expect(await mailsTo(email)).toBe(1)
    expect(await testApp.refusal(verify, verification(email, code))).toMatchObject({ status: 410, code: 'OTP_EXPIRED' })
    testApp.clock.advance(MINUTE)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
    await testApp.call(verify, verification(email, await latestVerificationCode(testApp, email)))
    await testApp.call(login, credentials(email, 'three other quiet words'))
  })

  it('is not limited by codes requested before the account existed', async () => {
    const form = registrationForm()
    await testApp.call(sendOtp, { body: { email: form.email, type: 'VERIFICATION', role } })
    await testApp.call(register, { body: form })
    expect(await mailsTo(form.email)).toBe(1)
  })
})

describe('a verification code', () => {
  it('verifies the account once', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    const { body } = await testApp.send(
      verify,
      verification(String(form.email), `${code.slice(0, 3)} ${code.slice(3)}`),
    )
    expect(body).toMatchObject({ success: true, message: 'Your account has been verified successfully.' })
    expect(await testApp.refusal(verify, verification(String(form.email), code))).toMatchObject({
      status: 410,
      code: 'OTP_EXPIRED',
    })
  })

  it('is accepted in exactly one of six concurrent attempts', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => testApp.send(verify, verification(String(form.email), code))),
    )
    expect(statusesOf(replies)).toEqual([200, 410, 410, 410, 410, 410])
  })

  it('is invalidated after five wrong attempts', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    for (const tries of [4, 3, 2, 1]) {
      expect(await testApp.refusal(verify, verification(String(form.email), other(code)))).toMatchObject({
        status: 422,
        code: 'OTP_INVALID',
        message: `That code is not correct. ${tries} ${tries === 1 ? 'try' : 'tries'} left.`,
      })
    }
    const burnt = { status: 429, code: 'OTP_ATTEMPTS_EXCEEDED', message: 'Too many wrong codes. Request a new one.' }
    expect(await testApp.refusal(verify, verification(String(form.email), other(code)))).toMatchObject(burnt)
    expect(await testApp.refusal(verify, verification(String(form.email), code))).toMatchObject(burnt)
  })

  it('counts concurrent wrong attempts correctly', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    const wrong = Array.from({ length: 20 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
    const replies = await Promise.all(
      wrong.map((guess) => testApp.send(verify, verification(String(form.email), guess))),
    )
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(4)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(16)
  })

  it('expires after ten minutes', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const code = await latestVerificationCode(testApp, String(form.email))
    testApp.clock.advance(10 * MINUTE)
    expect(await testApp.refusal(verify, verification(String(form.email), code))).toMatchObject({
      status: 410,
      code: 'OTP_EXPIRED',
      message: 'This code has expired. Request a new one.',
    })
  })

  it('is bound to its account and purpose', async () => {
    const [mine, theirs] = [registrationForm(), registrationForm()]
    await testApp.call(register, { body: mine })
    await testApp.call(register, { body: theirs })
    const code = await latestVerificationCode(testApp, String(theirs.email))
    if (code !== (await latestVerificationCode(testApp, String(mine.email)))) {
      expect((await testApp.refusal(verify, verification(String(mine.email), code))).code).toBe('OTP_INVALID')
    }
    expect((await testApp.refusal(verify, reset(String(theirs.email), code))).code).toBe('OTP_EXPIRED')
  })

  it('has six digits', async () => {
    const refusal = await testApp.refusal(verify, verification('ada@example.com', '12345'))
    expect(refusal.issues).toMatchObject([{ field: 'code', message: 'Enter the 6-digit code.' }])
  })
})

describe('requesting another code', () => {
  it('requires a minute between codes and reports the wait', async () => {
    const form = registrationForm()
    const { verificationToken } = await testApp.call(register, { body: form })
    testApp.clock.advance(20 * SECOND)
    const { status, headers, body } = await testApp.send(resendVerification, { body: { verificationToken, role } })
    expect([status, headers.get('retry-after')]).toEqual([429, '40'])
    expect(body).toMatchObject({
      code: 'OTP_RESEND_LIMIT',
      message: 'Please wait 40 seconds before requesting another code.',
    })
    testApp.clock.advance(40 * SECOND)
    const sent = await testApp.send(resendVerification, { body: { verificationToken, role } })
    expect(sent.body).toMatchObject({
      success: true,
      message: 'A new verification code has been sent to your email/phone.',
      data: { resendAvailableAt: new Date(testApp.clock.now().getTime() + MINUTE).toISOString() },
    })
  })

  it('invalidates the previous one', async () => {
    const form = registrationForm()
    const { verificationToken } = await testApp.call(register, { body: form })
    const before = await latestVerificationCode(testApp, String(form.email))
    testApp.clock.advance(MINUTE)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
    const after = await latestVerificationCode(testApp, String(form.email))
    if (before !== after) {
      expect((await testApp.refusal(verify, verification(String(form.email), before))).code).toBe('OTP_INVALID')
    }
    await testApp.call(verify, verification(String(form.email), after))
  })

  it('is possible five times an hour and ten times a day', async () => {
    const email = 'nobody-knows@example.com'
    const ask = () => testApp.send(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const sent: number[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      let count = 0
      for (let n = 0; n < 6; n += 1) {
        if ((await ask()).status === 200) count += 1
        testApp.clock.advance(MINUTE)
      }
      sent.push(count)
      testApp.clock.advance(HOUR)
    }
    expect(sent).toEqual([5, 5, 0, 0])
    testApp.clock.advance(DAY)
    expect((await ask()).status).toBe(200)
  })

  it('needs a verification token of the last half hour', async () => {
    const { verificationToken } = await testApp.call(register, { body: registrationForm() })
    testApp.clock.advance(30 * MINUTE)
    expect((await testApp.refusal(resendVerification, { body: { verificationToken, role } })).status).toBe(401)
    expect((await testApp.refusal(resendVerification, { body: { verificationToken: 'made up', role } })).status).toBe(
      401,
    )
  })

  it('from two tabs concurrently sends one', async () => {
    const form = registrationForm()
    const { verificationToken } = await testApp.call(register, { body: form })
    testApp.clock.advance(MINUTE)
    const replies = await Promise.all(
      [1, 2, 3].map(() => testApp.send(resendVerification, { body: { verificationToken, role } })),
    )
    expect(statusesOf(replies)).toEqual([200, 429, 429])
  })
})

describe('logging in', () => {
  it('accepts the email in any case and the phone in any form', async () => {
    const { email, phone } = await createVerifiedAccount(testApp, { phone: '+234 803 888 0001' })
    for (const name of [email.toUpperCase(), String(phone), '0803 888 0001', ` ${email} `]) {
      const { status, body } = await testApp.send(login, credentials(name))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        message: 'Login successful',
        data: {
          token: expect.any(String),
          streamToken: expect.any(String),
          chatAppKey: testApp.deps.secrets.chatAppKey,
        },
      })
    }
  })

  it('is a line of the log, with the way and the session', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const info = vi.spyOn(testApp.deps.log, 'info')
    const { body } = await testApp.send(login, credentials(email))
    expect(body.success).toBe(true)
    const entry = { accountId: expect.stringMatching(/^usr_/), sessionId: expect.any(String), method: 'PASSWORD' }
    expect(info).toHaveBeenCalledWith(expect.objectContaining(entry), 'signed in')
    info.mockRestore()
  })

  it('sets an HttpOnly cookie', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers } = await testApp.send(login, credentials(email))
    const cookie = headers.getSetCookie().find((each) => each.startsWith('fettle_session='))
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain('Secure')
  })

  it('before verification is refused with a verification token', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const refusal = await testApp.refusal(login, credentials(String(form.email)))
    expect(refusal).toMatchObject({
      success: false,
      status: 403,
      code: 'ACCOUNT_UNVERIFIED',
      message: 'Please verify your account',
      data: { verificationToken: expect.stringMatching(/^[\w-]{43}$/) },
    })
    const { verificationToken } = refusal.data as { verificationToken: string }
    testApp.clock.advance(MINUTE)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
  })

  it('before verification sends a code when none is valid', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    testApp.clock.advance(10 * MINUTE)
    await testApp.refusal(login, credentials(String(form.email)))
    expect(await testApp.deps.outbox.list(String(form.email))).toHaveLength(2)
    await testApp.refusal(login, credentials(String(form.email)))
    expect(await testApp.deps.outbox.list(String(form.email))).toHaveLength(2)
    await testApp.call(
      verify,
      verification(String(form.email), await latestVerificationCode(testApp, String(form.email))),
    )
  })

  it('answers a wrong password, an unknown account and an unverified one alike', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const pending = registrationForm()
    await testApp.call(register, { body: pending })
    const wrong = { status: 401, code: 'INVALID_CREDENTIALS', message: 'Incorrect email, phone or password.' }
    for (const name of [email, 'nobody@example.com', '+2348030000000', 'not an address', String(pending.email)]) {
      const { requestId: _, ...refusal } = await testApp.refusal(login, credentials(name, 'wrong password'))
      expect(refusal).toEqual({ success: false, ...wrong })
    }
  })

  it.each([
    ['a known account', async () => (await createVerifiedAccount(testApp)).email],
    ['an unknown account', async () => 'stranger@example.com'],
  ])('is throttled after five failures with %s', async (_, nameOf) => {
    const name = await nameOf()
    for (let n = 0; n < 5; n += 1) expect((await testApp.send(login, credentials(name, 'wrong'))).status).toBe(401)
    testApp.clock.advance(MINUTE)
    const { status, headers, body } = await testApp.send(login, credentials(name))
    expect([status, headers.get('retry-after')]).toEqual([429, '840'])
    expect(body).toMatchObject({
      code: 'LOGIN_THROTTLED',
      message: 'Too many attempts. Try again in 14 minutes, or reset your password.',
    })
    testApp.clock.advance(14 * MINUTE)
    expect((await testApp.send(login, credentials(name, 'wrong'))).status).toBe(401)
  })

  it('allows no more than five concurrent attempts', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => testApp.send(login, credentials(email, 'wrong'))),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('resets failures on success', async () => {
    const { email } = await createVerifiedAccount(testApp)
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await testApp.refusal(login, credentials(email, 'wrong'))
      expect((await testApp.send(login, credentials(email))).status).toBe(200)
    }
  })

  it('is disabled after a hundred failures in a row until the password is reset', async () => {
    const { email } = await createVerifiedAccount(testApp)
    await testApp.refusal(login, credentials(email, 'wrong'))
    await testApp.db.execute(sql`update throttles set count = 100 where key like 'login-row%' and count = 1`)
    testApp.clock.advance(HOUR)
    expect(await testApp.refusal(login, credentials(email))).toMatchObject({ status: 429, code: 'PASSWORD_DISABLED' })
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(resetPassword, { body: { email, code, newPassword: 'another horse battery', role } })
    await testApp.call(login, credentials(email, 'another horse battery'))
  })

  it('is refused for another role and without a password', async () => {
    const body = { emailOrPhone: 'a@example.com', password: PASSWORD, role: 'ADMIN' }
    expect(await testApp.refusal(login, { body })).toMatchObject({ status: 422, message: 'Unsupported role.' })
    const refusal = await testApp.refusal(login, { body: { ...body, role, password: '' } })
    expect(refusal.issues).toMatchObject([{ field: 'password', code: 'REQUIRED', message: 'Password is required.' }])
  })
})

describe('a session', () => {
  const profileWith = (token: string, headers: Record<string, string> = {}) =>
    testApp.send(getProfile, {}, { token, headers })

  it('ends with logging out, for its token and its cookie', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { token, streamToken } = body.success ? body.data : { token: '', streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await profileWith(token)).status).toBe(200)
    const out = await testApp.send(logout, {}, { token })
    expect(out.headers.getSetCookie()[0]).toMatch(/^fettle_session=;/)
    expect((await profileWith(token)).status).toBe(401)
    expect((await profileWith(streamToken, { cookie })).status).toBe(401)
    expect((await testApp.send(logout, {}, { token })).status).toBe(200)
    expect((await testApp.send(logout, {})).status).toBe(200)
  })

  it('ends after fourteen days without being used', async () => {
    const { token } = await createSignedInAccount(testApp)
    testApp.clock.advance(13 * DAY)
    expect((await profileWith(token)).status).toBe(200)
    testApp.clock.advance(13 * DAY)
    expect((await profileWith(token)).status).toBe(200)
    testApp.clock.advance(14 * DAY)
    expect((await profileWith(token)).status).toBe(401)
  })

  it('ends after thirty days in any case', async () => {
    const { token } = await createSignedInAccount(testApp)
    for (let day = 0; day < 29; day += 10) {
      testApp.clock.advance(9 * DAY)
      expect((await profileWith(token)).status).toBe(200)
    }
    testApp.clock.advance(3 * DAY)
    expect((await profileWith(token)).status).toBe(401)
  })

  it('is renewed by a chat token with its cookie', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { token, streamToken } = body.success ? body.data : { token: '', streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const renewed = await profileWith(streamToken, { cookie })
    expect(renewed.status).toBe(200)
    const fresh = renewed.body.success ? String(renewed.body.meta?.token) : ''
    expect(fresh).toMatch(/^[\w-]{43}$/)
    expect(fresh).not.toBe(token)
    expect((await profileWith(fresh)).body).toMatchObject({ success: true, data: { email } })
    expect((await profileWith(fresh)).body).not.toHaveProperty('meta')
  })

  it("is not renewed by either alone, nor with another session's", async () => {
    const somebody = await createSignedInAccount(testApp)
    const { email } = await createVerifiedAccount(testApp)
    const { headers, body } = await testApp.send(login, credentials(email))
    const { streamToken } = body.success ? body.data : { streamToken: '' }
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await profileWith(streamToken)).status).toBe(401)
    expect((await profileWith('made-up', { cookie })).status).toBe(401)
    expect((await profileWith(somebody.streamToken, { cookie })).status).toBe(401)
    expect((await profileWith(`${streamToken}x`, { cookie })).status).toBe(401)
    expect((await testApp.send(getProfile, {}, { headers: { cookie } })).status).toBe(401)
  })

  it('is known to every process, and so is its end', async () => {
    const second = await startTestApp({ sharesDatabaseWith: testApp })
    const { token } = await createSignedInAccount(testApp)
    expect((await second.send(getProfile, {}, { token })).status).toBe(200)
    await second.call(logout, {}, { token })
    testApp.clock.advance(10 * SECOND)
    expect((await profileWith(token)).status).toBe(401)
    await second.close()
  })

  it('is refused with the same message whatever is wrong with the token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Basic abc',
      'Bearer nonsense',
      'Bearer a b',
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      const response = await fetch(`${testApp.url}/v2/profile`, { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({
        success: false,
        code: 'UNAUTHENTICATED',
        message: 'Please log in again.',
      })
    }
  })
})

describe('a forgotten password', () => {
  it('is reset with a code, which ends every session and notifies the owner', async () => {
    const { token, email } = await createSignedInAccount(testApp)
    const sent = await testApp.send(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    expect(sent.body).toMatchObject({ message: 'If an account exists, a code is on its way.' })
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(verify, reset(email, code))
    const { body } = await testApp.send(resetPassword, {
      body: { email, code, newPassword: 'entirely new words', role },
    })
    expect(body).toMatchObject({ success: true, message: 'Password reset successfully' })
    expect((await testApp.send(getProfile, {}, { token })).status).toBe(401)
    expect((await testApp.send(login, credentials(email))).status).toBe(401)
    await testApp.call(login, credentials(email, 'entirely new words'))
    const [notice] = await testApp.deps.outbox.list(email)
    expect(notice?.subject).toBe('Your Fettle password was changed')
    const again = await testApp.refusal(resetPassword, {
      body: { email, code, newPassword: 'something else again', role },
    })
    expect(again.code).toBe('OTP_EXPIRED')
  })

  it('allows fifteen minutes for the form after the code was verified, once', async () => {
    const { email } = await createVerifiedAccount(testApp)
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    testApp.clock.advance(9 * MINUTE)
    await testApp.call(verify, reset(email, code))
    testApp.clock.advance(10 * MINUTE)
    await testApp.call(verify, reset(email, code))
    testApp.clock.advance(5 * MINUTE)
    const refusal = await testApp.refusal(resetPassword, {
      body: { email, code, newPassword: 'entirely new words', role },
    })
    expect(refusal.code).toBe('OTP_EXPIRED')
  })

  it.each(['short', 'seven77'])('reports the minimum length: %s', async (newPassword) => {
    const { email } = await createVerifiedAccount(testApp)
    const refusal = await testApp.refusal(resetPassword, { body: { email, code: '123456', newPassword, role } })
    expect(refusal.issues).toEqual([
      {
        path: ['newPassword'],
        field: 'newPassword',
        code: 'TOO_SHORT',
        minimum: 8,
        expected: 'string',
        message: 'Use at least 8 characters. A few unrelated words work well.',
      },
    ])
  })

  it('cannot be a weak one, and the code stays valid for another try', async () => {
    const { email } = await createVerifiedAccount(testApp, { firstName: 'Chukwuemeka' })
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    for (const newPassword of ['iloveyou1', 'chukwuemeka rocks']) {
      const refusal = await testApp.refusal(resetPassword, { body: { email, code, newPassword, role } })
      expect(refusal).toMatchObject({ status: 422, issues: [{ field: 'newPassword' }] })
    }
    await testApp.call(resetPassword, { body: { email, code, newPassword: 'entirely new words', role } })
  })

  it('answers unknown addresses and accounts alike', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const pending = registrationForm()
    await testApp.call(register, { body: pending })
    const stories = []
    for (const name of [email, 'stranger2@example.com', String(pending.email)]) {
      const ask = () => testApp.send(sendOtp, { body: { email: name, type: 'PASSWORD_RESET', role } })
      const guess = () => testApp.send(verify, reset(name, '000000'))
      const replies = [await guess(), await ask(), await ask()]
      for (let n = 0; n < 6; n += 1) replies.push(await guess())
      stories.push(replies.map(({ status, body }) => [status, { ...body, requestId: '' }]))
    }
    expect(stories[1]).toEqual(stories[0])
    expect(stories[2]).toEqual(stories[0])
    expect(await testApp.deps.outbox.list('stranger2@example.com')).toEqual([])
  })

  it('is reset by one of three concurrent attempts', async () => {
    const { email } = await createVerifiedAccount(testApp)
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    const replies = await Promise.all(
      ['first new words', 'second new words', 'third new words'].map((newPassword) =>
        testApp.send(resetPassword, { body: { email, code, newPassword, role } }),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, 410, 410])
  })
})

describe('expired records', () => {
  it('are purged within the hour', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    await createSignedInAccount(testApp)
    testApp.clock.advance(31 * DAY)
    await testApp.deps.jobs.runDue()
    for (const table of [
      sql`sessions`,
      sql`session_tokens`,
      sql`verification_codes`,
      sql`verification_code_sends`,
      sql`verification_tokens`,
    ]) {
      const { count } = await testApp.db.one<{ count: number }>(sql`select count(*) from ${table}`)
      expect(count).toBe(0)
    }
    const pending = await testApp.db.maybeOne(sql`select 1 from accounts where email = ${form.email}`)
    expect(pending).toBeUndefined()
  })
})
