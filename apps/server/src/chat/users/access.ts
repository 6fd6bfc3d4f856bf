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

type AccountStanding = store.StandingRow | 'suspended' | undefined

/** Most users have no restriction, so only that fact is cached. */
function toStanding(account: store.AccountRow | undefined): AccountStanding {
  if (!account) return undefined
  const { deactivated_at, tokens_valid_from, suspended_until, ended } = account
  const isMarked = deactivated_at !== null || tokens_valid_from !== null || suspended_until !== null || ended.length > 0
  return isMarked ? { deactivated_at, tokens_valid_from, suspended_until, ended } : undefined
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
  const known = new Map<string, Promise<AccountStanding>>()
  // After a restart of another process a thousand users connect within seconds: they share statements.
  const accounts = createBatcher({
    max: MAX_ACCOUNTS_READ_AT_ONCE,
    write: (userIds: string[]) => store.listAccounts(db, [...new Set(userIds)]),
    finish(userIds, rows) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return userIds.map((userId) => byId.get(userId))
    },
  })

  function standingOf(key: string): Promise<AccountStanding> {
    const remembered = bus.isConnected() ? known.get(key) : undefined
    if (remembered) return remembered
    return remember(
      key,
      key === APP_KEY
        ? store.isSuspended(db, options.appKey).then((suspended) => (suspended ? 'suspended' : undefined))
        : accounts.add(key).then(toStanding),
    )
  }

  function remember(key: string, loading: Promise<AccountStanding>): Promise<AccountStanding> {
    if (!bus.isConnected()) return loading
    known.set(key, loading)
    loading.catch(() => known.delete(key))
    const oldest = known.size > MAX_CACHED ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return loading
  }

  async function check(holder: TokenHolder): Promise<void> {
    if (holder.kind === 'server') return
    await requireActiveApp()
    requireValid(holder, await standingOf(holder.userId))
  }

  async function admit(holder: UserTokenHolder): Promise<UserRow | undefined> {
    await requireActiveApp()
    const loading = accounts.add(holder.userId)
    requireValid(holder, await remember(holder.userId, loading.then(toStanding)))
    return loading
  }

  async function requireActiveApp(): Promise<void> {
    if ((await standingOf(APP_KEY)) === 'suspended') throw new ChatRefusal('APP_SUSPENDED')
  }

  function requireValid(holder: UserTokenHolder, standing: AccountStanding): void {
    if (!standing || standing === 'suspended') return
    if (standing.deactivated_at) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.user-deactivated' } })
    const from = standing.tokens_valid_from
    // Token times are in seconds: a token of the same second was issued by a later sign-in.
    const isTooOld = from !== null && (holder.issuedAt ?? 0) < Math.floor(from.getTime() / 1000) * 1000
    if (isTooOld || (holder.sessionId !== undefined && standing.ended.includes(holder.sessionId)))
      throw new ChatRefusal('TOKEN_EXPIRED', { reason: { code: 'chat.token-revoked' } })
  }

  /** End of a user's suspension. Undefined: none. */
  function endOfSuspension(standing: AccountStanding): Date | undefined {
    const until = standing && standing !== 'suspended' ? standing.suspended_until : null
    return until !== null && until > clock.now() ? until : undefined
  }

  /** Closes connections whose tokens are no longer valid, or cannot be checked: the client may connect again. */
  async function cut(userId: string | null): Promise<void> {
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
      known.delete(userId ?? APP_KEY)
      void cut(userId)
    }),
    bus.onGap(() => {
      known.clear()
      void cut(null)
    }),
  ]

  return {
    check,
    admit,
    async requireActive(userId) {
      const until = endOfSuspension(await standingOf(userId))
      if (!until) return
      throw new ChatRefusal('NOT_ALLOWED', {
        reason: { code: 'chat.user-suspended' },
        details: { suspendedUntil: until.toISOString() },
      })
    },
    changed(userId) {
      known.delete(userId ?? APP_KEY)
      bus.publish(TOPIC, userId)
    },
    close: () => stops.forEach((stop) => stop()),
  }
}
