import { changePassword, endOtherSessions, login, stepUp } from '@fettle/protocol/accounts/auth'
import { saveBusinessInfo, saveContactInfo } from '@fettle/protocol/accounts/profile'
import * as protocol from '@fettle/protocol/accounts/second-factor'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { requestPayout, savePayoutSchedule } from '@fettle/protocol/earnings/payouts'
import { describe, expect, it } from 'vitest'
import { createVerifiedAccount, PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace, onboardingAnswers } from '../../../../testing/fixtures/providers.ts'
import {
  addAuthenticator,
  addPasskey,
  totpCodeOf,
  confirmPassword,
  startLogin,
  startPasskeyLogin,
  createSecondFactorScenario,
  stepUpWithPasskey,
} from '../../../../testing/fixtures/second-factors.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { type Caller, setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { purgeExpired } from '../auth.jobs.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

const { account, withAuthenticator, withPasskey, factorsOf, finish, codesOf, subjectsTo, auditOf } =
  createSecondFactorScenario(() => testApp)
type Me = Awaited<ReturnType<typeof account>>

describe('the second step', () => {
  it('expires after ten minutes, works once and needs exactly one proof', async () => {
    const { me, secret } = await withAuthenticator()
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const totp = totpCodeOf(testApp, secret)
    const response = await finish(secondFactorToken, { totp, recoveryCode: 'aaaaa-aaaaa' })
    expect([response.status, (await finish(secondFactorToken, {})).status]).toEqual([422, 422])
    const wrongRole = await finish(secondFactorToken, { totp, role: 'ADMIN' })
    expect(wrongRole.body).toMatchObject({ code: 'ROLE_UNSUPPORTED' })
    expect(await codesOf([finish('unknown', { totp })])).toEqual(['SECOND_FACTOR_EXPIRED'])
    expect(await codesOf([finish(secondFactorToken, { totp })])).toEqual(['OK'])
    testApp.clock.advance(MINUTE_MS)
    const nextCode = totpCodeOf(testApp, secret)
    expect(await codesOf([finish(secondFactorToken, { totp: nextCode })])).toEqual(['SECOND_FACTOR_EXPIRED'])
    const late = await startLogin(testApp, me.email)
    testApp.clock.advance(10 * MINUTE_MS)
    const code = totpCodeOf(testApp, secret)
    expect(await codesOf([finish(late.secondFactorToken, { totp: code })])).toEqual(['SECOND_FACTOR_EXPIRED'])
  })

  it('never follows a wrong password, and its message does not send clients to the verification', async () => {
    const { me } = await withAuthenticator()
    const attempt = (password: string) => testApp.refusal(login, { body: { emailOrPhone: me.email, password, role } })
    expect(await attempt('wrong password')).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const refusal = await attempt(PASSWORD)
    expect(refusal).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' })
    expect(refusal.message).not.toMatch(/verify/i)
  })

  it('changes nothing for accounts without a second factor', async () => {
    const { email } = await createVerifiedAccount(testApp)
    const { status, body } = await testApp.send(login, { body: { emailOrPhone: email, password: PASSWORD, role } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Login successful' })
    if (body.success) expect(Object.keys(body.data).toSorted()).toEqual(['chatAppKey', 'streamToken', 'token'])
  })
})

describe('a remembered device', () => {
  const cookiesOf = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'
  const remember = async (me: Pick<Me, 'email'>, secret: string) => {
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const proof = { totp: totpCodeOf(testApp, secret), rememberDevice: true }
    const { headers, body } = await finish(secondFactorToken, proof, { headers: { 'user-agent': chrome } })
    const cookie = cookiesOf(headers).join('; ')
    return { token: body.success ? body.data.token : '', headers: { cookie } }
  }
  const logIn = (me: Pick<Me, 'email'>, device: Caller) =>
    testApp.send(
      login,
      { body: { emailOrPhone: me.email, password: PASSWORD, role } },
      { headers: device.headers ?? {} },
    )

  it('skips the second step for 30 days, for this account and with the password', async () => {
    const { me, secret } = await withAuthenticator()
    const other = await withAuthenticator()
    const device = await remember(me, secret)
    expect(await codesOf([logIn(me, {})])).toEqual(['SECOND_FACTOR_REQUIRED'])
    expect(await codesOf([logIn(other.me, device)])).toEqual(['SECOND_FACTOR_REQUIRED'])
    const { status, headers } = await logIn(me, device)
    expect(status).toBe(200)
    const { rememberedDevices } = await factorsOf(me)
    expect(rememberedDevices).toMatchObject([{ device: 'Chrome on Windows', isCurrent: false }])
    const renewed = { headers: { cookie: cookiesOf(headers).join('; ') } }
    testApp.clock.advance(30 * DAY_MS - HOUR_MS)
    expect((await logIn(me, renewed)).status).toBe(200)
    testApp.clock.advance(HOUR_MS)
    expect(await codesOf([logIn(me, renewed)])).toEqual(['SECOND_FACTOR_REQUIRED'])
  })

  it('is forgotten by its owner, by logging it out, and with a new password', async () => {
    const { me, secret } = await withAuthenticator()
    const forgotten = await remember(me, secret)
    const [listed] = (await factorsOf(forgotten)).rememberedDevices
    expect(listed).toMatchObject({ isCurrent: true })
    const params = { id: String(listed?.id) }
    expect(await testApp.refusal(protocol.forgetDevice, { params }, await account())).toMatchObject({ status: 404 })
    await testApp.call(protocol.forgetDevice, { params }, forgotten)
    expect(await codesOf([logIn(me, forgotten)])).toEqual(['SECOND_FACTOR_REQUIRED'])

    testApp.clock.advance(MINUTE_MS)
    const loggedOut = await remember(me, secret)
    await testApp.call(endOtherSessions, {}, me)
    expect(await codesOf([logIn(me, loggedOut)])).toEqual(['SECOND_FACTOR_REQUIRED'])

    testApp.clock.advance(MINUTE_MS)
    const old = await remember(me, secret)
    testApp.clock.advance(MINUTE_MS)
    const change = { body: { currentPassword: PASSWORD, newPassword: 'another long sentence' } }
    expect(await testApp.refusal(changePassword, change, me)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    await testApp.call(changePassword, change, me)
    expect(await factorsOf(me)).toMatchObject({ rememberedDevices: [] })
    expect(old.token).not.toBe('')
  })
})

it('a new password ends sign-ins that wait for their second factor', async () => {
  const { me, secret } = await withAuthenticator()
  const { secondFactorToken } = await startLogin(testApp, me.email)
  await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
  const body = { currentPassword: PASSWORD, newPassword: 'another long sentence' }
  await testApp.call(changePassword, { body }, me)
  testApp.clock.advance(MINUTE_MS)
  expect(await codesOf([finish(secondFactorToken, { totp: totpCodeOf(testApp, secret) })])).toEqual([
    'SECOND_FACTOR_EXPIRED',
  ])
})

describe('a step-up', () => {
  it('takes the second factor, and nothing else, once there is one', async () => {
    const { me, secret, recoveryCodes } = await withAuthenticator()
    const password = testApp.refusal(stepUp, { body: { password: PASSWORD } }, me)
    expect(await password).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    expect(await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)).toMatchObject({
      method: 'TOTP',
      validUntil: new Date(testApp.clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
    })
    expect(await testApp.refusal(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)).toMatchObject({
      code: 'SECOND_FACTOR_INVALID',
    })
    const recoveryCode = String(recoveryCodes?.[3])
    expect(await testApp.call(stepUp, { body: { recoveryCode } }, me)).toMatchObject({ method: 'RECOVERY_CODE' })
    const { passkey } = await addPasskey(testApp, me)
    expect(await stepUpWithPasskey(testApp, me, passkey)).toMatchObject({ method: 'PASSKEY' })
  })

  it('with a passkey is bound to the session and answered once', async () => {
    const { me, passkey } = await withPasskey()
    const other = await withPasskey()
    const refused = (credential: object) => testApp.refusal(stepUp, { body: { credential: credential as never } }, me)
    const otherChallenge = await testApp.call(protocol.startStepUpPasskey, {}, other.me)
    expect(await refused(passkey.sign(otherChallenge.options))).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' })
    const { options } = await testApp.call(protocol.startStepUpPasskey, {}, me)
    expect(await refused(other.passkey.sign(options))).toMatchObject({ code: 'PASSKEY_REJECTED' })
    expect(await refused(passkey.sign(options))).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' })
  })

  it('is throttled like a sign-in', async () => {
    const { me } = await withAuthenticator()
    const enterWrongCode = () => testApp.refusal(stepUp, { body: { totp: '000000' } }, me)
    for (let count = 0; count < 5; count += 1)
      expect(await enterWrongCode()).toMatchObject({ code: 'SECOND_FACTOR_INVALID' })
    expect(await enterWrongCode()).toMatchObject({ status: 429, code: 'SECOND_FACTOR_THROTTLED' })
  })
})

describe('payouts and bank details', () => {
  const { banking } = onboardingAnswers
  const another = { ...banking, accountNumber: '0123456792' }
  const require = (requireSecondFactor: boolean | null) =>
    testApp.call(patchSettings, { body: { values: { requireSecondFactor } } }, marketplace)

  it('need no step-up without a second factor', async () => {
    const me = await createProvider(testApp)
    const { status } = await testApp.send(saveBusinessInfo, { body: another }, me)
    expect(status).toBe(200)
  })

  it('need a step-up with the second factor once there is one', async () => {
    const me = await createProvider(testApp)
    await confirmPassword(testApp, me)
    const { secret } = await addAuthenticator(testApp, me)
    const refusal = await testApp.refusal(saveBusinessInfo, { body: another }, me)
    expect(refusal).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    // The same account with another name is no change of where the money goes.
    await testApp.call(saveBusinessInfo, { body: { ...banking, accountName: 'Ada N. Obi' } }, me)
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    await testApp.call(saveBusinessInfo, { body: another }, me)
    expect(await testApp.refusal(requestPayout, { body: {} }, me)).toMatchObject({
      code: 'PAYOUT_VERIFICATION_REQUIRED',
    })
  })

  it('need a step-up before payouts become automatic, and none to stop them', async () => {
    const me = await createProvider(testApp)
    await confirmPassword(testApp, me)
    const { secret } = await addAuthenticator(testApp, me)
    const choose = (schedule: 'MANUAL' | 'WEEKLY') => testApp.send(savePayoutSchedule, { body: { schedule } }, me)
    expect(await choose('WEEKLY')).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
    expect((await choose('MANUAL')).status).toBe(200)
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    expect((await choose('WEEKLY')).status).toBe(200)
  })

  it('need a step-up for the same number at another bank, where only the name says which bank', async () => {
    const me = await createProvider(testApp)
    const ghanaian = { accountName: 'Ada Obi', bankName: 'Absa Bank Ghana', accountNumber: '1020304050' }
    await testApp.call(
      saveContactInfo,
      { body: { ...onboardingAnswers.location, state: 'Greater Accra', country: 'GH' } },
      me,
    )
    await testApp.call(saveBusinessInfo, { body: ghanaian }, me)
    await confirmPassword(testApp, me)
    await addAuthenticator(testApp, me)
    const save = (bankName: string) => testApp.send(saveBusinessInfo, { body: { ...ghanaian, bankName } }, me)
    expect((await save('ABSA Bank Ghana')).status).toBe(200)
    expect((await save('Fidelity Bank Ghana')).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })

  it('need a second factor where the operator requires one, and the error names it', async () => {
    const me = await createProvider(testApp)
    await require(true)
    try {
      const refusal = await testApp.refusal(saveBusinessInfo, { body: another }, me)
      expect(refusal).toMatchObject({ status: 403, code: 'SECOND_FACTOR_SETUP_REQUIRED' })
      expect(refusal.message).toBe('Add a passkey or an authenticator app first, in Profile under Security.')
      expect(await testApp.refusal(savePayoutSchedule, { body: { schedule: 'DAILY' } }, me)).toMatchObject({
        code: 'SECOND_FACTOR_SETUP_REQUIRED',
      })
      await confirmPassword(testApp, me)
      const { secret } = await addAuthenticator(testApp, me)
      await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
      await testApp.call(saveBusinessInfo, { body: another }, me)
      // Onboarding is not interrupted.
      await createProvider(testApp)
    } finally {
      await require(null)
    }
  })
})

describe('recovery by the operator', () => {
  const reset = (id: string, reason = 'Passport compared in a video call.') =>
    testApp.call(protocol.resetSecondFactors, { params: { id }, body: { reason } }, marketplace)
  const runJobs = () => testApp.deps.jobs.runDue()

  it('removes second factors after the waiting time, and notifies the provider at once', async () => {
    const { me } = await withAuthenticator()
    const { resetAt } = await reset(me.id)
    expect(Date.parse(String(resetAt)) - testApp.clock.now().getTime()).toBe(72 * HOUR_MS)
    expect(await reset(me.id)).toEqual({ id: me.id, resetAt })
    expect(await factorsOf(me)).toMatchObject({ resetAt })
    expect(await subjectsTo(me.email)).toContain('Two-step verification of your Fettle account will be turned off')
    expect(await notificationsOf(testApp, me.id)).toContain('second-factor-reset-requested')
    testApp.clock.advance(71 * HOUR_MS)
    await runJobs()
    await startLogin(testApp, me.email)
    testApp.clock.advance(HOUR_MS)
    await runJobs()
    expect(await testApp.refusal(protocol.listSecondFactors, {}, me)).toMatchObject({ status: 401 })
    const { token } = await testApp.call(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
    expect(await factorsOf({ token })).toMatchObject({ factors: [], recoveryCodesLeft: 0, resetAt: null })
    expect(await auditOf(me.id)).toEqual([
      'PROVIDER provider.second-factor-added',
      'OPERATOR provider.second-factor-reset-requested',
      'SYSTEM provider.second-factor-removed',
      'SYSTEM provider.second-factors-reset',
    ])
  })

  it('is cancelled by a sign-in with the second factor, or by the operator', async () => {
    const { me, secret } = await withAuthenticator()
    await reset(me.id)
    const { secondFactorToken } = await startLogin(testApp, me.email)
    expect(await codesOf([finish(secondFactorToken, { totp: totpCodeOf(testApp, secret) })])).toEqual(['OK'])
    expect(await factorsOf(me)).toMatchObject({ resetAt: null })
    await reset(me.id)
    const cancelled = testApp.call(protocol.cancelSecondFactorReset, { params: { id: me.id } }, marketplace)
    expect(await cancelled).toEqual({ id: me.id, resetAt: null })
    testApp.clock.advance(73 * HOUR_MS)
    await runJobs()
    await startLogin(testApp, me.email)
    expect(await auditOf(me.id)).toEqual([
      'PROVIDER provider.second-factor-added',
      'OPERATOR provider.second-factor-reset-requested',
      'PROVIDER provider.second-factor-reset-cancelled',
      'OPERATOR provider.second-factor-reset-requested',
      'OPERATOR provider.second-factor-reset-cancelled',
    ])
  })

  it('is cancelled where its owner removes the last second factor first', async () => {
    const { me, factor, passkey } = await withPasskey()
    await reset(me.id)
    await stepUpWithPasskey(testApp, me, passkey)
    await testApp.call(protocol.removeSecondFactor, { params: { id: factor.id } }, me)
    expect((await auditOf(me.id)).slice(1)).toEqual([
      'OPERATOR provider.second-factor-reset-requested',
      'PROVIDER provider.second-factor-reset-cancelled',
      'PROVIDER provider.second-factor-removed',
    ])
    const unresolved = await testApp.db.query<{ workflow: string }>(
      sql`select workflow from notifications where provider_id = ${me.id} and resolved_at is null`,
    )
    expect(unresolved).not.toContainEqual({ workflow: 'second-factor-reset-requested' })
  })

  it('is refused for unknown providers and for those without a second factor', async () => {
    const { id } = await account()
    const body = { reason: 'Passport compared.' }
    const attempt = (provider: string, by: Caller = marketplace) =>
      testApp.refusal(protocol.resetSecondFactors, { params: { id: provider }, body }, by)
    expect(await attempt(id)).toMatchObject({ status: 409, code: 'SECOND_FACTOR_ABSENT' })
    expect(await attempt('usr_00000000000000000000000000')).toMatchObject({ status: 404 })
    const unknown = { params: { id: 'usr_00000000000000000000000000' } }
    expect(await testApp.refusal(protocol.cancelSecondFactorReset, unknown, marketplace)).toMatchObject({ status: 404 })
  })
})

describe('expired challenges, sign-ins and devices', () => {
  it('are deleted', async () => {
    const { me } = await withAuthenticator()
    await startLogin(testApp, me.email)
    await startPasskeyLogin(testApp)
    testApp.clock.advance(31 * DAY_MS)
    await purgeExpired(testApp.deps)
    const { rows } = await testApp.db.one<{ rows: number }>(sql`
      select (select count(*) from factor_challenges) + (select count(*) from pending_sign_ins)
        + (select count(*) from remembered_devices) as rows`)
    expect(rows).toBe(0)
  })
})
