import { marketplaceScopes, type Operation } from '@fettle/protocol'
import { MINUTE_MS } from '@fettle/protocol/core/durations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MarketplaceActor } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, rateLimited } from '../../../platform/errors.ts'
import { createCallCounter } from '../../../platform/http/call-counter.ts'
import * as rules from './keys.rules.ts'
import * as store from './keys.store.ts'

/** The caller behind the demo key. */
const demoMarketplace: MarketplaceActor = {
  keyId: 'key_demo',
  name: 'Demo marketplace',
  scopes: marketplaceScopes,
}

/**
 * Authenticates the calling marketplace. Throws 401 without a valid key, 403 from a forbidden address or without the
 * scope, 429 above the rate limit. Answers to known keys carry the remaining calls of the minute.
 */
export function createKeyAuthenticator(deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log' | 'redis'>) {
  const { config, db, clock, log } = deps
  const calls = createCallCounter(deps)
  const lastTouchedAt = new Map<string, number>()

  /** Stores the last use of a key once a minute, without delaying the call. */
  const touch = (id: string, now: Date) => {
    if (now.getTime() - (lastTouchedAt.get(id) ?? -Infinity) < MINUTE_MS) return
    lastTouchedAt.set(id, now.getTime())
    store
      .touch(db, id, now)
      .catch((error: unknown) => log.warn({ err: error, key: id }, 'updating the last use of an API key failed'))
  }

  async function open(secret: string, { ip }: FastifyRequest): Promise<MarketplaceActor> {
    if (config.demo && secret === rules.DEMO_KEY) return demoMarketplace
    const now = clock.now()
    const key = await store.findBySecret(db, rules.hashOf(secret), now)
    if (!key || !rules.isValid(key, now)) throw unknown()
    if (!rules.isAllowed(ip, key.ipAllowlist))
      throw new AppError('FORBIDDEN', { address: ip }, { message: 'API_KEY_ADDRESS' })
    touch(key.id, now)
    return { keyId: key.id, name: key.name, scopes: key.scopes }
  }

  return async (request: FastifyRequest, { scope }: Operation, reply: FastifyReply): Promise<MarketplaceActor> => {
    const secret = /^Bearer +(mk_(?:live|test)_[\w-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!secret) throw unknown()
    const actor = await open(secret, request)
    const limit = config.callsPerMinute
    const { count, resetsAt } = await calls.count(actor.keyId)
    const now = clock.now()
    reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - count)),
      'ratelimit-reset': String(Math.ceil((resetsAt - now.getTime()) / 1000)),
    })
    if (count > limit) throw rateLimited(resetsAt, now)
    if (scope !== undefined && !actor.scopes.includes(scope))
      throw new AppError('FORBIDDEN', { scope }, { message: 'API_KEY_SCOPE' })
    return actor
  }
}

const unknown = () => new AppError('UNAUTHENTICATED', {}, { message: 'API_KEY_INVALID' })
