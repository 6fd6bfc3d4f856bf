import type { Configuration, CustomFetch } from 'openid-client'
import { Email } from '@fettle/protocol/common/fields'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import { lockDestination } from '../codes/codes.store.ts'
import { FLOW_VALID_FOR_MS, mayReturnTo, toIdentity, type GoogleIdentity } from './google.rules.ts'
import * as store from './google.store.ts'
import type { GoogleFlow } from './google.store.ts'
import { assertRole } from '../login/login-limits.ts'
import type { ReferralHooks } from '../registration/registration.service.ts'
import { tokenHash, type Device } from '../sessions/sessions.service.ts'
import { signIn, type SignInResult } from '../login/sign-in.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** An OpenID provider and its client credentials. */
export interface GoogleProvider {
  clientId: string
  clientSecret: string
  issuer: string
  /** Replaces the network in tests. */
  fetch?: CustomFetch
}

export interface Google {
  /** Returns the address to open and the content of the cookie. */
  start(redirectUri: string): Promise<{ url: string; flow: string }>
  finish(callback: GoogleCallback, device: Device): Promise<SignInResult>
}

export interface GoogleCallback {
  code: string
  role: string
  redirectUri: string
  state?: string | undefined
  /** Content of the cookie. */
  flow: string | undefined
}

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export function createGoogle(deps: Deps, provider: GoogleProvider, referrals: ReferralHooks): Google {
  const { db, clock, ids, config, log } = deps
  const discover = createDiscovery(provider)

  const failed = (error: unknown): AppError => {
    log.warn({ err: error }, 'OpenID Connect sign-in failed')
    return new AppError('GOOGLE_LOGIN_FAILED')
  }

  return {
    async start(redirectUri) {
      if (!mayReturnTo(redirectUri, { origins: [config.origin, ...config.corsOrigins], isDemo: config.demo })) {
        throw fieldError(['redirectUri'], 'NOT_ALLOWED', issueText('REDIRECT_NOT_OURS'))
      }
      const { client, configuration } = await discover().catch((error: unknown) => {
        throw failed(error)
      })
      const flow = ids.token()
      const row: GoogleFlow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        redirectUri,
        expiresAt: new Date(clock.now().getTime() + FLOW_VALID_FOR_MS),
      }
      await store.insertFlow(db, tokenHash(flow), row)
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: row.state,
        nonce: row.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(row.codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { url: url.href, flow }
    },

    async finish(returned, device) {
      assertRole(returned.role)
      const flow = returned.flow && (await store.takeFlow(db, tokenHash(returned.flow), clock.now()))
      if (!flow || flow.redirectUri !== returned.redirectUri) throw new AppError('GOOGLE_LOGIN_FAILED')
      const identity = await identify(flow, returned).catch((error: unknown) => {
        throw failed(error)
      })
      return signIn(deps, await findOrCreate(deps, identity, referrals), device, 'GOOGLE')
    },
  }

  async function identify(flow: GoogleFlow, { code, state = flow.state }: GoogleCallback): Promise<GoogleIdentity> {
    const { client, configuration } = await discover()
    const callbackUrl = new URL(flow.redirectUri)
    callbackUrl.searchParams.set('code', code)
    callbackUrl.searchParams.set('state', state)
    const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = configuration.serverMetadata()
    if (namesIssuer) callbackUrl.searchParams.set('iss', issuer)
    const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: flow.codeVerifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    const identity = toIdentity({ ...tokens.claims() })
    if (!identity) throw new Error('The OpenID provider reports the email address as unverified.')
    return { ...identity, email: z.parse(Email, identity.email) }
  }
}

/** Discovers the provider's configuration on first use, and again after a failure. */
function createDiscovery({ issuer, clientId, clientSecret, fetch }: GoogleProvider) {
  let found: ReturnType<typeof find> | undefined
  const find = async () => {
    const client = await import('openid-client')
    const configuration: Configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: 10,
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      ...(fetch ? { [client.customFetch]: fetch } : {}),
    })
    return { client, configuration }
  }
  return () =>
    (found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    }))
}

/** Finds the account of a subject; otherwise links the verified account with the email; otherwise creates one. */
function findOrCreate(
  deps: Deps,
  { subject, email, firstName, lastName }: GoogleIdentity,
  referrals: ReferralHooks,
): Promise<AccountRecord> {
  const { db, ids, clock } = deps
  return db.transaction(async (tx) => {
    await lockDestination(tx, email, 'VERIFICATION')
    const linkedId = await store.findIdBySubject(tx, subject)
    const account = linkedId ? await accounts.findById(tx, linkedId) : await accounts.lockByEmail(tx, email)
    if (account?.verifiedAt) {
      if (!linkedId) await store.linkSubject(tx, account.id, subject, clock.now())
      return account
    }
    // The existing account never verified this address: its password must not open the new one.
    if (account) await accounts.deleteAccount(tx, account.id)
    const now = clock.now()
    const id = ids.next('usr')
    await accounts.insertAccount(
      tx,
      { id, email, phone: null, firstName, lastName, passwordHash: null, verifiedAt: now },
      now,
    )
    await store.linkSubject(tx, id, subject, now)
    await referrals.recordRegistration(deps, tx, { id, email, phone: null }, undefined)
    await referrals.recordVerification(deps, tx, id)
    const created = await accounts.findById(tx, id)
    if (!created) throw new Error('The created account was not found.')
    return created
  })
}
