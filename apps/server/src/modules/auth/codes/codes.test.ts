import { register, resendVerification, sendOtp, verify } from '@fettle/protocol/accounts/auth'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  statusesOf,
  verification,
  passwordReset,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

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
    const tooManyAttempts = {
      status: 429,
      code: 'OTP_ATTEMPTS_EXCEEDED',
      message: 'Too many wrong codes. Request a new one.',
    }
    expect(await testApp.refusal(verify, verification(String(form.email), other(code)))).toMatchObject(tooManyAttempts)
    expect(await testApp.refusal(verify, verification(String(form.email), code))).toMatchObject(tooManyAttempts)
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
    testApp.clock.advance(10 * MINUTE_MS)
    expect(await testApp.refusal(verify, verification(String(form.email), code))).toMatchObject({
      status: 410,
      code: 'OTP_EXPIRED',
      message: 'This code has expired. Request a new one.',
    })
  })

  it('is bound to its account and purpose', async () => {
    const [ownForm, otherForm] = [registrationForm(), registrationForm()]
    await testApp.call(register, { body: ownForm })
    await testApp.call(register, { body: otherForm })
    const code = await latestVerificationCode(testApp, String(otherForm.email))
    if (code !== (await latestVerificationCode(testApp, String(ownForm.email)))) {
      expect((await testApp.refusal(verify, verification(String(ownForm.email), code))).code).toBe('OTP_INVALID')
    }
    expect((await testApp.refusal(verify, passwordReset(String(otherForm.email), code))).code).toBe('OTP_EXPIRED')
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
    testApp.clock.advance(20 * SECOND_MS)
    const { status, headers, body } = await testApp.send(resendVerification, { body: { verificationToken, role } })
    expect([status, headers.get('retry-after')]).toEqual([429, '40'])
    expect(body).toMatchObject({
      code: 'OTP_RESEND_LIMIT',
      message: 'Please wait 40 seconds before requesting another code.',
    })
    testApp.clock.advance(40 * SECOND_MS)
    const sent = await testApp.send(resendVerification, { body: { verificationToken, role } })
    expect(sent.body).toMatchObject({
      success: true,
      message: 'A new verification code has been sent to your email/phone.',
      data: { resendAvailableAt: new Date(testApp.clock.now().getTime() + MINUTE_MS).toISOString() },
    })
  })

  it('invalidates the previous one', async () => {
    const form = registrationForm()
    const { verificationToken } = await testApp.call(register, { body: form })
    const before = await latestVerificationCode(testApp, String(form.email))
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
    const after = await latestVerificationCode(testApp, String(form.email))
    if (before !== after) {
      expect((await testApp.refusal(verify, verification(String(form.email), before))).code).toBe('OTP_INVALID')
    }
    await testApp.call(verify, verification(String(form.email), after))
  })

  it('is possible five times an hour and ten times a day', async () => {
    const email = 'nobody-knows@example.com'
    const requestCode = () => testApp.send(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const sent: number[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      let count = 0
      for (let n = 0; n < 6; n += 1) {
        if ((await requestCode()).status === 200) count += 1
        testApp.clock.advance(MINUTE_MS)
      }
      sent.push(count)
      testApp.clock.advance(HOUR_MS)
    }
    expect(sent).toEqual([5, 5, 0, 0])
    testApp.clock.advance(DAY_MS)
    expect((await requestCode()).status).toBe(200)
  })

  it('needs a verification token of the last half hour', async () => {
    const { verificationToken } = await testApp.call(register, { body: registrationForm() })
    testApp.clock.advance(30 * MINUTE_MS)
    expect((await testApp.refusal(resendVerification, { body: { verificationToken, role } })).status).toBe(401)
    expect((await testApp.refusal(resendVerification, { body: { verificationToken: 'made up', role } })).status).toBe(
      401,
    )
  })

  it('from two tabs concurrently sends one', async () => {
    const form = registrationForm()
    const { verificationToken } = await testApp.call(register, { body: form })
    testApp.clock.advance(MINUTE_MS)
    const replies = await Promise.all(
      [1, 2, 3].map(() => testApp.send(resendVerification, { body: { verificationToken, role } })),
    )
    expect(statusesOf(replies)).toEqual([200, 429, 429])
  })
})
