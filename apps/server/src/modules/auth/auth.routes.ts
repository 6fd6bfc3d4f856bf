import * as protocol from '@fettle/protocol/accounts/auth'
import * as secondFactor from '@fettle/protocol/accounts/second-factor'
import type { Result } from '@fettle/protocol'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { requestedLocaleOf } from '../../platform/http/locale.ts'
import { Reply } from '../../platform/http/router.ts'
import { DEVICE_REMEMBERED_MS } from './auth.rules.ts'
import { FLOW_VALID_FOR_MS } from './google/google.rules.ts'
import { createGoogle, type GoogleProvider } from './google/google.service.ts'
import { resetPasswordWithCode, sendOtp } from './passwords/recovery.service.ts'
import {
  registerProvider,
  resendVerification,
  verifyCode,
  type ReferralHooks,
} from './registration/registration.service.ts'
import { logIn, type SignedIn } from './login/sign-in.service.ts'
import { CHALLENGE_VALID_FOR_MS } from './second-factor/second-factor.rules.ts'
import {
  finishPasskeyLogin,
  finishSecondStep,
  startPasskeyLogin,
  startSecondStep,
} from './second-factor/second-step.service.ts'
import { bearerOf, SESSION_COOKIE } from './sessions/authenticator.ts'
import { SESSION_ABSOLUTE_MS } from './sessions/sessions.rules.ts'
import { endSessionsOf, type Device } from './sessions/sessions.service.ts'

export type SignStreamToken = (userId: string, sessionId: string) => string | Promise<string>

export interface AuthNeighbours {
  chat: { signToken: SignStreamToken; appKey: string }
  /** Sign-in by OpenID Connect. Absent: not offered. */
  google?: GoogleProvider | undefined
  referrals: ReferralHooks
}

export function serveAuth(deps: Deps, routers: Routers, neighbours: AuthNeighbours): void {
  const { chat, referrals } = neighbours
  const { config, settings } = deps
  const answer = answerSignIn(deps, chat)

  routers.public.serve(protocol.getAuthOptions, async () => ({
    google: neighbours.google !== undefined,
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
    clearCookie(deps, reply)
    return new Reply({}, { message: { code: 'PASSWORD_RESET' } })
  })

  routers.public.serve(protocol.login, async ({ body, request, reply }) => {
    return answer(reply, await logIn(deps, body, deviceOf(request)))
  })

  serveGoogle(deps, routers, { google: neighbours.google, referrals, answer })
  serveSecondStep(deps, routers, answer)

  routers.public.serve(protocol.logout, async ({ request, reply }) => {
    const tokens = [bearerOf(request), request.cookies[SESSION_COOKIE]].filter((token) => token !== undefined)
    await endSessionsOf(deps, tokens)
    clearCookie(deps, reply)
    return new Reply({}, { message: { code: 'LOGGED_OUT' } })
  })
}

/** Sets the cookies of a new session and answers with its tokens. */
type AnswerSignIn = (reply: FastifyReply, signedIn: SignedIn) => Promise<Reply<Result<typeof protocol.login>>>

const answerSignIn =
  (deps: Deps, { signToken, appKey }: AuthNeighbours['chat']): AnswerSignIn =>
  async (reply, signedIn) => {
    const { account, sessionId, token } = signedIn
    setCookies(deps, reply, signedIn)
    const streamToken = await signToken(account.id, sessionId)
    return new Reply({ token, streamToken, chatAppKey: appKey }, { message: { code: 'LOGGED_IN' } })
  }

/** Registers the second step of a sign-in, and sign-in with a passkey alone. */
function serveSecondStep(deps: Deps, routers: Routers, answer: AnswerSignIn): void {
  const flowCookie = { ...cookieOptions(deps), path: '/v2/auth/passkey' }

  routers.public.serve(secondFactor.startPasskeyLogin, async ({ request, reply }) => {
    const { options, flow } = await startPasskeyLogin(deps, deviceOf(request))
    reply.setCookie(PASSKEY_COOKIE, flow, { ...flowCookie, maxAge: CHALLENGE_VALID_FOR_MS / 1000 })
    return { options }
  })

  routers.public.serve(secondFactor.loginWithPasskey, async ({ body, request, reply }) => {
    reply.clearCookie(PASSKEY_COOKIE, flowCookie)
    const flow = request.cookies[PASSKEY_COOKIE]
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

const PASSKEY_COOKIE = 'fettle_passkey'

interface GoogleNeighbours extends Pick<AuthNeighbours, 'google' | 'referrals'> {
  answer: AnswerSignIn
}

function serveGoogle(deps: Deps, routers: Routers, { google: provider, referrals, answer }: GoogleNeighbours): void {
  const google = provider && createGoogle(deps, provider, referrals)
  const flowCookie = { ...cookieOptions(deps), path: '/v2/auth/google' }

  routers.public.serve(protocol.startGoogle, async ({ body, reply }) => {
    if (!google) throw new AppError('NOT_FOUND', { thing: 'page' })
    const { url, flow } = await google.start(body.redirectUri)
    reply.setCookie(FLOW_COOKIE, flow, { ...flowCookie, maxAge: FLOW_VALID_FOR_MS / 1000 })
    return { url }
  })

  routers.public.serve(protocol.finishGoogle, async ({ body, request, reply }) => {
    if (!google) throw new AppError('NOT_FOUND', { thing: 'page' })
    reply.clearCookie(FLOW_COOKIE, flowCookie)
    return answer(reply, await google.finish({ ...body, flow: request.cookies[FLOW_COOKIE] }, deviceOf(request)))
  })
}

const FLOW_COOKIE = 'fettle_google'

const deviceOf = (request: FastifyRequest): Device => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  locale: requestedLocaleOf(request),
  token: request.cookies[DEVICE_COOKIE],
})

// Only calls under /v2 read it.
const cookieOptions = ({ config }: Deps): CookieSerializeOptions => ({
  httpOnly: true,
  // Cookies for front ends of other sites need HTTPS.
  sameSite: config.corsOrigins.length > 0 && config.origin.startsWith('https:') ? 'none' : 'lax',
  path: '/v2',
  secure: config.origin.startsWith('https:'),
})

const DEVICE_COOKIE = 'fettle_device'

/** Sets the session cookie and the device cookie, which outlives the session. */
function setCookies(deps: Deps, reply: FastifyReply, { cookie, deviceToken }: SignedIn): void {
  const options = cookieOptions(deps)
  reply.setCookie(SESSION_COOKIE, cookie, { ...options, maxAge: SESSION_ABSOLUTE_MS / 1000 })
  reply.setCookie(DEVICE_COOKIE, deviceToken, { ...options, path: '/v2/auth', maxAge: DEVICE_REMEMBERED_MS / 1000 })
}

const clearCookie = (deps: Deps, reply: FastifyReply) => reply.clearCookie(SESSION_COOKIE, cookieOptions(deps))
