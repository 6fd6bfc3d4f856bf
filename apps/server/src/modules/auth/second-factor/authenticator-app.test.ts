import { stepUp } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import * as protocol from '@fettle/protocol/accounts/second-factor'
import { DAY_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import {
  addAuthenticator,
  addPasskey,
  totpCodeOf,
  confirmPassword,
  startLogin,
  createSecondFactorScenario,
} from '../../../../testing/fixtures/second-factors.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { encrypt } from '../../../platform/crypto/encryption.ts'

const testApp = setUpTestApp()

const { account, withAuthenticator, factorsOf, finish, codesOf, subjectsTo, auditOf } = createSecondFactorScenario(
  () => testApp,
)

describe('an authenticator app', () => {
  it('is added with a code it shows, and comes with ten recovery codes', async () => {
    const me = await account()
    const { secret, uri } = await testApp.call(protocol.startTotp, {}, me)
    expect(uri).toContain(`secret=${secret}`)
    const wrong = await testApp.refusal(protocol.addTotp, { body: { name: 'App', code: '000000' } }, me)
    expect(wrong).toMatchObject({ status: 422, code: 'SECOND_FACTOR_INVALID' })
    const code = totpCodeOf(testApp, secret)
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
    expect(await subjectsTo(me.email)).toContain('An authenticator app was added to your Fettle account')
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
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
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
    const { status, body } = await finish(secondFactorToken, { totp: totpCodeOf(testApp, secret) })
    expect(status).toBe(200)
    if (!body.success) throw new Error(body.message)
    expect(Object.keys(body.data).toSorted()).toEqual(['chatAppKey', 'streamToken', 'token'])
    expect(await testApp.call(getProfile, {}, { token: body.data.token })).toMatchObject({ id: me.id })
    const { factors } = await factorsOf(me)
    expect(factors[0]?.lastUsedAt).toBe(testApp.clock.now().toISOString())
  })

  it('accepts a code once, in any order and in parallel', async () => {
    const { me, secret } = await withAuthenticator()
    const code = totpCodeOf(testApp, secret)
    const tokens = [await startLogin(testApp, me.email), await startLogin(testApp, me.email)]
    const answers = await codesOf(tokens.map(({ secondFactorToken }) => finish(secondFactorToken, { totp: code })))
    expect(answers.map(String).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'OK',
      'SECOND_FACTOR_INVALID',
    ])
    const next = await startLogin(testApp, me.email)
    const before = totpCodeOf(testApp, secret, -1)
    expect(await codesOf([finish(next.secondFactorToken, { totp: before })])).toEqual(['SECOND_FACTOR_INVALID'])
    expect(await codesOf([finish(next.secondFactorToken, { totp: totpCodeOf(testApp, secret, 1) })])).toEqual(['OK'])
  })

  it('is throttled after five wrong codes, and after twenty a day', async () => {
    const { me, secret } = await withAuthenticator()
    const { secondFactorToken } = await startLogin(testApp, me.email)
    const enterWrongCode = () => finish(secondFactorToken, { totp: '000000' })
    for (let count = 0; count < 5; count += 1)
      expect(await codesOf([enterWrongCode()])).toEqual(['SECOND_FACTOR_INVALID'])
    const { status, body, headers } = await finish(secondFactorToken, { totp: totpCodeOf(testApp, secret) })
    expect([status, !body.success && body.code]).toEqual([429, 'SECOND_FACTOR_THROTTLED'])
    expect(headers.get('retry-after')).toBe('900')
    for (let round = 0; round < 3; round += 1) {
      testApp.clock.advance(15 * MINUTE_MS)
      const secondLogin = await startLogin(testApp, me.email)
      for (let count = 0; count < 5; count += 1) await finish(secondLogin.secondFactorToken, { totp: '000000' })
    }
    testApp.clock.advance(15 * MINUTE_MS)
    const later = await startLogin(testApp, me.email)
    const full = await finish(later.secondFactorToken, { totp: totpCodeOf(testApp, secret) })
    expect(full.body).toMatchObject({ code: 'SECOND_FACTOR_THROTTLED' })
    testApp.clock.advance(DAY_MS)
    const tomorrow = await startLogin(testApp, me.email)
    expect(await codesOf([finish(tomorrow.secondFactorToken, { totp: totpCodeOf(testApp, secret) })])).toEqual(['OK'])
  })

  it('whose key was lost is refused, and passkeys still work', async () => {
    const { me, secret } = await withAuthenticator()
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    const { passkey } = await addPasskey(testApp, me)
    const lost = encrypt(Buffer.alloc(32, 1), me.id, secret)
    await testApp.db.execute(
      sql`update second_factors set secret = ${lost} where account_id = ${me.id} and kind = 'TOTP'`,
    )
    const { secondFactorToken } = await startLogin(testApp, me.email)
    testApp.clock.advance(MINUTE_MS)
    const { status, body } = await finish(secondFactorToken, { totp: totpCodeOf(testApp, secret) })
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
    await testApp.call(stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
    const { recoveryCodes: fresh } = await testApp.call(protocol.replaceRecoveryCodes, {}, me)
    expect(fresh).toHaveLength(10)
    const subjects = (await testApp.deps.outbox.list(me.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The recovery codes of your Fettle account were replaced')
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
