import { createHash } from 'node:crypto'
import { marketplaceScopes, type MarketplaceScope, type Operation } from '@fettle/protocol'
import type { FastifyRequest } from 'fastify'
import type { MarketplaceActor } from '../../actors.ts'
import type { Queryable } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './marketplace.store.ts'

/** Known to everybody, so it opens nothing but a demo. */
export const DEMO_KEY = 'mk_test_demo'

const PREFIX_LENGTH = 'mk_test_'.length + 6
const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** Makes a key. Only its hash is kept, so this is the one time it can be shown. */
export async function createApiKey(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  db: Queryable,
  {
    name,
    scopes,
    live = true,
    expiresAt = null,
  }: {
    name: string
    scopes: readonly MarketplaceScope[]
    live?: boolean
    expiresAt?: Date | null
  },
): Promise<{ id: string; key: string }> {
  const key = `mk_${live ? 'live' : 'test'}_${ids.token()}`
  const id = ids.next('key')
  await store.insertKey(
    db,
    { id, name, prefix: key.slice(0, PREFIX_LENGTH), hash: hashOf(key), scopes, expiresAt },
    clock.now(),
  )
  return { id, key }
}

/** Says which marketplace calls, or throws 401; 403 when its key is not for this. */
export function createKeyAuthenticator({ config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>) {
  const demo: MarketplaceActor = { keyId: 'key_demo', name: 'Demo marketplace', scopes: marketplaceScopes }

  return async (request: FastifyRequest, { scope }: Operation): Promise<MarketplaceActor> => {
    const key = /^Bearer +(mk_(?:live|test)_[\w-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!key) throw new AppError('UNAUTHENTICATED', {}, { message: 'Send a valid API key.' })
    const actor = config.demo && key === DEMO_KEY ? demo : await store.findKey(db, hashOf(key), clock.now())
    if (!actor) throw new AppError('UNAUTHENTICATED', {}, { message: 'Send a valid API key.' })
    if (scope !== undefined && !actor.scopes.includes(scope)) throw new AppError('FORBIDDEN', { scope })
    return actor
  }
}
