import * as auth from '@fettle/protocol/accounts/auth'
import { uploadDocument, withdrawDocument } from '@fettle/protocol/accounts/documents'
import * as privacy from '@fettle/protocol/accounts/privacy'
import * as profile from '@fettle/protocol/accounts/profile'
import * as referrals from '@fettle/protocol/accounts/referrals'
import * as secondFactor from '@fettle/protocol/accounts/second-factor'
import type { Operation } from '@fettle/protocol'
import { createSignedInAccount, createVerifiedAccount, latestVerificationCode, PASSWORD } from '../fixtures/accounts.ts'
import { asFile, pdf, picture } from '../fixtures/files.ts'
import { createProvider } from '../fixtures/providers.ts'
import {
  addAuthenticator,
  addPasskey,
  totpCodeOf,
  confirmPassword,
  startLogin,
  startPasskeyLogin,
} from '../fixtures/second-factors.ts'
import type { TestApp } from '../app/test-app.ts'

/** Calls that a person makes about their own account, which no other suite prepares as a list. */
export async function recordAccountCalls(testApp: TestApp): Promise<void> {
  const me = await createProvider(testApp)
  const call = (operation: Operation, input: object = {}, caller: object = me) => testApp.call(operation, input, caller)

  await call(profile.saveLanguage, { body: { locale: 'en' } })
  await call(profile.saveUsualTax, { body: { usualTaxRateBps: 750 } })
  await call(profile.savePersonalAndContactInfo, { body: { lastName: 'Okafor', city: 'Ikeja' } })
  await call(profile.saveLetterhead, { body: { colour: 'TEAL' } })
  await call(profile.saveLogo, { file: asFile(await picture(300, 100), 'logo.jpg') })
  await call(profile.deleteLogo, {})
  await call(profile.saveProfilePicture, { file: asFile(await picture(400, 400), 'me.jpg') })
  const { id } = await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file: asFile(pdf(), 'pass.pdf') }, me)
  await call(withdrawDocument, { params: { id } })
  await call(referrals.sendInvites, { body: { destinations: ['someone@example.com'] } })
  const { code, invites } = await testApp.call(referrals.getReferrals, {}, me)
  testApp.clock.advance(80 * 3_600_000)
  await call(referrals.remindInvite, { params: { id: invites[0]?.id ?? '' } })
  await call(referrals.checkReferralCode, { params: { code } })

  await call(auth.startGoogle, { body: { redirectUri: `${testApp.deps.config.origin}/login` } }).catch(() => undefined)
  await call(auth.sendStepUpCode)
  await call(auth.stepUp, { body: { password: PASSWORD } })
  await call(auth.requestContactChange, { body: { email: 'new-address@example.com' } })
  const changed = await latestVerificationCode(testApp, 'new-address@example.com')
  await call(auth.confirmContactChange, { body: { kind: 'EMAIL', code: changed } })
  await call(privacy.requestDataExport)
  await call(auth.changePassword, { body: { currentPassword: PASSWORD, newPassword: 'another long password of mine' } })
  await call(auth.endOtherSessions)

  const guest = await createVerifiedAccount(testApp)
  testApp.clock.advance(120_000)
  await call(auth.sendOtp, { body: { email: guest.email, type: 'PASSWORD_RESET', role: 'PROVIDER' } }, {})
  const reset = { email: guest.email, newPassword: 'yet another long password', role: 'PROVIDER' }
  await call(auth.resetPassword, { body: { ...reset, code: await latestVerificationCode(testApp, guest.email) } }, {})

  const leaving = await createSignedInAccount(testApp)
  const twice = await testApp.call(
    auth.login,
    { body: { emailOrPhone: leaving.email, password: PASSWORD, role: 'PROVIDER' } },
    {},
  )
  const other = (await testApp.call(auth.listSessions, {}, leaving)).find(({ isCurrent }) => !isCurrent)
  await call(auth.endSession, { params: { id: other?.id ?? '' } }, leaving)
  await call(auth.logout, {}, { token: twice.token })
  await call(auth.stepUp, { body: { password: PASSWORD } }, leaving)
  await call(privacy.closeAccount, { body: {} }, leaving)
}

/** Calls with which a person sets up second factors and signs in with them. */
export async function recordSecondFactorCalls(testApp: TestApp): Promise<void> {
  const me = await createProvider(testApp)
  const role = 'PROVIDER'
  await confirmPassword(testApp, me)
  const { secret } = await addAuthenticator(testApp, me)
  // The password is not enough from now on, and each code works once.
  await testApp.call(auth.stepUp, { body: { totp: totpCodeOf(testApp, secret) } }, me)
  testApp.clock.advance(30_000)
  const { passkey, factor } = await addPasskey(testApp, me)
  const params = { id: factor.id }
  await testApp.call(secondFactor.renameSecondFactor, { params, body: { name: 'My phone' } }, me)
  await testApp.call(secondFactor.replaceRecoveryCodes, {}, me)
  await testApp.call(secondFactor.startStepUpPasskey, {}, me)

  const { secondFactorToken } = await startLogin(testApp, me.email)
  await testApp.call(secondFactor.startSecondFactorPasskey, { body: { secondFactorToken } })
  const body = { secondFactorToken, totp: totpCodeOf(testApp, secret), rememberDevice: true, role } as const
  await testApp.call(secondFactor.confirmSecondFactor, { body })
  const [device] = (await testApp.call(secondFactor.listSecondFactors, {}, me)).rememberedDevices
  await testApp.call(secondFactor.forgetDevice, { params: { id: device?.id ?? '' } }, me)

  const { options, headers } = await startPasskeyLogin(testApp)
  const credential = passkey.sign(options)
  await testApp.call(secondFactor.loginWithPasskey, { body: { credential, role } }, { headers })
  await testApp.call(secondFactor.removeSecondFactor, { params }, me)
}
