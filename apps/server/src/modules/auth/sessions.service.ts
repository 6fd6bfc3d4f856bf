import { createHash } from 'node:crypto'
import type { Locale } from '@fettle/protocol/common/locales'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { SEEN_EVERY_MS, SESSION_ABSOLUTE_MS, sessionIsLive, TOKENS_PER_SESSION } from './sessions.rules.ts'
import * as store from './sessions.store.ts'
import type { SessionRow, SignInMethod } from './sessions.store.ts'

/** What the caller's device tells of itself. */
export interface Device {
  address: string | null
  userAgent: string | null
  /** The language it asks for; undefined where that is none of ours. */
  locale: Locale | undefined
  /** From its cookie: what accounts that signed in there know it by. */
  token?: string | undefined
}

export interface StartedSession {
  sessionId: string
  token: string
  cookie: string
}

/** The same person as they read now: in the language their device asks for, else the one they were last seen in. */
export const inLanguageOf = <P extends { locale: Locale }>({ locale }: Pick<Device, 'locale'>, person: P): P =>
  locale ? { ...person, locale } : person

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a session: one token for the bearer header, another for the cookie. */
export async function startSession(
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  tx: Tx,
  accountId: string,
  { method = 'PASSWORD', address = null, userAgent = null }: Partial<Device> & { method?: SignInMethod } = {},
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
    address,
    userAgent: userAgent?.slice(0, 400) ?? null,
    bearer: tokenHash(session.token),
    cookie: tokenHash(session.cookie),
  })
  return session
}

/** The live session a bearer token opens. Being seen is written down now and then. */
export async function findSession(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  token: string,
): Promise<SessionRow | undefined> {
  const now = clock.now()
  const session = await store.findByToken(db, 'BEARER', tokenHash(token))
  if (!session || !sessionIsLive(session, now)) return undefined
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS) await store.touch(db, session.id, now)
  return session
}

/** A fresh bearer token for the session of a cookie, if that session is live and belongs to `accountId`. */
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
    await store.insertToken(tx, session.id, tokenHash(token), now)
    await store.keepNewestTokens(tx, session.id, TOKENS_PER_SESSION)
    await store.touch(tx, session.id, now)
    return { session, token }
  })
}

/** Ends the sessions of these tokens, whatever is left of them. */
export async function endSessionsOf(deps: Deps, tokens: readonly string[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await store.deleteByTokens(tx, tokens.map(tokenHash))
    for (const { id, accountId } of ended) {
      announceAccountChange(deps, tx, accountId)
      await announceSessionsEnded(deps, tx, accountId, [id])
    }
  })
}

/** Ends every session of an account, or all but one, and says how many those were. */
export async function endSessions(
  deps: Pick<Deps, 'bus' | 'jobs'>,
  tx: Tx,
  accountId: string,
  exceptId: string | null = null,
): Promise<number> {
  const ended = await store.deleteByAccount(tx, accountId, exceptId)
  announceAccountChange(deps, tx, accountId)
  await announceSessionsEnded(deps, tx, accountId, ended)
  return ended.length
}

/** The job that tells other services that a session of this account is over. Whoever keeps something by it handles it. */
export const SESSION_ENDED = 'auth.session-ended'

/** The job by which other services hear that a suspension of an account began, changed or ended. */
export const SUSPENSION_CHANGED = 'auth.suspension-changed'

export interface SuspensionChanged {
  accountId: string
}

export interface EndedSession {
  accountId: string
  sessionId: string
}

export async function announceSessionsEnded(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  accountId: string,
  sessionIds: readonly string[],
): Promise<void> {
  for (const sessionId of sessionIds) await jobs.add(tx, SESSION_ENDED, { accountId, sessionId } satisfies EndedSession)
}

/** Frames on this topic name an account whose sessions or name changed: whoever remembers them forgets. */
export const ACCOUNT_CHANGED = 'auth.account-changed'

/** Tells every process, after the commit, to look this account's sessions up again. */
export function announceAccountChange({ bus }: Pick<Deps, 'bus'>, tx: Tx, accountId: string): void {
  tx.afterCommit(() => bus.publish(ACCOUNT_CHANGED, { accountId }))
}

/** The login sessions as services see them that open sessions of their own from one, such as the inbox. */
export function subscribeToSessionEvents({ bus, clock, db }: Pick<Deps, 'bus' | 'clock' | 'db'>) {
  return {
    /**
     * Whether the session lives. A suspension ends what was opened before it: what is opened after it is for reading,
     * as everything of a suspended account is.
     */
    async isOpen(accountId: string, { sessionId, issuedAt }: { sessionId: string; issuedAt: number }) {
      const now = clock.now()
      const session = await store.findOne(db, accountId, sessionId)
      if (!session || !sessionIsLive(session, now)) return false
      const { suspendedAt, suspendedUntil } = session
      const isSuspended = suspendedAt !== null && suspendedUntil !== null && now < suspendedUntil
      return !isSuspended || suspendedAt.getTime() < issuedAt
    },
    /** Calls back when sessions of an account, or of any, may have ended; the returned function stops. */
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

export const deleteOverSessions = (db: Queryable, now: Date, idleSince: Date) => store.deleteOver(db, now, idleSince)
