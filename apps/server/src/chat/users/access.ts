import type { Logger } from 'pino'
import type { Bus } from '../../platform/redis/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Connections } from '../connections/connections.ts'
import { createBatcher } from '../core/batcher.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import type { TokenHolder } from '../core/token.ts'
import * as store from './accounts.store.ts'
import type { UserRow } from './users.store.ts'

/** Validity of tokens beyond their signature: deactivated users and ended sessions. */
export interface Access {
  /** Throws code 99 for a suspended app, 17 for a deactivated user, 40 for a revoked token. */
  check(holder: TokenHolder): Promise<void>
  /** Like `check`, for a user who connects. Returns the user; undefined for one who is new. */
  admit(holder: UserTokenHolder): Promise<UserRow | undefined>
  /** Throws code 17 for a suspended user. For writes. */
  requireActive(userId: string): Promise<void>
  /**
   * Invalidates the state of a user (null: of the app) in every process, and closes connections that are no longer
   * allowed.
   */
  changed(userId: string | null): void
  close(): void
}

type UserTokenHolder = Extract<TokenHolder, { kind: 'user' }>

const TOPIC = 'chat.access'
const MAX_CACHED = 20_000
const MAX_ACCOUNTS_READ_AT_ONCE = 200
const APP_KEY = ''

type AccountRestrictions = store.RestrictionsRow | 'suspended' | undefined

/** Most users have no restriction, so only that fact is cached. */
function toRestrictions(account: store.AccountRow | undefined): AccountRestrictions {
  if (!account) return undefined
  const { deactivated_at, tokens_valid_from, suspended_until, ended } = account
  const isRestricted =
    deactivated_at !== null || tokens_valid_from !== null || suspended_until !== null || ended.length > 0
  return isRestricted ? { deactivated_at, tokens_valid_from, suspended_until, ended } : undefined
}

export function createAccess({
  bus,
  clock,
  connections,
  db,
  log,
  options,
}: {
  bus: Bus
  clock: Clock
  connections: Connections
  db: Queryable
  log: Logger
  options: { appKey: string }
}): Access {
  const cachedRestrictions = new Map<string, Promise<AccountRestrictions>>()
  // After a restart of another process a thousand users connect within seconds: they share statements.
  const accounts = createBatcher({
    max: MAX_ACCOUNTS_READ_AT_ONCE,
    write: (userIds: string[]) => store.listAccounts(db, [...new Set(userIds)]),
    finish(userIds, rows) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return userIds.map((userId) => byId.get(userId))
    },
  })

  function restrictionsOf(key: string): Promise<AccountRestrictions> {
    const cached = bus.isConnected() ? cachedRestrictions.get(key) : undefined
    if (cached) return cached
    return cache(
      key,
      key === APP_KEY
        ? store.isSuspended(db, options.appKey).then((suspended) => (suspended ? 'suspended' : undefined))
        : accounts.add(key).then(toRestrictions),
    )
  }

  function cache(key: string, loading: Promise<AccountRestrictions>): Promise<AccountRestrictions> {
    if (!bus.isConnected()) return loading
    cachedRestrictions.set(key, loading)
    loading.catch(() => cachedRestrictions.delete(key))
    const oldest = cachedRestrictions.size > MAX_CACHED ? cachedRestrictions.keys().next().value : undefined
    if (oldest !== undefined) cachedRestrictions.delete(oldest)
    return loading
  }

  async function check(holder: TokenHolder): Promise<void> {
    if (holder.kind === 'server') return
    await requireActiveApp()
    requireValid(holder, await restrictionsOf(holder.userId))
  }

  async function admit(holder: UserTokenHolder): Promise<UserRow | undefined> {
    await requireActiveApp()
    const loading = accounts.add(holder.userId)
    requireValid(holder, await cache(holder.userId, loading.then(toRestrictions)))
    return loading
  }

  async function requireActiveApp(): Promise<void> {
    if ((await restrictionsOf(APP_KEY)) === 'suspended') throw new ChatRefusal('APP_SUSPENDED')
  }

  function requireValid(holder: UserTokenHolder, restrictions: AccountRestrictions): void {
    if (!restrictions || restrictions === 'suspended') return
    if (restrictions.deactivated_at) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.user-deactivated' } })
    const from = restrictions.tokens_valid_from
    // Token times are in seconds: a token of the same second was issued by a later sign-in.
    const isTooOld = from !== null && (holder.issuedAt ?? 0) < Math.floor(from.getTime() / 1000) * 1000
    if (isTooOld || (holder.sessionId !== undefined && restrictions.ended.includes(holder.sessionId)))
      throw new ChatRefusal('TOKEN_EXPIRED', { reason: { code: 'chat.token-revoked' } })
  }

  /** End of a user's suspension. Undefined: none. */
  function endOfSuspension(restrictions: AccountRestrictions): Date | undefined {
    const until = restrictions && restrictions !== 'suspended' ? restrictions.suspended_until : null
    return until !== null && until > clock.now() ? until : undefined
  }

  /** Closes connections whose tokens are no longer valid, or cannot be checked: the client may connect again. */
  async function closeInvalid(userId: string | null): Promise<void> {
    let failed: unknown
    for (const connection of userId === null ? connections.all() : connections.of(userId))
      await check(connection.holder).catch((error: unknown) => {
        connection.close()
        if (!(error instanceof ChatRefusal)) failed = error
      })
    if (failed) log.warn({ err: failed }, 'closed connections that could not be rechecked')
  }

  const stops = [
    bus.subscribe(TOPIC, (frame) => {
      const userId = frame as string | null
      cachedRestrictions.delete(userId ?? APP_KEY)
      void closeInvalid(userId)
    }),
    bus.onGap(() => {
      cachedRestrictions.clear()
      void closeInvalid(null)
    }),
  ]

  return {
    check,
    admit,
    async requireActive(userId) {
      const until = endOfSuspension(await restrictionsOf(userId))
      if (!until) return
      throw new ChatRefusal('NOT_ALLOWED', {
        reason: { code: 'chat.user-suspended' },
        details: { suspendedUntil: until.toISOString() },
      })
    },
    changed(userId) {
      cachedRestrictions.delete(userId ?? APP_KEY)
      bus.publish(TOPIC, userId)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
