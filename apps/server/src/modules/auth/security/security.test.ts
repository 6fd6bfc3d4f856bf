import {
  changePassword,
  confirmContactChange,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  register,
  requestContactChange,
  resetPassword,
  sendOtp,
  sendStepUpCode,
  stepUp,
} from '@fettle/protocol/accounts/auth'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { getProfile, saveBusinessInfo } from '@fettle/protocol/accounts/profile'
import { closeAccount } from '@fettle/protocol/accounts/privacy'
import { addTotp, startTotp } from '@fettle/protocol/accounts/second-factor'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  createSignedInAccount,
  statusesOf,
  createVerifiedAccount,
} from '../../../../testing/fixtures/accounts.ts'
import { createProvider, onboardingAnswers } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { totpCodeOf } from '../../../../testing/fixtures/second-factors.ts'
import { type Caller, setUpTestApp } from '../../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../../testing/app/wait-for-locks.ts'
import { sql } from '../../../platform/db/db.ts'

const role = 'PROVIDER'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

const testApp = setUpTestApp()

const logInFrom = async (email: string, userAgent: string): Promise<Caller> => {
  const body = { emailOrPhone: email, password: PASSWORD, role }
  const { token } = await testApp.call(login, { body }, { headers: { 'user-agent': userAgent } })
  return { token }
}
const isSignedIn = async (caller: Caller) => (await testApp.send(getProfile, {}, caller)).status === 200

describe('the session list', () => {
  it('shows devices by last use', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const laptop = await logInFrom(email, CHROME)
    testApp.clock.advance(5 * MINUTE_MS)
    await logInFrom(email, FIREFOX)
    const sessions = await testApp.call(listSessions, {}, laptop)
    expect(sessions).toMatchObject([
      { device: 'Firefox on Linux', method: 'PASSWORD', isCurrent: false, address: '127.0.0.1' },
      { device: 'Chrome on Windows', isCurrent: true },
    ])
    expect(JSON.stringify(sessions)).not.toContain(laptop.token)
    const inFrench = await testApp.call(listSessions, {}, { ...laptop, headers: { 'accept-language': 'fr' } })
    expect(inFrench.map(({ device }) => device)).toEqual(['Firefox sur Linux', 'Chrome sur Windows'])
  })

  it('ends sessions one by one', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const laptop = await logInFrom(email, CHROME)
    const phone = await logInFrom(email, FIREFOX)
    expect(await isSignedIn(phone)).toBe(true)
    const other = (await testApp.call(listSessions, {}, laptop)).find(({ isCurrent }) => !isCurrent)
    await testApp.call(endSession, { params: { id: String(other?.id) } }, laptop)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(laptop)).toBe(true)
  })

  it('does not end sessions of others', async () => {
    const [ownAccount, otherAccount] = [await createSignedInAccount(testApp), await createSignedInAccount(testApp)]
    const [session] = await testApp.call(listSessions, {}, otherAccount)
    const refusal = await testApp.refusal(endSession, { params: { id: String(session?.id) } }, ownAccount)
    expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND', message: "We couldn't find that session." })
    expect(await isSignedIn(otherAccount)).toBe(true)
  })

  it('ends all other sessions', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const currentSession = await logInFrom(email, CHROME)
    const elsewhere = [await logInFrom(email, FIREFOX), await logInFrom(email, CHROME)]
    expect(await testApp.call(endOtherSessions, {}, currentSession)).toEqual({ ended: 2 })
    expect(await isSignedIn(currentSession)).toBe(true)
    for (const caller of elsewhere) expect(await isSignedIn(caller)).toBe(false)
  })

  it('excludes ended sessions', async () => {
    const { email } = await createVerifiedAccount(testApp)
    await logInFrom(email, CHROME)
    testApp.clock.advance(14 * DAY_MS)
    expect(await testApp.call(listSessions, {}, await logInFrom(email, FIREFOX))).toHaveLength(1)
  })
})

describe('a new device', () => {
  it('is reported to the owner, except the first one', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const first = await logInFrom(email, CHROME)
    const { id } = await testApp.call(getProfile, {}, first)
    await logInFrom(email, CHROME)
    expect(await notificationsOf(testApp, id)).toEqual([])
    await logInFrom(email, FIREFOX)
    await logInFrom(email, FIREFOX)
    expect(await notificationsOf(testApp, id)).toEqual(['new-sign-in'])
    const [mail] = await testApp.deps.outbox.list(email)
    expect(mail).toMatchObject({ subject: 'New login to your Fettle account' })
    expect(mail?.text).toContain('Firefox on Linux')
  })

  it("is reported in the owner's time zone", async () => {
    const { email, id, token } = await createProvider(testApp)
    const newest = async () => {
      const [notice] = await testApp.db.query<{ zone: string }>(
        sql`select params ->> 'timeZone' as zone from notifications where provider_id = ${id} order by id desc limit 1`,
      )
      return notice?.zone
    }
    await logInFrom(email, CHROME)
    expect(await newest()).toBe('Africa/Lagos')
    const weekly = [{ day: 'MON' as const, intervals: [{ from: '09:00', to: '17:00' }] }]
    await testApp.call(putAvailability, { body: { timeZone: 'Asia/Dubai', weekly } }, { token })
    await logInFrom(email, FIREFOX)
    expect(await newest()).toBe('Asia/Dubai')
  })
})

describe('step-up', () => {
  it('works by password and by code, for five minutes', async () => {
    const me = await createSignedInAccount(testApp)
    const byPassword = await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    expect(byPassword).toEqual({
      method: 'PASSWORD',
      validUntil: new Date(testApp.clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
    })
    await testApp.call(sendStepUpCode, {}, me)
    const code = await latestVerificationCode(testApp, me.email)
    expect(await testApp.call(stepUp, { body: { code } }, me)).toMatchObject({ method: 'OTP' })
    expect(await testApp.refusal(stepUp, { body: { code } }, me)).toMatchObject({ code: 'OTP_EXPIRED' })
  })

  it('is refused for a wrong proof, without ending the session', async () => {
    const me = await createSignedInAccount(testApp)
    expect(await testApp.refusal(stepUp, { body: { password: 'wrong' } }, me)).toMatchObject({
      status: 422,
      code: 'PASSWORD_INCORRECT',
      message: 'That password is not correct.',
    })
    expect((await testApp.refusal(stepUp, { body: {} }, me)).issues).toMatchObject([
      { field: 'password', code: 'REQUIRED' },
    ])
    for (let n = 0; n < 4; n += 1) await testApp.refusal(stepUp, { body: { password: 'wrong' } }, me)
    expect(await testApp.refusal(stepUp, { body: { password: PASSWORD } }, me)).toMatchObject({
      code: 'LOGIN_THROTTLED',
    })
    expect(await isSignedIn(me)).toBe(true)
  })

  it("is refused for another account's code", async () => {
    const [ownAccount, otherAccount] = [await createSignedInAccount(testApp), await createSignedInAccount(testApp)]
    await testApp.call(sendStepUpCode, {}, otherAccount)
    const code = await latestVerificationCode(testApp, otherAccount.email)
    expect(await testApp.refusal(stepUp, { body: { code } }, ownAccount)).toMatchObject({ code: 'OTP_EXPIRED' })
  })
})

describe('changing the password', () => {
  it('needs the current one, ends other sessions and notifies the owner', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const currentSession = await logInFrom(email, CHROME)
    const elsewhere = await logInFrom(email, CHROME)
    const { id } = await testApp.call(getProfile, {}, currentSession)
    const newPassword = 'entirely new words'
    for (const currentPassword of ['wrong', undefined]) {
      const refusal = await testApp.refusal(changePassword, { body: { currentPassword, newPassword } }, currentSession)
      expect(refusal.code).toBe('PASSWORD_INCORRECT')
    }
    const easy = await testApp.refusal(
      changePassword,
      { body: { currentPassword: PASSWORD, newPassword: 'password1' } },
      currentSession,
    )
    expect(easy.issues).toMatchObject([{ field: 'newPassword', code: 'NOT_ALLOWED' }])
    await testApp.call(changePassword, { body: { currentPassword: PASSWORD, newPassword } }, currentSession)
    expect(await isSignedIn(currentSession)).toBe(true)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect(await notificationsOf(testApp, id)).toEqual(['password-changed'])
    await testApp.call(login, { body: { emailOrPhone: email, password: newPassword, role } })
  })

  it('by a reset notifies in the inbox too', async () => {
    const me = await createSignedInAccount(testApp)
    const { id } = await testApp.call(getProfile, {}, me)
    await testApp.call(sendOtp, { body: { email: me.email, type: 'PASSWORD_RESET', role } })
    const body = {
      email: me.email,
      code: await latestVerificationCode(testApp, me.email),
      newPassword: 'entirely new words',
      role,
    }
    await testApp.call(resetPassword, { body })
    expect(await notificationsOf(testApp, id)).toEqual(['password-changed'])
  })
})

describe('a new email address', () => {
  it('needs step-up and a code sent there, and notifies the old one', async () => {
    const me = await createSignedInAccount(testApp)
    const email = `fresh-${me.email}`
    expect(await testApp.refusal(requestContactChange, { body: { email } }, me)).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
      message: "Confirm it's you to continue.",
    })
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    expect(await testApp.call(requestContactChange, { body: { email: email.toUpperCase() } }, me)).toMatchObject({
      kind: 'EMAIL',
      destination: email,
    })
    expect((await testApp.deps.outbox.list(me.email))[0]?.subject).not.toBe('Confirm your new email address')
    const code = await latestVerificationCode(testApp, email)
    expect(await testApp.call(confirmContactChange, { body: { kind: 'EMAIL', code } }, me)).toMatchObject({ email })
    expect((await testApp.deps.outbox.list(me.email))[0]).toMatchObject({
      subject: 'Your Fettle email address was changed',
    })
    expect(await testApp.call(getProfile, {}, me)).toMatchObject({ email })
    await testApp.call(login, { body: { emailOrPhone: email, password: PASSWORD, role } })
    const old = await testApp.refusal(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
    expect(old.code).toBe('INVALID_CREDENTIALS')
  })

  it('ends the codes that were sent to the old one', async () => {
    const me = await createSignedInAccount(testApp)
    const email = `fresh-${me.email}`
    await testApp.call(sendOtp, { body: { email: me.email, type: 'PASSWORD_RESET', role } })
    const resetCode = await latestVerificationCode(testApp, me.email)
    await testApp.call(sendStepUpCode, {}, me)
    const stepUpCode = await latestVerificationCode(testApp, me.email)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    await testApp.call(requestContactChange, { body: { email } }, me)
    const code = await latestVerificationCode(testApp, email)
    await testApp.call(confirmContactChange, { body: { kind: 'EMAIL', code } }, me)
    const body = { email: me.email, code: resetCode, newPassword: 'entirely new words', role }
    expect(await testApp.refusal(resetPassword, { body })).toMatchObject({ code: 'OTP_EXPIRED' })
    expect(await testApp.refusal(stepUp, { body: { code: stepUpCode } }, me)).toMatchObject({ code: 'OTP_EXPIRED' })
  })

  it('needs a step-up within five minutes', async () => {
    const me = await createSignedInAccount(testApp)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    testApp.clock.advance(5 * MINUTE_MS)
    const refusal = await testApp.refusal(requestContactChange, { body: { email: 'fresh@example.com' } }, me)
    expect(refusal.code).toBe('STEP_UP_REQUIRED')
  })

  it("must not be the current one or another account's", async () => {
    const [me, other] = [await createSignedInAccount(testApp), await createSignedInAccount(testApp)]
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    const own = await testApp.refusal(requestContactChange, { body: { email: me.email } }, me)
    expect(own.issues).toMatchObject([{ field: 'email', code: 'DUPLICATE' }])
    const taken = await testApp.refusal(requestContactChange, { body: { email: other.email } }, me)
    expect(taken).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
    const none = await testApp.refusal(requestContactChange, { body: {} }, me)
    expect(none.issues).toMatchObject([{ field: 'email', code: 'REQUIRED' }])
  })

  it('can be requested ten times a day, whatever the destinations', async () => {
    const me = await createSignedInAccount(testApp)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    const request = (n: number) => testApp.send(requestContactChange, { body: { phone: `+2348031000${100 + n}` } }, me)
    const replies = []
    for (let n = 0; n < 11; n += 1) replies.push(await request(n))
    expect(statusesOf(replies)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(replies.at(-1)?.body).toMatchObject({ code: 'OTP_RESEND_LIMIT' })
    testApp.clock.advance(DAY_MS)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    expect((await request(11)).status).toBe(200)
  })

  it('goes to one of two concurrent requests', async () => {
    const email = 'everybody-wants-me@example.com'
    const rivals = [await createSignedInAccount(testApp), await createSignedInAccount(testApp)]
    const attempts = []
    for (const me of rivals) {
      await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
      await testApp.call(requestContactChange, { body: { email } }, me)
      attempts.push({ me, code: await latestVerificationCode(testApp, email) })
      testApp.clock.advance(MINUTE_MS)
    }
    const replies = await Promise.all(
      attempts.map(({ me, code }) => testApp.send(confirmContactChange, { body: { kind: 'EMAIL', code } }, me)),
    )
    expect(statusesOf(replies)).toEqual([200, 409])
  })

  it('replaces an unverified account with that email', async () => {
    const pending = registrationForm()
    await testApp.call(register, { body: pending })
    testApp.clock.advance(MINUTE_MS)
    const me = await createSignedInAccount(testApp)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    await testApp.call(requestContactChange, { body: { email: pending.email } }, me)
    const code = await latestVerificationCode(testApp, String(pending.email))
    expect(await testApp.call(confirmContactChange, { body: { kind: 'EMAIL', code } }, me)).toMatchObject({
      email: pending.email,
    })
  })
})

describe('a password reset ends what its account is doing elsewhere', () => {
  const newPassword = 'entirely new words'

  /** Sends a call of a session that is admitted before the owner's reset, and reaches the account after it. */
  async function duringReset(email: string, send: () => Promise<{ status: number; body: object }>) {
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    const { resetting, sent } = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select from accounts where email = ${email} for update`)
      const resetting = testApp.send(resetPassword, { body: { email, code, newPassword, role } })
      await waitForLocks(testApp)
      const sent = send()
      await waitForLocks(testApp, 2)
      return { resetting, sent }
    })
    expect((await resetting).status).toBe(200)
    return sent
  }
  const mayLogIn = async (email: string) =>
    (await testApp.send(login, { body: { emailOrPhone: email, password: newPassword, role } })).status

  it('a change of the password', async () => {
    const me = await createSignedInAccount(testApp)
    const body = { currentPassword: PASSWORD, newPassword: 'words of a thief' }
    const { status } = await duringReset(me.email, () => testApp.send(changePassword, { body }, me))
    expect([status, await mayLogIn(me.email)]).toEqual([401, 200])
  })

  it('a change of the email address', async () => {
    const me = await createSignedInAccount(testApp)
    const email = `thief-${me.email}`
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    await testApp.call(requestContactChange, { body: { email } }, me)
    const body = { kind: 'EMAIL' as const, code: await latestVerificationCode(testApp, email) }
    const { status } = await duringReset(me.email, () => testApp.send(confirmContactChange, { body }, me))
    expect([status, await mayLogIn(me.email)]).toEqual([401, 200])
  })

  it('a new second factor', async () => {
    const me = await createSignedInAccount(testApp)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    const { secret } = await testApp.call(startTotp, {}, me)
    const body = { name: 'Phone of a thief', code: totpCodeOf(testApp, secret) }
    const { status } = await duringReset(me.email, () => testApp.send(addTotp, { body }, me))
    expect([status, await mayLogIn(me.email)]).toEqual([401, 200])
  })

  it('closing the account', async () => {
    const me = await createSignedInAccount(testApp)
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    const { status } = await duringReset(me.email, () => testApp.send(closeAccount, { body: {} }, me))
    expect(status).toBe(401)
  })

  it('a change of the bank details', async () => {
    const me = await createProvider(testApp)
    const { email } = me
    await testApp.call(sendOtp, { body: { email, type: 'PASSWORD_RESET', role } })
    const code = await latestVerificationCode(testApp, email)
    const body = { accountName: 'Ada Obi', bankName: 'First Bank', accountNumber: '0000014579' }
    const saved = await testApp.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select from profiles where account_id = ${me.id} for update`)
      const saved = testApp.send(saveBusinessInfo, { body }, me)
      await waitForLocks(testApp)
      await testApp.call(resetPassword, { body: { email, code, newPassword, role } })
      return { saved }
    })
    expect((await saved.saved).status).toBe(401)
  })
})

describe('a new phone number', () => {
  it('is confirmed by text message and reported to the old one', async () => {
    const me = await createProvider(testApp)
    const { phone: before } = await testApp.call(getProfile, {}, me)
    const phone = '+2348036660001'
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    expect(await testApp.call(requestContactChange, { body: { phone: '0803 666 0001' } }, me)).toMatchObject({
      kind: 'PHONE',
      destination: phone,
    })
    const [text] = await testApp.deps.outbox.list(phone)
    expect(text).toMatchObject({ channel: 'SMS' })
    expect(text?.text).toMatch(/\n@localhost #\d{6}$/)
    await testApp.call(confirmContactChange, { body: { kind: 'PHONE', code: text?.code } }, me)
    expect(await testApp.call(getProfile, {}, me)).toMatchObject({ phone })
    expect(await testApp.deps.outbox.list(before)).toMatchObject([
      { channel: 'SMS', subject: 'Your Fettle phone number was changed' },
    ])
    expect((await testApp.deps.outbox.list(me.email))[0]).toMatchObject({
      subject: 'Your Fettle phone number was changed',
    })
  })

  it("must not be another account's, and its code is not valid for email", async () => {
    const [me, other] = [await createSignedInAccount(testApp), await createSignedInAccount(testApp)]
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    const taken = await testApp.refusal(requestContactChange, { body: { phone: other.form.phone } }, me)
    expect(taken.code).toBe('PHONE_TAKEN')
    await testApp.call(requestContactChange, { body: { phone: '+2348036660002' } }, me)
    const code = await latestVerificationCode(testApp, '+2348036660002')
    expect(await testApp.refusal(confirmContactChange, { body: { kind: 'EMAIL', code } }, me)).toMatchObject({
      code: 'OTP_EXPIRED',
    })
  })
})

describe('new bank details', () => {
  it('are reported once they replace others', async () => {
    const me = await createProvider(testApp)
    expect(await notificationsOf(testApp, me.id)).toEqual([])
    await testApp.call(saveBusinessInfo, { body: { ...onboardingAnswers.banking, accountName: 'Ada N. Obi' } }, me)
    expect(await notificationsOf(testApp, me.id)).toEqual([])
    const body = { accountName: 'Ada Obi', bankName: 'First Bank', accountNumber: '0000014579' }
    await testApp.call(saveBusinessInfo, { body }, me)
    expect(await notificationsOf(testApp, me.id)).toEqual(['bank-details-changed'])
    const [mail] = await testApp.deps.outbox.list(me.email)
    expect(mail?.text).toContain('First Bank of Nigeria, account ending in 4579')
  })
})
