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
import { issueText } from '@fettle/protocol/core/issue-text'

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
    throw fieldError(['name'], 'INVALID_FORMAT', issueText('KEY_NAME_LENGTH', { min: 1, max: 60 }))
  for (const scope of scopes) {
    if (!isScope(scope))
      throw fieldError(
        ['scopes'],
        'NOT_ALLOWED',
        issueText('SCOPE_UNKNOWN', { scope, list: { list: marketplaceScopes, join: 'or' } }),
      )
  }
  if (expiresAt && !(expiresAt > now)) throw fieldError(['expiresAt'], 'TOO_SMALL', issueText('TIME_IN_PAST'))
  const networks = ipAllowlist.map((text) => {
    const network = toNetwork(text)
    if (network) return network
    throw fieldError(['ipAllowlist'], 'INVALID_FORMAT', issueText('NETWORK_INVALID', { text }))
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
  identifier: string,
  { overlap = ROTATION_OVERLAP_MS }: { overlap?: number } = {},
): Promise<CreatedKey> {
  return db.transaction(async (tx) => {
    const { id, prefix: former, expiresAt, revokedAt } = await lockKey(tx, identifier)
    const now = clock.now()
    if (!isValid({ expiresAt, revokedAt }, now)) throw fieldError(['key'], 'NOT_ALLOWED', issueText('KEY_REVOKED'))
    const { secret, prefix } = toSecret(ids.token(), former.startsWith('mk_live_'))
    const until = previousUntil(expiresAt, now, overlap)
    const stored = await store.rotate(tx, id, { hash: hashOf(secret), prefix, previousUntil: until })
    return { key: secret, stored }
  })
}

/** Revokes a key at once, including its previous secret. */
export const revokeApiKey = ({ clock, db }: Pick<Deps, 'clock' | 'db'>, identifier: string): Promise<StoredKey> =>
  db.transaction(async (tx) => store.revoke(tx, (await lockKey(tx, identifier)).id, clock.now()))

/** Finds a key by id, prefix or name. Throws if none or several match. */
async function lockKey(tx: Queryable, identifier: string): Promise<StoredKey> {
  const [key, other] = await store.lockMatchingKeys(tx, identifier)
  if (!key) throw new AppError('NOT_FOUND', { thing: 'key' })
  if (other) throw fieldError(['key'], 'NOT_ALLOWED', issueText('KEY_NAME_AMBIGUOUS', { name: identifier }))
  return key
}
