import { login, register, resendVerification, resetPassword, sendOtp, verify } from '@fettle/protocol/accounts/auth'
import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it, vi } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  createVerifiedAccount,
  credentials,
  verification,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../../testing/app/wait-for-locks.ts'
import { sql } from '../../../platform/db/db.ts'
import { insertTotp } from '../second-factor/second-factor.store.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

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

  it('with a password that is replaced while it is checked is refused', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { attempt } = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select from accounts where email = ${email} for update`)
      const sent = testApp.send(login, credentials(email))
      await waitForLocks(testApp)
      await tx.execute(sql`
        update accounts set password_hash = (select password_hash || 'x' from accounts where email = ${email})
        where email = ${email}`)
      return { attempt: sent }
    })
    expect((await attempt).body).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
  })

  it('asks for a second factor that is added while the password is checked', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { attempt } = await testApp.deps.db.transaction(async (tx) => {
      const { id } = await tx.one<{ id: string }>(sql`select id from accounts where email = ${email} for update`)
      const sent = testApp.send(login, credentials(email))
      await waitForLocks(testApp)
      const createdAt = testApp.clock.now()
      await insertTotp(tx, {
        id: 'fct_1',
        accountId: id,
        name: 'App',
        createdAt,
        lastStep: 0,
        secret: Buffer.from('x'),
      })
      return { attempt: sent }
    })
    expect((await attempt).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
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
    testApp.clock.advance(MINUTE_MS)
    await testApp.call(resendVerification, { body: { verificationToken, role } })
  })

  it('before verification sends a code when none is valid', async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form })
    testApp.clock.advance(10 * MINUTE_MS)
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
    testApp.clock.advance(MINUTE_MS)
    const { status, headers, body } = await testApp.send(login, credentials(name))
    expect([status, headers.get('retry-after')]).toEqual([429, '840'])
    expect(body).toMatchObject({
      code: 'LOGIN_THROTTLED',
      message: 'Too many attempts. Try again in 14 minutes, or reset your password.',
    })
    testApp.clock.advance(14 * MINUTE_MS)
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
    testApp.clock.advance(HOUR_MS)
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
