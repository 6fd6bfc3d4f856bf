import * as protocol from '@fettle/protocol/accounts/auth'
import * as secondFactor from '@fettle/protocol/accounts/second-factor'
import type { Result } from '@fettle/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { requestedLocaleOf } from '../../platform/http/locale.ts'
import { Reply } from '../../platform/http/router.ts'
import { DEVICE_REMEMBERED_MS } from './auth.rules.ts'
import { FLOW_VALID_FOR_MS } from './google/google.rules.ts'
import { createGoogle, type Google, type GoogleProvider } from './google/google.service.ts'
import { resetPasswordWithCode, sendOtp } from './passwords/recovery.service.ts'
import {
  registerProvider,
  resendVerification,
  verifyCode,
  type ReferralHooks,
} from './registration/registration.service.ts'
import { logIn, type SignInResult } from './login/sign-in.service.ts'
import { CHALLENGE_VALID_FOR_MS } from './second-factor/second-factor.rules.ts'
import {
  finishPasskeyLogin,
  finishSecondStep,
  startPasskeyLogin,
  startSecondStep,
} from './second-factor/second-step.service.ts'
import { bearerOf } from './sessions/authenticator.ts'
import { createCookies, type Cookies } from './sessions/cookies.ts'
import { SESSION_ABSOLUTE_MS } from './sessions/sessions.rules.ts'
import { endSessionsOf, type Device } from './sessions/sessions.service.ts'

export type SignStreamToken = (userId: string, sessionId: string) => string | Promise<string>

/** Functions of other modules and services that signing in needs. */
export interface SignInServices {
  chat: { signToken: SignStreamToken; appKey: string }
  /** Sign-in by OpenID Connect. Absent: not offered. */
  google?: GoogleProvider | undefined
  referrals: ReferralHooks
}

/** Registers the public routes of registration, sign-in and recovery. */
export function serveAuth(deps: Deps, routers: Routers, { chat, google, referrals }: SignInServices): void {
  const { config, settings } = deps
  const cookies = createCookies(deps)
  const deviceOf = deviceReader(cookies)
  const answer = answerSignIn(cookies, chat)

  routers.public.serve(protocol.getAuthOptions, async () => ({
    google: google !== undefined,
    passwordMinLength: settings().passwordMinLength,
    defaultCountry: settings().defaultCountry,
    requireTerms: settings().termsVersion !== '',
    termsUrl: config.termsUrl ?? null,
  }))

  routers.public.serve(protocol.register, async ({ body, request }) => {
    const pending = await registerProvider(deps, body, deviceOf(request), referrals)
    return new Reply(pending, { message: { code: 'VERIFICATION_CODE_SENT' } })
  })

  routers.public.serve(protocol.verify, async ({ body }) => {
    await verifyCode(deps, body, referrals)
    const code = body.type === 'VERIFICATION' ? 'ACCOUNT_VERIFIED' : 'CODE_VERIFIED'
    return new Reply({ verified: true }, { message: { code } })
  })

  routers.public.serve(protocol.resendVerification, async ({ body, request }) => {
    const sent = await resendVerification(deps, body, deviceOf(request))
    return new Reply(sent, { message: { code: 'VERIFICATION_CODE_RESENT' } })
  })

  routers.public.serve(protocol.sendOtp, async ({ body, request }) => {
    const sent = await sendOtp(deps, body, deviceOf(request))
    return new Reply(sent, { message: { code: 'CODE_SENT_IF_ACCOUNT_EXISTS' } })
  })

  routers.public.serve(protocol.resetPassword, async ({ body, reply }) => {
    await resetPasswordWithCode(deps, body)
    cookies.clear(reply, 'fettle_session')
    return new Reply({}, { message: { code: 'PASSWORD_RESET' } })
  })

  routers.public.serve(protocol.login, async ({ body, request, reply }) => {
    return answer(reply, await logIn(deps, body, deviceOf(request)))
  })

  serveGoogle(routers, google && createGoogle(deps, google, referrals), { answer, cookies })
  serveSecondStep(deps, routers, { answer, cookies })

  routers.public.serve(protocol.logout, async ({ request, reply }) => {
    const tokens = [bearerOf(request), cookies.read(request, 'fettle_session')].filter((token) => token !== undefined)
    await endSessionsOf(deps, tokens)
    cookies.clear(reply, 'fettle_session')
    return new Reply({}, { message: { code: 'LOGGED_OUT' } })
  })
}

/** Sets the cookies of a new session and answers with its tokens. */
type AnswerSignIn = (reply: FastifyReply, signedIn: SignInResult) => Promise<Reply<Result<typeof protocol.login>>>

const answerSignIn =
  (cookies: Cookies, { signToken, appKey }: SignInServices['chat']): AnswerSignIn =>
  async (reply, signedIn) => {
    const { account, sessionId, token } = signedIn
    cookies.set(reply, 'fettle_session', signedIn.cookie, SESSION_ABSOLUTE_MS)
    cookies.set(reply, 'fettle_device', signedIn.deviceToken, DEVICE_REMEMBERED_MS)
    const streamToken = await signToken(account.id, sessionId)
    return new Reply({ token, streamToken, chatAppKey: appKey }, { message: { code: 'LOGGED_IN' } })
  }

/** Registers the second step of a sign-in, and sign-in with a passkey alone. */
function serveSecondStep(deps: Deps, routers: Routers, { answer, cookies }: SignInAnswers): void {
  const deviceOf = deviceReader(cookies)

  routers.public.serve(secondFactor.startPasskeyLogin, async ({ request, reply }) => {
    const { options, flow } = await startPasskeyLogin(deps, deviceOf(request))
    cookies.set(reply, 'fettle_passkey', flow, CHALLENGE_VALID_FOR_MS)
    return { options }
  })

  routers.public.serve(secondFactor.loginWithPasskey, async ({ body, request, reply }) => {
    cookies.clear(reply, 'fettle_passkey')
    const flow = cookies.read(request, 'fettle_passkey')
    return answer(reply, await finishPasskeyLogin(deps, { ...body, flow }, deviceOf(request)))
  })

  routers.public.serve(secondFactor.startSecondFactorPasskey, async ({ body }) => ({
    options: await startSecondStep(deps, body.secondFactorToken),
  }))

  routers.public.serve(secondFactor.confirmSecondFactor, async ({ body, request, reply }) => {
    const { secondFactorToken: token, rememberDevice: remember, role, ...proof } = body
    return answer(reply, await finishSecondStep(deps, { token, proof, remember, role }, deviceOf(request)))
  })
}

interface SignInAnswers {
  answer: AnswerSignIn
  cookies: Cookies
}

/** Registers sign-in with Google, where it is configured. */
function serveGoogle(routers: Routers, google: Google | undefined, { answer, cookies }: SignInAnswers): void {
  const deviceOf = deviceReader(cookies)

  routers.public.serve(protocol.startGoogle, async ({ body, reply }) => {
    if (!google) throw new AppError('NOT_FOUND', { thing: 'page' })
    const { url, flow } = await google.start(body.redirectUri)
    cookies.set(reply, 'fettle_google', flow, FLOW_VALID_FOR_MS)
    return { url }
  })

  routers.public.serve(protocol.finishGoogle, async ({ body, request, reply }) => {
    if (!google) throw new AppError('NOT_FOUND', { thing: 'page' })
    cookies.clear(reply, 'fettle_google')
    const flow = cookies.read(request, 'fettle_google')
    return answer(reply, await google.finish({ ...body, flow }, deviceOf(request)))
  })
}

const deviceReader =
  (cookies: Cookies) =>
  (request: FastifyRequest): Device => ({
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    locale: requestedLocaleOf(request),
    token: cookies.read(request, 'fettle_device'),
  })
