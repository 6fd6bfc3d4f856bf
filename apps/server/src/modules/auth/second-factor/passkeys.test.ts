import { listSessions, login } from '@fettle/protocol/accounts/auth'
import { getProfile } from '@fettle/protocol/accounts/profile'
import * as protocol from '@fettle/protocol/accounts/second-factor'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import {
  addPasskey,
  confirmPassword,
  startLogin,
  startPasskeyLogin,
  createSecondFactorScenario,
  stepUpWithPasskey,
} from '../../../../testing/fixtures/second-factors.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { createPasskey } from '../../../../testing/fakes/passkey.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

const { account, withPasskey, factorsOf, finish, codesOf, subjectsTo } = createSecondFactorScenario(() => testApp)

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
      await stepUpWithPasskey(testApp, me, passkey)
      const { recoveryCodes } = await addPasskey(testApp, me, `Key ${count}`)
      expect(recoveryCodes).toBeNull()
    }
    await stepUpWithPasskey(testApp, me, passkey)
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
    await stepUpWithPasskey(testApp, me, passkey)
    await testApp.call(protocol.removeSecondFactor, { params }, me)
    expect(await factorsOf(me)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    expect(await notificationsOf(testApp, me.id)).toEqual(['second-factor-added', 'second-factor-removed'])
    expect(await subjectsTo(me.email)).toContain('A passkey was removed from your Fettle account')
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
