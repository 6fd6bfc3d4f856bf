import type { Logger } from 'pino'
import type { Bus } from '../../platform/redis/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Connections } from '../connections/connections.ts'
import { createBatcher } from '../core/batcher.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { createSharedCache } from '../core/shared-cache.ts'
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

const MAX_ACCOUNTS_READ_AT_ONCE = 200
const APP_KEY = ''

type AccountRestrictions = store.RestrictionsRow | 'suspended' | 'none'

/** Most users have no restriction, so only that fact is cached. */
function toRestrictions(account: store.AccountRow | undefined): AccountRestrictions {
  if (!account) return 'none'
  const { deactivated_at, tokens_valid_from, suspended_until, ended } = account
  const isRestricted =
    deactivated_at !== null || tokens_valid_from !== null || suspended_until !== null || ended.length > 0
  return isRestricted ? { deactivated_at, tokens_valid_from, suspended_until, ended } : 'none'
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
  // After a restart of another process a thousand users connect within seconds: they share statements.
  const accounts = createBatcher({
    max: MAX_ACCOUNTS_READ_AT_ONCE,
    write: (userIds: string[]) => store.listAccounts(db, [...new Set(userIds)]),
    finish(userIds, rows) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return userIds.map((userId) => byId.get(userId))
    },
  })

  const restrictions = createSharedCache<AccountRestrictions>({
    bus,
    topic: 'chat.access',
    async load(key) {
      if (key !== APP_KEY) return toRestrictions(await accounts.add(key))
      return (await store.isSuspended(db, options.appKey)) ? 'suspended' : 'none'
    },
    changed: (key = APP_KEY) => void closeInvalid(key),
  })

  async function check(holder: TokenHolder): Promise<void> {
    if (holder.kind === 'server') return
    await requireActiveApp()
    requireValid(holder, await restrictions.get(holder.userId))
  }

  async function admit(holder: UserTokenHolder): Promise<UserRow | undefined> {
    await requireActiveApp()
    const loading = accounts.add(holder.userId)
    requireValid(holder, await restrictions.put(holder.userId, loading.then(toRestrictions)))
    return loading
  }

  async function requireActiveApp(): Promise<void> {
    if ((await restrictions.get(APP_KEY)) === 'suspended') throw new ChatRefusal('APP_SUSPENDED')
  }

  function requireValid(holder: UserTokenHolder, account: AccountRestrictions): void {
    if (typeof account === 'string') return
    if (account.deactivated_at) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.user-deactivated' } })
    const from = account.tokens_valid_from
    // Token times are in seconds: a token of the same second was issued by a later sign-in.
    const isTooOld = from !== null && (holder.issuedAt ?? 0) < Math.floor(from.getTime() / 1000) * 1000
    if (isTooOld || (holder.sessionId !== undefined && account.ended.includes(holder.sessionId)))
      throw new ChatRefusal('TOKEN_EXPIRED', { reason: { code: 'chat.token-revoked' } })
  }

  /** End of a user's suspension. Undefined: none. */
  function endOfSuspension(account: AccountRestrictions): Date | undefined {
    const until = typeof account === 'string' ? null : account.suspended_until
    return until !== null && until > clock.now() ? until : undefined
  }

  /** Closes connections whose tokens are no longer valid, or cannot be checked: the client may connect again. */
  async function closeInvalid(key: string): Promise<void> {
    let failed: unknown
    for (const connection of key === APP_KEY ? connections.all() : connections.of(key))
      await check(connection.holder).catch((error: unknown) => {
        connection.close()
        if (!(error instanceof ChatRefusal)) failed = error
      })
    if (failed) log.warn({ err: failed }, 'closed connections that could not be rechecked')
  }

  return {
    check,
    admit,
    async requireActive(userId) {
      const until = endOfSuspension(await restrictions.get(userId))
      if (!until) return
      throw new ChatRefusal('NOT_ALLOWED', {
        reason: { code: 'chat.user-suspended' },
        details: { suspendedUntil: until.toISOString() },
      })
    },
    changed: (userId) => restrictions.invalidate(userId ?? APP_KEY),
    close: restrictions.close,
  }
}
