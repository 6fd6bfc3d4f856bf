import { login, register, resetPassword, sendOtp, verify } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  createSignedInAccount,
  statusesOf,
  createVerifiedAccount,
  credentials,
  passwordReset,
} from '../../../../testing/fixtures/accounts.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

describe('a forgotten password', () => {
  it('is reset with a code, which ends every session and notifies the owner', async () => {
    const { token, email } = await createSignedInAccount(testApp)
    const sent = await testApp.send(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    expect(sent.body).toMatchObject({ message: 'If an account exists, a code is on its way.' })
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(verify, passwordReset(email, code))
    const { body } = await testApp.send(resetPassword, {
      body: { email, code, newPassword: 'entirely new words', role },
    })
    expect(body).toMatchObject({ success: true, message: 'Password reset successfully' })
    expect((await testApp.send(getProfile, {}, { token })).status).toBe(401)
    expect((await testApp.send(login, credentials(email))).status).toBe(401)
    await testApp.call(login, credentials(email, 'entirely new words'))
    const [notice] = await testApp.deps.outbox.list(email)
    expect(notice?.subject).toBe('Your Fettle password was changed')
    const refusal = await testApp.refusal(resetPassword, {
      body: { email, code, newPassword: 'something else again', role },
    })
    expect(refusal.code).toBe('OTP_EXPIRED')
  })

  it('allows fifteen minutes for the form after the code was verified, once', async () => {
    const { email } = await createVerifiedAccount(testApp)
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    testApp.clock.advance(9 * MINUTE_MS)
    await testApp.call(verify, passwordReset(email, code))
    testApp.clock.advance(10 * MINUTE_MS)
    await testApp.call(verify, passwordReset(email, code))
    testApp.clock.advance(5 * MINUTE_MS)
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
      const requestCode = () => testApp.send(sendOtp, { body: { email: name, type: 'PASSWORD_RESET', role } })
      const enterWrongCode = () => testApp.send(verify, passwordReset(name, '000000'))
      const replies = [await enterWrongCode(), await requestCode(), await requestCode()]
      for (let n = 0; n < 6; n += 1) replies.push(await enterWrongCode())
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
