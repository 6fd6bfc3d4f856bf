import type { StepUpMethod } from '@fettle/protocol/accounts/credentials'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

export type SignInMethod = 'PASSWORD' | 'GOOGLE' | 'PASSKEY'

/** A session with the owner's data every call needs. */
export interface SessionRow {
  id: string
  accountId: string
  firstName: string
  lastName: string
  isOnboarded: boolean
  /** End and reason of the suspension. Null: not suspended. */
  suspendedUntil: Date | null
  suspensionReason: string | null
  lastSeenAt: Date
  expiresAt: Date
}

/** Inserts a session with the hashes of its two tokens. */
export async function insertSession(
  tx: Tx,
  session: {
    id: string
    accountId: string
    method: SignInMethod
    now: Date
    expiresAt: Date
    deviceId: string | null
    address: string | null
    userAgent: string | null
    bearer: Buffer
    cookie: Buffer
  },
): Promise<void> {
  await tx.execute(sql`
    with session as (
      insert into sessions (id, account_id, method, created_at, last_seen_at, expires_at, device_id, address, user_agent)
      values (${session.id}, ${session.accountId}, ${session.method}, ${session.now}, ${session.now}, ${session.expiresAt},
              ${session.deviceId}, ${session.address}, ${session.userAgent})
      returning id
    )
    insert into session_tokens (hash, session_id, kind, created_at)
    select token.hash, session.id, token.kind, ${session.now}
    from session, (values (${session.bearer}::bytea, 'BEARER'), (${session.cookie}::bytea, 'COOKIE')) as token (hash, kind)`)
}

/** Adds a bearer token to a session. Returns false if the session has ended meanwhile. */
export async function insertToken(tx: Tx, sessionId: string, hash: Buffer, now: Date): Promise<boolean> {
  const count = await tx.executeCount(sql`
    insert into session_tokens (hash, session_id, kind, created_at)
    select ${hash}::bytea, id, 'BEARER', ${now}::timestamptz from sessions where id = ${sessionId} for key share`)
  return count > 0
}

export async function findByToken(
  db: Queryable,
  kind: 'BEARER' | 'COOKIE',
  hash: Buffer,
): Promise<SessionRow | undefined> {
  return db.maybeOne<SessionRow>(sql`
    select s.id, s.account_id as "accountId", a.first_name as "firstName", a.last_name as "lastName",
           a.onboarded_at is not null as "isOnboarded", a.suspended_until as "suspendedUntil",
           a.suspension_reason as "suspensionReason", s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt"
    from session_tokens t join sessions s on s.id = t.session_id join accounts a on a.id = s.account_id
    where t.hash = ${hash} and t.kind = ${kind}`)
}

/** A session of an account by id. */
export async function findOne(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<{ lastSeenAt: Date; expiresAt: Date; suspendedAt: Date | null; suspendedUntil: Date | null } | undefined> {
  return db.maybeOne(sql`
    select s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", a.suspended_at as "suspendedAt",
           a.suspended_until as "suspendedUntil"
    from sessions s join accounts a on a.id = s.account_id
    where s.id = ${id} and s.account_id = ${accountId}`)
}

export async function keepNewestTokens(tx: Tx, sessionId: string, count: number): Promise<void> {
  await tx.execute(sql`
    delete from session_tokens where hash in (
      select hash from session_tokens where session_id = ${sessionId} and kind = 'BEARER'
      order by created_at desc, hash offset ${count})`)
}

export async function touch(db: Queryable, id: string, now: Date): Promise<void> {
  await db.execute(sql`update sessions set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`)
}

/** Ends the sessions of these tokens and returns them. */
export async function deleteByTokens(tx: Tx, hashes: Buffer[]): Promise<{ id: string; accountId: string }[]> {
  return tx.query(sql`
    delete from sessions where id in (select session_id from session_tokens where hash = any(${hashes}))
    returning id, account_id as "accountId"`)
}

export async function deleteByAccount(tx: Tx, accountId: string, exceptId: string | null = null): Promise<string[]> {
  const ended = await tx.query<{ id: string }>(sql`
    delete from sessions where account_id = ${accountId} and id is distinct from ${exceptId} returning id`)
  return ended.map(({ id }) => id)
}

/** Deletes sessions that have expired, or were last used before `idleSince`, and returns them. */
export const deleteExpired = (tx: Tx, now: Date, idleSince: Date) =>
  tx.query<{ id: string; accountId: string }>(sql`
    delete from sessions where expires_at <= ${now} or last_seen_at <= ${idleSince}
    returning id, account_id as "accountId"`)

export interface ListedSession {
  id: string
  method: SignInMethod
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export async function listByAccount(db: Queryable, accountId: string): Promise<ListedSession[]> {
  return db.query<ListedSession>(sql`
    select id, method, address, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
           expires_at as "expiresAt"
    from sessions where account_id = ${accountId} order by last_seen_at desc, id desc`)
}

/** Ends a session and forgets its device. Returns whether there was one. */
export async function deleteOne(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const ended = await tx.maybeOne<{ deviceId: string | null }>(sql`
    delete from sessions where id = ${id} and account_id = ${accountId} returning device_id as "deviceId"`)
  if (ended?.deviceId)
    await tx.execute(sql`
      delete from remembered_devices where account_id = ${accountId} and device_id = ${ended.deviceId}`)
  return ended !== undefined
}

/** Makes an account ask for a second factor on every device again, or all but that of one session. */
export async function deleteRememberedDevices(tx: Tx, accountId: string, exceptSession: string | null): Promise<void> {
  await tx.execute(sql`
    delete from remembered_devices where account_id = ${accountId}
      and device_id is distinct from (select device_id from sessions where id = ${exceptSession})`)
}

/** Ends sign-ins that wait for their second factor. */
export async function deletePendingSignIns(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`delete from pending_sign_ins where account_id = ${accountId}`)
}

export async function saveStepUp(tx: Queryable, id: string, method: StepUpMethod, now: Date): Promise<void> {
  await tx.execute(sql`update sessions set stepped_up_at = ${now}, step_up_method = ${method} where id = ${id}`)
}

/** The last step-up of a session, and whether its account has a second factor. */
export const findStepUp = (db: Queryable, id: string) =>
  db.maybeOne<{ method: StepUpMethod; at: Date; hasFactor: boolean }>(sql`
    select s.step_up_method as method, s.stepped_up_at as at,
           exists (select 1 from second_factors f where f.account_id = s.account_id) as "hasFactor"
    from sessions s where s.id = ${id} and s.stepped_up_at is not null`)

/** Records the device of a sign-in by its name. Returns whether it is new to the account, which the very first is not. */
export async function saveDeviceUse(tx: Tx, accountId: string, name: string, now: Date): Promise<{ isNew: boolean }> {
  const { isNew, others } = await tx.one<{ isNew: boolean; others: number }>(sql`
    with met as (
      insert into known_devices (account_id, name, last_seen_at) values (${accountId}, ${name}, ${now})
      on conflict (account_id, name) do update set last_seen_at = excluded.last_seen_at
      returning xmax = 0 as is_new
    )
    select met.is_new as "isNew", (select count(*) from known_devices where account_id = ${accountId}) as others from met`)
  return { isNew: isNew && others > 0 }
}
