import { hash } from 'node:crypto'
import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  LAST_SEEN_INTERVAL_MS,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  sessionIsLive,
  TOKENS_PER_SESSION,
} from './sessions.rules.ts'
import * as store from './sessions.store.ts'
import type { SessionRow, SignInMethod } from './sessions.store.ts'

/** The description a device sends of itself. */
export interface Device {
  address: string | null
  userAgent: string | null
  /** The requested language. Undefined: not one of ours. */
  locale: Locale | undefined
  /** The device cookie, by which accounts recognise the device. */
  token?: string | undefined
}

export interface StartedSession {
  sessionId: string
  token: string
  cookie: string
}

/** The person with the language to write to them in: the device's, otherwise their last one. */
export const inLanguageOf = <P extends { locale: Locale }>({ locale }: Pick<Device, 'locale'>, person: P): P =>
  locale ? { ...person, locale } : person

/** The hash under which a session, device or verification token is stored. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Opens a session with two tokens: one for the bearer header, one for the cookie. */
export async function startSession(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  accountId: string,
  {
    method = 'PASSWORD',
    address = null,
    userAgent = null,
    deviceId = null,
  }: Partial<Device> & { method?: SignInMethod; deviceId?: string | null } = {},
): Promise<StartedSession> {
  const now = clock.now()
  const session = { sessionId: ids.next('ses'), token: ids.token(), cookie: ids.token() }
  const expiresAt = new Date(now.getTime() + SESSION_ABSOLUTE_MS)
  await store.insertSession(tx, {
    id: session.sessionId,
    accountId,
    method,
    now,
    expiresAt,
    deviceId,
    address,
    userAgent: userAgent?.slice(0, 400) ?? null,
    bearer: tokenHash(session.token),
    cookie: tokenHash(session.cookie),
  })
  return session
}

/** The live session of a bearer token. Stores its last use now and then. */
export async function findSession(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  token: string,
): Promise<SessionRow | undefined> {
  const now = clock.now()
  const session = await store.findByToken(db, 'BEARER', tokenHash(token))
  if (!session || !sessionIsLive(session, now)) return undefined
  if (now.getTime() - session.lastSeenAt.getTime() >= LAST_SEEN_INTERVAL_MS) await store.touch(db, session.id, now)
  return session
}

/** Creates a new bearer token for the session of a cookie, if it is live and belongs to `accountId`. */
export async function renewSession(
  { clock, db, ids }: Pick<Deps, 'clock' | 'db' | 'ids'>,
  cookie: string,
  accountId: string,
): Promise<{ session: SessionRow; token: string } | undefined> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const session = await store.findByToken(tx, 'COOKIE', tokenHash(cookie))
    if (!session || session.accountId !== accountId || !sessionIsLive(session, now)) return undefined
    const token = ids.token()
    if (!(await store.insertToken(tx, session.id, tokenHash(token), now))) return undefined
    await store.keepNewestTokens(tx, session.id, TOKENS_PER_SESSION)
    await store.touch(tx, session.id, now)
    return { session, token }
  })
}

/** Ends the sessions of these tokens. Unknown tokens are ignored. */
export async function endSessionsOf(deps: Deps, tokens: readonly string[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await store.deleteByTokens(tx, tokens.map(tokenHash))
    for (const { id, accountId } of ended) {
      announceAccountChange(deps, tx, accountId)
      await announceSessionsEnded(deps, tx, accountId, [id])
    }
  })
}

/**
 * Ends every session of an account, or all but one, and sign-ins that wait for their second factor, and forgets their
 * devices. Returns the number of sessions.
 */
export async function endSessions(
  deps: Pick<Deps, 'bus' | 'jobs'>,
  tx: Tx,
  accountId: string,
  exceptId: string | null = null,
): Promise<number> {
  await store.deleteRememberedDevices(tx, accountId, exceptId)
  await store.deletePendingSignIns(tx, accountId)
  const ended = await store.deleteByAccount(tx, accountId, exceptId)
  announceAccountChange(deps, tx, accountId)
  await announceSessionsEnded(deps, tx, accountId, ended)
  return ended.length
}

/** Deletes sessions that have expired. What other services hold for them, such as the chat, ends too. */
export async function purgeSessions({ clock, db, jobs }: Pick<Deps, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const expired = await store.deleteExpired(tx, now, new Date(now.getTime() - SESSION_IDLE_MS))
    for (const { id, accountId } of expired) await announceSessionsEnded({ jobs }, tx, accountId, [id])
  })
}

/** Job that reports an ended session, for services that hold state by session. */
export const SESSION_ENDED = 'auth.session-ended'

/** Job that reports that a suspension began, changed or ended. */
export const SUSPENSION_CHANGED = 'auth.suspension-changed'

export interface SuspensionChanged {
  accountId: string
}

export interface EndedSession {
  accountId: string
  sessionId: string
}

/** Enqueues a job for each ended session, so that services drop what they hold for it. */
export async function announceSessionsEnded(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  accountId: string,
  sessionIds: readonly string[],
): Promise<void> {
  for (const sessionId of sessionIds) await jobs.add(tx, SESSION_ENDED, { accountId, sessionId } satisfies EndedSession)
}

/** Bus topic with ids of accounts whose sessions or name changed. Subscribers drop cached data. */
export const ACCOUNT_CHANGED = 'auth.account-changed'

/** Tells every process, after commit, to reload the sessions of this account. */
export function announceAccountChange({ bus }: Pick<Deps, 'bus'>, tx: Tx, accountId: string): void {
  tx.afterCommit(() => bus.publish(ACCOUNT_CHANGED, { accountId }))
}

/** Session events for services that open sessions of their own from a login session, such as the inbox. */
export function subscribeToSessionEvents({ bus, clock, db }: Pick<Deps, 'bus' | 'clock' | 'db'>) {
  return {
    /**
     * Whether the session is open. A suspension ends connections opened before it; those opened later are read-only.
     */
    async isOpen(accountId: string, { sessionId, issuedAt }: { sessionId: string; issuedAt: number }) {
      const now = clock.now()
      const session = await store.findOne(db, accountId, sessionId)
      if (!session || !sessionIsLive(session, now)) return false
      const { suspendedAt, suspendedUntil } = session
      const isSuspended = suspendedAt !== null && suspendedUntil !== null && now < suspendedUntil
      return !isSuspended || suspendedAt.getTime() < issuedAt
    },
    /** Calls back when sessions of one account, or of any, may have ended. Returns the unsubscribe function. */
    onChange(listener: (accountId?: string) => void): () => void {
      const stops = [
        bus.subscribe(ACCOUNT_CHANGED, (frame) => listener((frame as { accountId: string }).accountId)),
        bus.onGap(() => listener()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
