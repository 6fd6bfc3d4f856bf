import type { MarketplaceScope } from '@fettle/protocol'
import { sql, type Queryable } from '../../../platform/db/db.ts'
import type { StoredKey } from './keys.rules.ts'

interface NewKey {
  id: string
  name: string
  prefix: string
  hash: Buffer
  scopes: readonly MarketplaceScope[]
  ipAllowlist: readonly string[]
  expiresAt: Date | null
}

const columns = sql`
  id, name, prefix, scopes, ip_allowlist as "ipAllowlist", created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt", previous_until as "previousUntil"`

export async function insert(db: Queryable, key: NewKey, now: Date): Promise<StoredKey> {
  return db.one<StoredKey>(sql`
    insert into api_keys (id, name, prefix, hash, scopes, ip_allowlist, expires_at, created_at)
    values (${key.id}, ${key.name}, ${key.prefix}, ${key.hash}, ${key.scopes}, ${key.ipAllowlist}, ${key.expiresAt}, ${now})
    returning ${columns}`)
}

/** The key of a secret: the current one, or the previous one while it is valid. */
export async function findBySecret(db: Queryable, hash: Buffer, now: Date): Promise<StoredKey | undefined> {
  return db.maybeOne<StoredKey>(sql`
    select ${columns} from api_keys where hash = ${hash}
    union all
    select ${columns} from api_keys where previous_hash = ${hash} and previous_until > ${now}`)
}

/** Keys matching an id, prefix or name, locked until the transaction ends. */
export async function lockMatchingKeys(tx: Queryable, identifier: string): Promise<StoredKey[]> {
  return tx.query<StoredKey>(sql`
    select ${columns} from api_keys where id = ${identifier} or prefix = ${identifier} or name = ${identifier}
    order by created_at for update`)
}

export async function list(db: Queryable): Promise<StoredKey[]> {
  return db.query<StoredKey>(sql`select ${columns} from api_keys order by created_at, id`)
}

export async function rotate(
  tx: Queryable,
  id: string,
  { hash, prefix, previousUntil }: { hash: Buffer; prefix: string; previousUntil: Date },
): Promise<StoredKey> {
  return tx.one<StoredKey>(sql`
    update api_keys set previous_hash = hash, previous_until = ${previousUntil}, hash = ${hash}, prefix = ${prefix}
    where id = ${id} returning ${columns}`)
}

export async function revoke(tx: Queryable, id: string, now: Date): Promise<StoredKey> {
  return tx.one<StoredKey>(sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}) where id = ${id} returning ${columns}`)
}

export async function touch(db: Queryable, id: string, now: Date): Promise<void> {
  await db.execute(sql`update api_keys set last_used_at = greatest(last_used_at, ${now}::timestamptz) where id = ${id}`)
}
