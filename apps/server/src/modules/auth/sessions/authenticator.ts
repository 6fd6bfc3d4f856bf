import type { Operation } from '@fettle/protocol'
import type { FastifyRequest } from 'fastify'
import type { ProviderActor } from '../../../actors.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, rateLimited } from '../../../platform/errors.ts'
import { createCallCounter } from '../../../platform/http/call-counter.ts'
import { findTimeZone } from '../accounts.store.ts'
import { createCookies } from './cookies.ts'
import { mayCallWhileSuspended, refusalOf } from './suspension.rules.ts'
import { ACCOUNT_CHANGED, findSession, renewSession, tokenHash } from './sessions.service.ts'
import type { SessionRow } from './sessions.store.ts'

const CACHE_TTL_MS = 10_000
const MAX_CACHED = 50_000

/** The user a chat token was signed for. Undefined: not our token, or expired. */
export type VerifyStreamToken = (token: string) => string | undefined | Promise<string | undefined>

/** Whether a booking belongs to a provider and is running. */
export type IsUnderWay = (db: Queryable, providerId: string, bookingId: string) => Promise<boolean>

export type Authenticate = (request: FastifyRequest, operation: Operation) => Promise<ProviderActor>

/** The token of the `Authorization: Bearer` header. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]

/**
 * Authenticates the calling provider. Throws 401, 403 for operations that require onboarding, or 429 above the rate
 * limit, which all sessions of a provider share. Reads a session from the database at most every ten seconds; a change
 * of the account invalidates it in every process at once.
 */
export function createAuthenticator(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'bus' | 'config' | 'redis' | 'settings'>,
  { verifyStreamToken, isUnderWay }: { verifyStreamToken: VerifyStreamToken; isUnderWay: IsUnderWay },
): Authenticate {
  const findCached = createSessionCache(deps)
  const cookies = createCookies(deps)
  const calls = createCallCounter(deps)

  return async (request, operation) => {
    const token = bearerOf(request)
    if (!token) throw new AppError('UNAUTHENTICATED')
    const session =
      (await findCached(token)) ?? (operation.name === 'profile.get' ? await renew(request, token) : undefined)
    if (!session) throw new AppError('UNAUTHENTICATED')
    const actor = toActor(session)
    const { count, resetsAt } = await calls.count(actor.id)
    if (count > deps.config.callsPerMinute) throw rateLimited(resetsAt, deps.clock.now())
    if (operation.audience === 'provider' && !actor.isOnboarded) throw new AppError('ONBOARDING_REQUIRED')
    await assertNotSuspended(session, operation, request)
    return actor
  }

  /** The only place that makes a suspended account read-only. */
  async function assertNotSuspended(session: SessionRow, operation: Operation, request: FastifyRequest) {
    const { suspendedUntil, suspensionReason } = session
    if (!suspendedUntil || suspendedUntil <= deps.clock.now()) return
    const { id } = request.params as { id?: string }
    const isRunning =
      operation.whileSuspended === 'running' && id !== undefined && (await isUnderWay(deps.db, session.accountId, id))
    if (mayCallWhileSuspended(operation, isRunning)) return
    const timeZone = await findTimeZone(deps, deps.db, session.accountId)
    throw refusalOf({ until: suspendedUntil, reason: suspensionReason ?? '', timeZone })
  }

  /**
   * Gives the session of the cookie a new token, where the saved chat token is of the same account. Browsers come with
   * both at boot when they have lost the session's token.
   */
  async function renew(request: FastifyRequest, streamToken: string): Promise<SessionRow | undefined> {
    const cookie = cookies.read(request, 'fettle_session')
    const accountId = cookie && (await verifyStreamToken(streamToken))
    const renewed = cookie && accountId ? await renewSession(deps, cookie, accountId) : undefined
    if (renewed) renewedTokens.set(request, renewed.token)
    return renewed?.session
  }
}

const renewedTokens = new WeakMap<FastifyRequest, string>()

/** The new session token of a request that came with a chat token and the session cookie. */
export const renewedTokenOf = (request: FastifyRequest): string | undefined => renewedTokens.get(request)

const toActor = (session: SessionRow): ProviderActor => ({
  id: session.accountId,
  name: `${session.firstName} ${session.lastName}`.trim(),
  sessionId: session.id,
  isOnboarded: session.isOnboarded,
})

/** Finds the sessions of tokens, each read at most every ten seconds unless its account changes. */
function createSessionCache(deps: Pick<Deps, 'db' | 'clock' | 'bus'>) {
  const sessions = new Map<string, { session: SessionRow; until: number }>()
  // A lookup that was running when the account changed may have read stale data.
  let changes = 0
  deps.bus.subscribe(ACCOUNT_CHANGED, (frame) => {
    changes += 1
    const { accountId } = frame as { accountId: string }
    for (const [key, { session }] of sessions) if (session.accountId === accountId) sessions.delete(key)
  })

  deps.bus.onGap(() => {
    changes += 1
    sessions.clear()
  })

  return async (token: string): Promise<SessionRow | undefined> => {
    const key = tokenHash(token).toString('base64')
    const now = deps.clock.now().getTime()
    const cached = sessions.get(key)
    if (cached && now < cached.until && now < cached.session.expiresAt.getTime()) return cached.session
    sessions.delete(key)
    const changesBefore = changes
    const session = await findSession(deps, token)
    if (session && changesBefore === changes) {
      if (sessions.size >= MAX_CACHED) sessions.delete(sessions.keys().next().value ?? '')
      sessions.set(key, { session, until: now + CACHE_TTL_MS })
    }
    return session
  }
}
