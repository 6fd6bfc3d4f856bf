import { changePassword, endOtherSessions, listSessions, login, stepUp } from '@fettle/protocol/accounts/auth'
import { getProviderAudit } from '@fettle/protocol/accounts/moderation'
import { getProfile, saveBusinessInfo, saveContactInfo } from '@fettle/protocol/accounts/profile'
import * as protocol from '@fettle/protocol/accounts/second-factor'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { requestPayout, savePayoutSchedule } from '@fettle/protocol/earnings/payouts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignedInAccount, createVerifiedAccount, PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace, onboardingAnswers } from '../../../../testing/fixtures/providers.ts'
import {
  addAuthenticator,
  addPasskey,
  codeOf,
  confirmPassword,
  startLogin,
  startPasskeyLogin,
} from '../../../../testing/fixtures/second-factors.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { createPasskey } from '../../../../testing/fakes/passkey.ts'
import { startTestApp, type Caller, type TestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { encrypt } from '../../../platform/encryption.ts'
import { purgeExpired } from '../auth.jobs.ts'

const role = 'PROVIDER'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

const account = async () => {
  const me = await createSignedInAccount(testApp)
  const { id } = await testApp.call(getProfile, {}, me)
  await confirmPassword(testApp, me)
  return { ...me, id }
}
type Me = Awaited<ReturnType<typeof account>>
const withAuthenticator = async () => {
  const me = await account()
  return { me, ...(await addAuthenticator(testApp, me)) }
}
const withPasskey = async () => {
  const me = await account()
  return { me, ...(await addPasskey(testApp, me)) }
}
const factorsOf = (me: Caller) => testApp.call(protocol.listSecondFactors, {}, me)
const finish = (secondFactorToken: string, proof: object, caller: Caller = {}) =>
  testApp.send(protocol.confirmSecondFactor, { body: { secondFactorToken, role, ...proof } }, caller)
const codesOf = async (replies: Promise<{ body: { success: boolean; code?: unknown } }>[]) =>
  (await Promise.all(replies)).map(({ body }) => (body.success ? 'OK' : body.code))
const subjectsTo = async (email: string) => (await testApp.deps.outbox.list(email)).map(({ subject }) => subject)
const auditOf = async (id: string) =>
  (await testApp.call(getProviderAudit, { params: { id }, query: {} }, marketplace))
    .filter(({ event }) => event.startsWith('provider.'))
    .map(({ event, actor }) => `${actor.type} ${event}`)
    .toReversed()

describe('an authenticator app', () => {
  it('is added with a code it shows, and comes with ten recovery codes', async () => {
    const me = await account()
    const { secret, uri } = await testApp.call(protocol.startTotp, {}, me)
    expect(uri).toContain(`secret=${secret}`)
    const wrong = await testApp.refusal(protocol.addTotp, { body: { name: 'App', code: '000000' } }, me)
    expect(wrong).toMatchObject({ status: 422, code: 'SECOND_FACTOR_INVALID' })
    const code = codeOf(testApp, secret)
    const { factor, recoveryCodes } = await testApp.call(protocol.addTotp, { body: { name: ' App ', code } }, me)
    expect(factor).toMatchObject({ kind: 'TOTP', name: 'App', lastUsedAt: null })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const each of recoveryCodes ?? []) expect(each).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect(await factorsOf(me)).toEqual({
      factors: [factor],
      recoveryCodesLeft: 10,
      rememberedDevices: [],
      resetAt: null,
    })
    expect(await notificationsOf(testApp, me.id)).toEqual(['second-factor-added'])
    expect(await subjectsTo(me.email)).toContain('A second factor was added to your Fettle account')
    expect(await auditOf(me.id)).toEqual(['PROVIDER provider.second-factor-added'])
  })

  it('is stored encrypted, and its recovery codes as hashes', async () => {
    const { me, secret, recoveryCodes } = await withAuthenticator()
    const rows = await testApp.db.query<{ secret: Buffer }>(
      sql`select secret from second_factors where account_id = ${me.id}`,
    )
    expect(rows[0]?.secret.toString('latin1')).not.toContain(secret)
    const hashes = await testApp.db.query<{ hash: Buffer }>(
      sql`select hash from recovery_codes where account_id = ${me.id}`,
    )
    expect(hashes).toHaveLength(10)
    for (const { hash } of hashes) expect(hash.toString('latin1')).not.toContain(recoveryCodes?.[0]?.replace('-', ''))
  })

  it('needs a recent step-up, a started setup, and can exist once', async () => {
    const me = await account()
    const add = (code = '000000') => testApp.refusal(protocol.addTotp, { body: { name: 'App', code } }, me)
    expect(await add()).toMatchObject({ status: 410, code: 'SECOND_FACTOR_EXPIRED' })
    await testApp.call(protocol.startTotp, {}, me)
    testApp.clock.advance(6 * MINUTE_MS)
    expect(await add()).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    expect(await testApp.refusal(protocol.startTotp, {}, me)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    testApp.clock.advance(5 * MINUTE_MS)
    await confirmPassword(testApp, me)
    expect(await add()).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' })
    const { secret } = await addAuthenticator(testApp, me)
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
    expect(await testApp.refusal(protocol.startTotp, {}, me)).toMatchObject({
      status: 409,
      code: 'SECOND_FACTOR_LIMIT',
      details: { limit: 1 },
    })
  })

  it('finishes a sign-in by password', async () => {
    const { me, secret } = await withAuthenticator()
    const { secondFactorToken, methods, expiresAt } = await startLogin(testApp, me.email)
    expect(methods).toEqual(['TOTP', 'RECOVERY_CODE'])
    expect(Date.parse(expiresAt)).toBe(testApp.clock.now().getTime() + 10 * MINUTE_MS)
    const { status, body } = await finish(secondFactorToken, { totp: codeOf(testApp, secret) })
    expect(status).toBe(200)
    if (!body.success) throw new Error(body.message)
    expect(Object.keys(body.data).toSorted()).toEqual(['chatAppKey', 'streamToken', 'token'])
    expect(await testApp.call(getProfile, {}, { token: body.data.token })).toMatchObject({ id: me.id })
    const { factors } = await factorsOf(me)
    expect(factors[0]?.lastUsedAt).toBe(testApp.clock.now().toISOString())
  })

  it('accepts a code once, in any order and in parallel', async () => {
    const { me, secret } = await withAuthenticator()
    const code = codeOf(testApp, secret)
    const tokens = [await startLogin(testApp, me.email), await startLogin(testApp, me.email)]
    const answers = await codesOf(tokens.map(({ secondFactorToken }) => finish(secondFactorToken, { totp: code })))
    expect(answers.map(String).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'OK',
      'SECOND_FACTOR_INVALID',
    ])
    const next = await startLogin(testApp, me.email)
    const before = codeOf(testApp, secret, -1)
    expect(await codesOf([finish(next.secondFactorToken, { totp: before })])).toEqual(['SECOND_FACTOR_INVALID'])
    expect(await codesOf([finish(next.secondFactorToken, { totp: codeOf(testApp, secret, 1) })])).toEqual(['OK'])
  })

  it('is throttled after five wrong codes, and after twenty a day', async () => {
    const { me, secret } = await withAuthenticator()
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const guess = () => finish(secondFactorToken, { totp: '000000' })
    for (let count = 0; count < 5; count += 1) expect(await codesOf([guess()])).toEqual(['SECOND_FACTOR_INVALID'])
    const { status, body, headers } = await finish(secondFactorToken, { totp: codeOf(testApp, secret) })
    expect([status, !body.success && body.code]).toEqual([429, 'SECOND_FACTOR_THROTTLED'])
    expect(headers.get('retry-after')).toBe('900')
    for (let round = 0; round < 3; round += 1) {
      testApp.clock.advance(15 * MINUTE_MS)
      const secondLogin = await startLogin(testApp, me.email)
      for (let count = 0; count < 5; count += 1) await finish(secondLogin.secondFactorToken, { totp: '000000' })
    }
    testApp.clock.advance(15 * MINUTE_MS)
    const later = await startLogin(testApp, me.email)
    const full = await finish(later.secondFactorToken, { totp: codeOf(testApp, secret) })
    expect(full.body).toMatchObject({ code: 'SECOND_FACTOR_THROTTLED' })
    testApp.clock.advance(DAY_MS)
    const tomorrow = await startLogin(testApp, me.email)
    expect(await codesOf([finish(tomorrow.secondFactorToken, { totp: codeOf(testApp, secret) })])).toEqual(['OK'])
  })

  it('whose key was lost is refused, and passkeys still work', async () => {
    const { me, secret } = await withAuthenticator()
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
    const { passkey } = await addPasskey(testApp, me)
    const lost = encrypt(Buffer.alloc(32, 1), me.id, secret)
    await testApp.db.execute(
      sql`update second_factors set secret = ${lost} where account_id = ${me.id} and kind = 'TOTP'`,
    )
    const { secondFactorToken } = await startLogin(testApp, me.email)
    testApp.clock.advance(MINUTE_MS)
    const { status, body } = await finish(secondFactorToken, { totp: codeOf(testApp, secret) })
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'SECOND_FACTOR_INVALID' } })
    const { options } = await testApp.call(protocol.startSecondFactorPasskey, { body: { secondFactorToken } })
    expect(await codesOf([finish(secondFactorToken, { credential: passkey.sign(options) })])).toEqual(['OK'])
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed, and notifies the owner', async () => {
    const { me, recoveryCodes } = await withAuthenticator()
    const code = String(recoveryCodes?.[0])
    const first = await startLogin(testApp, me.email)
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `
    expect(await codesOf([finish(first.secondFactorToken, { recoveryCode: typed })])).toEqual(['OK'])
    const second = await startLogin(testApp, me.email)
    expect(await codesOf([finish(second.secondFactorToken, { recoveryCode: code })])).toEqual(['SECOND_FACTOR_INVALID'])
    expect(await factorsOf(me)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await notificationsOf(testApp, me.id)).toContain('recovery-code-used')
    const mail = (await testApp.deps.outbox.list(me.email)).find(({ subject }) => subject.includes('recovery code'))
    expect(mail?.text).toContain('You have 9 left.')
  })

  it('of someone else does not work', async () => {
    const [ownAccount, otherAccount] = [await withAuthenticator(), await withAuthenticator()]
    const { secondFactorToken } = await startLogin(testApp, ownAccount.me.email)
    const recoveryCode = String(otherAccount.recoveryCodes?.[0])
    expect(await codesOf([finish(secondFactorToken, { recoveryCode })])).toEqual(['SECOND_FACTOR_INVALID'])
  })

  it('is replaced with nine others, after a step-up with the second factor', async () => {
    const { me, secret, recoveryCodes } = await withAuthenticator()
    // The step-up by password was enough to add the first factor, and is not any more.
    expect(await testApp.refusal(protocol.replaceRecoveryCodes, {}, me)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
    const { recoveryCodes: fresh } = await testApp.call(protocol.replaceRecoveryCodes, {}, me)
    expect(fresh).toHaveLength(10)
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const old = finish(secondFactorToken, { recoveryCode: String(recoveryCodes?.[1]) })
    expect(await codesOf([old])).toEqual(['SECOND_FACTOR_INVALID'])
    expect(await codesOf([finish(secondFactorToken, { recoveryCode: String(fresh[1]) })])).toEqual(['OK'])
  })

  it('does not exist without a second factor', async () => {
    expect(await testApp.refusal(protocol.replaceRecoveryCodes, {}, await account())).toMatchObject({
      status: 403,
      code: 'SECOND_FACTOR_SETUP_REQUIRED',
    })
  })
})

describe('a passkey', () => {
  it('is added with a name, for this site and account', async () => {
    const me = await account()
    const { options } = await testApp.call(protocol.startPasskey, {}, me)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: me.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const passkey = createPasskey(testApp.deps.config.origin)
    const body = { name: 'Phone', credential: passkey.create(options) }
    const { factor, recoveryCodes } = await testApp.call(protocol.addPasskey, { body }, me)
    expect(factor).toMatchObject({ kind: 'PASSKEY', name: 'Phone' })
    expect(recoveryCodes).toHaveLength(10)
    expect(await testApp.refusal(protocol.addPasskey, { body }, me)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })

  it('is refused for another challenge, another site, an expired one and twice', async () => {
    const me = await account()
    const refused = (credential: object) =>
      testApp.refusal(protocol.addPasskey, { body: { name: 'Phone', credential: credential as never } }, me)
    const { options } = await testApp.call(protocol.startPasskey, {}, me)
    const elsewhere = createPasskey('https://fettle.example')
    expect(await refused(elsewhere.create(options))).toMatchObject({ status: 422, code: 'PASSKEY_REJECTED' })
    // The challenge is used up, right or wrong.
    const passkey = createPasskey(testApp.deps.config.origin)
    expect(await refused(passkey.create(options))).toMatchObject({ status: 410, code: 'SECOND_FACTOR_EXPIRED' })
    await testApp.call(protocol.startPasskey, {}, me)
    expect(await refused(passkey.create(options))).toMatchObject({ code: 'PASSKEY_REJECTED' })
    const late = await testApp.call(protocol.startPasskey, {}, me)
    testApp.clock.advance(10 * MINUTE_MS)
    await confirmPassword(testApp, me)
    expect(await refused(passkey.create(late.options))).toMatchObject({ code: 'SECOND_FACTOR_EXPIRED' })
    const other = await withPasskey()
    const challenge = await testApp.call(protocol.startPasskey, {}, me)
    expect(await refused(other.passkey.create(challenge.options))).toMatchObject({ code: 'PASSKEY_REJECTED' })
  })

  it('exists ten times at most', async () => {
    const { me, passkey } = await withPasskey()
    for (let count = 1; count < 10; count += 1) {
      await stepUpWith(me, passkey)
      const { recoveryCodes } = await addPasskey(testApp, me, `Key ${count}`)
      expect(recoveryCodes).toBeNull()
    }
    await stepUpWith(me, passkey)
    expect(await testApp.refusal(protocol.startPasskey, {}, me)).toMatchObject({
      code: 'SECOND_FACTOR_LIMIT',
      details: { limit: 10 },
    })
  })

  it('is renamed and removed by its owner only, and removing needs a step-up', async () => {
    const { me, factor, passkey } = await withPasskey()
    const stranger = await account()
    const params = { id: factor.id }
    const rename = { params, body: { name: 'Tablet' } }
    expect(await testApp.refusal(protocol.renameSecondFactor, rename, stranger)).toMatchObject({ status: 404 })
    expect(await testApp.refusal(protocol.removeSecondFactor, { params }, stranger)).toMatchObject({ status: 404 })
    expect(await testApp.call(protocol.renameSecondFactor, rename, me)).toMatchObject({ name: 'Tablet' })
    expect(await testApp.refusal(protocol.removeSecondFactor, { params }, me)).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    await stepUpWith(me, passkey)
    await testApp.call(protocol.removeSecondFactor, { params }, me)
    expect(await factorsOf(me)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    expect(await notificationsOf(testApp, me.id)).toEqual(['second-factor-added', 'second-factor-removed'])
    expect(await subjectsTo(me.email)).toContain('A second factor was removed from your Fettle account')
    await testApp.call(login, { body: { emailOrPhone: me.email, password: PASSWORD, role } })
  })

  it('finishes a sign-in by password', async () => {
    const { me, passkey } = await withPasskey()
    const { secondFactorToken, methods } = await startLogin(testApp, me.email)
    expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE'])
    const { options } = await testApp.call(protocol.startSecondFactorPasskey, { body: { secondFactorToken } })
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id, transports: ['internal'] }])
    expect(await codesOf([finish(secondFactorToken, { credential: passkey.sign(options) })])).toEqual(['OK'])
    const reply = testApp.refusal(protocol.startSecondFactorPasskey, { body: { secondFactorToken } })
    expect(await reply).toMatchObject({ status: 410, code: 'SECOND_FACTOR_EXPIRED' })
  })

  it('of someone else does not finish a sign-in', async () => {
    const [ownAccount, otherAccount] = [await withPasskey(), await withPasskey()]
    const { secondFactorToken } = await startLogin(testApp, ownAccount.me.email)
    const { options } = await testApp.call(protocol.startSecondFactorPasskey, { body: { secondFactorToken } })
    const credential = otherAccount.passkey.sign(options)
    expect(await codesOf([finish(secondFactorToken, { credential })])).toEqual(['PASSKEY_REJECTED'])
  })

  it('signs in alone, without a password', async () => {
    const { me, passkey } = await withPasskey()
    const { options, headers } = await startPasskeyLogin(testApp)
    expect(options).toMatchObject({ userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
    const body = { credential: passkey.sign(options), role }
    const { token } = await testApp.call(protocol.loginWithPasskey, { body }, { headers })
    expect(await testApp.call(getProfile, {}, { token })).toMatchObject({ id: me.id })
    const [session] = await testApp.call(listSessions, {}, { token })
    expect(session).toMatchObject({ method: 'PASSKEY', isCurrent: true })
  })

  it('alone is refused unverified, replayed, copied, unknown, from another browser and in another role', async () => {
    const { passkey } = await withPasskey()
    const attempt = async (signed: Parameters<typeof passkey.sign>[1] = {}, key = passkey) => {
      const { options, headers } = await startPasskeyLogin(testApp)
      return { body: { credential: key.sign(options, signed), role }, headers }
    }
    const send = ({ body, headers }: Awaited<ReturnType<typeof attempt>>) =>
      codesOf([testApp.send(protocol.loginWithPasskey, { body }, { headers })])
    expect(await send(await attempt({ isVerified: false }))).toEqual(['PASSKEY_REJECTED'])
    expect(await send(await attempt({ origin: 'https://fettle.example' }))).toEqual(['PASSKEY_REJECTED'])
    expect(await send(await attempt({}, createPasskey(testApp.deps.config.origin)))).toEqual(['PASSKEY_REJECTED'])
    const used = await attempt()
    expect(await send(used)).toEqual(['OK'])
    expect(await send(used)).toEqual(['SECOND_FACTOR_EXPIRED'])
    passkey.counter = 0
    expect(await send(await attempt())).toEqual(['PASSKEY_REJECTED'])
    passkey.counter = 50
    const { body } = await attempt()
    expect(await send({ body, headers: { cookie: '' } })).toEqual(['SECOND_FACTOR_EXPIRED'])
    const foreign = await startPasskeyLogin(testApp)
    expect(await send({ body, headers: foreign.headers })).toEqual(['PASSKEY_REJECTED'])
    const late = await attempt()
    testApp.clock.advance(10 * MINUTE_MS)
    expect(await send(late)).toEqual(['SECOND_FACTOR_EXPIRED'])
    const wrongRole = await attempt()
    wrongRole.body.role = 'ADMIN'
    expect(await send(wrongRole)).toEqual(['ROLE_UNSUPPORTED'])
    const stolen = await attempt()
    stolen.body.credential.response.userHandle = Buffer.from('usr_of_someone_else').toString('base64url')
    expect(await send(stolen)).toEqual(['PASSKEY_REJECTED'])
    expect(await send(await attempt())).toEqual(['OK'])
  })

  it('of a closed account is forgotten', async () => {
    const { me } = await withPasskey()
    await testApp.db.execute(sql`update accounts set closing_at = ${testApp.clock.now()} where id = ${me.id}`)
    const { eraseIdentity } = await import('../security/closing.service.ts')
    const name = { firstName: 'Closed', lastName: 'account' }
    await testApp.db.transaction((tx) => eraseIdentity(testApp.deps, tx, me.id, name))
    expect(await testApp.db.query(sql`select 1 from second_factors where account_id = ${me.id}`)).toEqual([])
  })
})

async function stepUpWith(me: Caller, passkey: ReturnType<typeof createPasskey>) {
  const { options } = await testApp.call(protocol.startStepUpPasskey, {}, me)
  return testApp.call(stepUp, { body: { credential: passkey.sign(options) } }, me)
}

describe('the second step', () => {
  it('expires after ten minutes, works once and needs exactly one proof', async () => {
    const { me, secret } = await withAuthenticator()
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const totp = codeOf(testApp, secret)
    const response = await finish(secondFactorToken, { totp, recoveryCode: 'aaaaa-aaaaa' })
    expect([response.status, (await finish(secondFactorToken, {})).status]).toEqual([422, 422])
    const wrongRole = await finish(secondFactorToken, { totp, role: 'ADMIN' })
    expect(wrongRole.body).toMatchObject({ code: 'ROLE_UNSUPPORTED' })
    expect(await codesOf([finish('unknown', { totp })])).toEqual(['SECOND_FACTOR_EXPIRED'])
    expect(await codesOf([finish(secondFactorToken, { totp })])).toEqual(['OK'])
    testApp.clock.advance(MINUTE_MS)
    const nextCode = codeOf(testApp, secret)
    expect(await codesOf([finish(secondFactorToken, { totp: nextCode })])).toEqual(['SECOND_FACTOR_EXPIRED'])
    const late = await startLogin(testApp, me.email)
    testApp.clock.advance(10 * MINUTE_MS)
    const code = codeOf(testApp, secret)
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
    const proof = { totp: codeOf(testApp, secret), rememberDevice: true }
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
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
    await testApp.call(changePassword, change, me)
    expect(await factorsOf(me)).toMatchObject({ rememberedDevices: [] })
    expect(old.token).not.toBe('')
  })
})

it('a new password ends sign-ins that wait for their second factor', async () => {
  const { me, secret } = await withAuthenticator()
  const { secondFactorToken } = await startLogin(testApp, me.email)
  await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
  const body = { currentPassword: PASSWORD, newPassword: 'another long sentence' }
  await testApp.call(changePassword, { body }, me)
  testApp.clock.advance(MINUTE_MS)
  expect(await codesOf([finish(secondFactorToken, { totp: codeOf(testApp, secret) })])).toEqual([
    'SECOND_FACTOR_EXPIRED',
  ])
})

describe('a step-up', () => {
  it('takes the second factor, and nothing else, once there is one', async () => {
    const { me, secret, recoveryCodes } = await withAuthenticator()
    const password = testApp.refusal(stepUp, { body: { password: PASSWORD } }, me)
    expect(await password).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    expect(await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)).toMatchObject({
      method: 'TOTP',
      validUntil: new Date(testApp.clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
    })
    expect(await testApp.refusal(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)).toMatchObject({
      code: 'SECOND_FACTOR_INVALID',
    })
    const recoveryCode = String(recoveryCodes?.[3])
    expect(await testApp.call(stepUp, { body: { recoveryCode } }, me)).toMatchObject({ method: 'RECOVERY_CODE' })
    const { passkey } = await addPasskey(testApp, me)
    expect(await stepUpWith(me, passkey)).toMatchObject({ method: 'PASSKEY' })
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
    const guess = () => testApp.refusal(stepUp, { body: { totp: '000000' } }, me)
    for (let count = 0; count < 5; count += 1) expect(await guess()).toMatchObject({ code: 'SECOND_FACTOR_INVALID' })
    expect(await guess()).toMatchObject({ status: 429, code: 'SECOND_FACTOR_THROTTLED' })
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
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
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
    await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
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
      await testApp.call(stepUp, { body: { totp: codeOf(testApp, secret) } }, me)
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
    expect(await subjectsTo(me.email)).toContain('Your Fettle second factor will be removed')
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
    expect(await codesOf([finish(secondFactorToken, { totp: codeOf(testApp, secret) })])).toEqual(['OK'])
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
