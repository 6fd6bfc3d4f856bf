import { marketplaceScopes, type MarketplaceScope } from '@fettle/protocol'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import {
  hashOf,
  isValid,
  ROTATION_OVERLAP_MS,
  previousUntil,
  toNetwork,
  toSecret,
  type StoredKey,
} from './keys.rules.ts'
import * as store from './keys.store.ts'

type KeyDeps = Pick<Deps, 'ids' | 'clock'>

export interface KeyDraft {
  name: string
  scopes: readonly string[]
  /** `mk_live_` if true (default), otherwise `mk_test_`. */
  live?: boolean
  /** Allowed addresses and networks (CIDR). */
  ipAllowlist?: readonly string[]
  expiresAt?: Date | null
}

/** A key with its secret, available only now: just its hash is stored. */
export interface CreatedKey {
  key: string
  stored: StoredKey
}

/** Creates a key. Throws VALIDATION_FAILED with one issue. */
export async function createApiKey(
  { ids, clock }: KeyDeps,
  db: Queryable,
  { name, scopes, live = true, ipAllowlist = [], expiresAt = null }: KeyDraft,
): Promise<CreatedKey & { id: string }> {
  const now = clock.now()
  const cleanName = name.trim()
  if (cleanName.length < 1 || cleanName.length > 60)
    throw fieldError(['name'], 'INVALID_FORMAT', 'Name the key in 1 to 60 characters.')
  for (const scope of scopes) {
    if (!isScope(scope))
      throw fieldError(['scopes'], 'NOT_ALLOWED', `No scope is called ${scope}. Use: ${marketplaceScopes.join(', ')}.`)
  }
  if (expiresAt && !(expiresAt > now)) throw fieldError(['expiresAt'], 'TOO_SMALL', 'Choose a time in the future.')
  const networks = ipAllowlist.map((text) => {
    const network = toNetwork(text)
    if (network) return network
    throw fieldError(['ipAllowlist'], 'INVALID_FORMAT', `${text} is no address and no network such as 203.0.113.0/24.`)
  })
  const { secret, prefix } = toSecret(ids.token(), live)
  const stored = await store.insert(
    db,
    {
      id: ids.next('key'),
      name: cleanName,
      prefix,
      hash: hashOf(secret),
      scopes: [...new Set(scopes)] as MarketplaceScope[],
      ipAllowlist: networks,
      expiresAt,
    },
    now,
  )
  return { id: stored.id, key: secret, stored }
}

const isScope = (text: string): text is MarketplaceScope => (marketplaceScopes as readonly string[]).includes(text)

/** All keys, including ended ones, oldest first. */
export const listApiKeys = (db: Queryable): Promise<StoredKey[]> => store.list(db)

/**
 * Gives a key a new secret. The current one stays valid for 24 hours, earlier ones end. Id, scopes and idempotency
 * records stay. `overlap` in milliseconds: 0 for a leaked secret.
 */
export async function rotateApiKey(
  { ids, clock, db }: KeyDeps & Pick<Deps, 'db'>,
  named: string,
  { overlap = ROTATION_OVERLAP_MS }: { overlap?: number } = {},
): Promise<CreatedKey> {
  return db.transaction(async (tx) => {
    const { id, prefix: former, expiresAt, revokedAt } = await lockKey(tx, named)
    const now = clock.now()
    if (!isValid({ expiresAt, revokedAt }, now))
      throw fieldError(['key'], 'NOT_ALLOWED', 'This key opens nothing any more. Make a new one.')
    const { secret, prefix } = toSecret(ids.token(), former.startsWith('mk_live_'))
    const until = previousUntil(expiresAt, now, overlap)
    const stored = await store.rotate(tx, id, { hash: hashOf(secret), prefix, previousUntil: until })
    return { key: secret, stored }
  })
}

/** Revokes a key at once, including its previous secret. */
export const revokeApiKey = ({ clock, db }: Pick<Deps, 'clock' | 'db'>, named: string): Promise<StoredKey> =>
  db.transaction(async (tx) => store.revoke(tx, (await lockKey(tx, named)).id, clock.now()))

/** Finds a key by id, prefix or name. Throws if none or several match. */
async function lockKey(tx: Queryable, named: string): Promise<StoredKey> {
  const [key, other] = await store.lockNamed(tx, named)
  if (!key) throw new AppError('NOT_FOUND', { thing: 'key' })
  if (other) throw fieldError(['key'], 'NOT_ALLOWED', `Several keys are called ${named}. Name one by its id.`)
  return key
}
