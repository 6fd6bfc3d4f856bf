import { getAuthOptions, login, register, resendVerification, sendOtp, verify } from '@fettle/protocol/accounts/auth'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  createVerifiedAccount,
  credentials,
  verification,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

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
        resendAvailableAt: new Date(testApp.clock.now().getTime() + MINUTE_MS).toISOString(),
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
    testApp.clock.advance(MINUTE_MS)
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

  it('by a stranger with the same email is not verified with the token of the earlier registration', async () => {
    const form = registrationForm()
    const email = String(form.email)
    const verifyWith = async (verificationToken: string) => ({
      body: { ...verification(email, await latestVerificationCode(testApp, email)).body, verificationToken },
    })
    const own = await testApp.call(register, { body: form })
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(register, { body: { ...registrationForm({ password: 'known to a stranger' }), email } })
    const refusal = await testApp.refusal(verify, await verifyWith(own.verificationToken))
    expect(refusal).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    testApp.clock.advance(MINUTE_MS)
    const secondRegistration = await testApp.call(register, { body: form })
    await testApp.call(verify, await verifyWith(secondRegistration.verificationToken))
    await testApp.call(login, { body: { emailOrPhone: email, password: form.password, role } })
  })

  it('is verified where it began, also when its provider has tried to log in elsewhere meanwhile', async () => {
    const form = registrationForm()
    const email = String(form.email)
    const { verificationToken } = await testApp.call(register, { body: form })
    const refusal = await testApp.refusal(login, { body: { emailOrPhone: email, password: form.password, role } })
    expect(refusal.code).toBe('ACCOUNT_UNVERIFIED')
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
    const { body } = verification(email, await latestVerificationCode(testApp, email))
    expect(await testApp.call(verify, { body: { ...body, verificationToken } })).toEqual({ verified: true })
  })

  it('is verified also where somebody with another email has registered since', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    const { verificationToken } = await testApp.call(register, { body: registrationForm() })
    const email = String(form.email)
    const { body } = verification(email, await latestVerificationCode(testApp, email))
    expect(await testApp.call(verify, { body: { ...body, verificationToken } })).toEqual({ verified: true })
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
      ['lastName', 'Enter your last name.'],
      ['email', 'Enter a valid email address.'],
      ['phone', 'Enter a valid phone number.'],
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
    expect(resendAvailableAt).toBe(new Date(testApp.clock.now().getTime() + MINUTE_MS).toISOString())
    const body = { verificationToken, role }
    expect(await testApp.refusal(resendVerification, { body })).toMatchObject({ status: 429, code: 'OTP_RESEND_LIMIT' })
    testApp.clock.advance(MINUTE_MS)
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
      testApp.clock.advance(MINUTE_MS)
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
    testApp.clock.advance(MINUTE_MS)
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
