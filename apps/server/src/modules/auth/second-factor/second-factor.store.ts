import type { PasskeyTransport } from '@fettle/protocol/accounts/credentials'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { SignInMethod } from '../sessions/sessions.store.ts'

export interface FactorRow {
  id: string
  accountId: string
  kind: 'PASSKEY' | 'TOTP'
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface PasskeyRow extends FactorRow {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: PasskeyTransport[]
}

export interface TotpRow extends FactorRow {
  secret: Buffer
  lastStep: number
}

const columns = sql`id, account_id as "accountId", kind, name, created_at as "createdAt", last_used_at as "lastUsedAt"`
const passkeyColumns = sql`${columns}, credential_id as "credentialId", public_key as "publicKey",
  counter, transports`

export const listFactors = (db: Queryable, accountId: string) =>
  db.query<FactorRow>(
    sql`select ${columns} from second_factors where account_id = ${accountId} order by created_at, id`,
  )

export const listPasskeys = (db: Queryable, accountId: string) =>
  db.query<PasskeyRow>(sql`
    select ${passkeyColumns} from second_factors where account_id = ${accountId} and kind = 'PASSKEY' order by created_at, id`)

export const lockPasskey = (tx: Tx, credentialId: string) =>
  tx.maybeOne<PasskeyRow>(sql`
    select ${passkeyColumns} from second_factors where credential_id = ${credentialId} for update`)

export async function findPasskeyOwner(db: Queryable, credentialId: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ accountId: string }>(sql`
    select account_id as "accountId" from second_factors where credential_id = ${credentialId}`)
  return row?.accountId
}

export const lockTotp = (tx: Tx, accountId: string) =>
  tx.maybeOne<TotpRow>(sql`
    select ${columns}, secret, last_step as "lastStep" from second_factors
    where account_id = ${accountId} and kind = 'TOTP' for update`)

export async function hasFactor(db: Queryable, accountId: string): Promise<boolean> {
  return (await db.maybeOne(sql`select 1 from second_factors where account_id = ${accountId} limit 1`)) !== undefined
}

/** Inserts a passkey. Returns false if the credential exists already. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'kind' | 'lastUsedAt'>): Promise<boolean> {
  const count = await tx.executeCount(sql`
    insert into second_factors (id, account_id, kind, name, credential_id, public_key, counter, transports, created_at)
    values (${row.id}, ${row.accountId}, 'PASSKEY', ${row.name}, ${row.credentialId}, ${row.publicKey}, ${row.counter},
            ${row.transports}, ${row.createdAt})
    on conflict (credential_id) do nothing`)
  return count > 0
}

export async function insertTotp(tx: Tx, row: Omit<TotpRow, 'kind' | 'lastUsedAt'>): Promise<void> {
  await tx.execute(sql`
    insert into second_factors (id, account_id, kind, name, secret, last_step, created_at)
    values (${row.id}, ${row.accountId}, 'TOTP', ${row.name}, ${row.secret}, ${row.lastStep}, ${row.createdAt})`)
}

export async function savePasskeyUse(tx: Tx, id: string, counter: number, now: Date): Promise<void> {
  await tx.execute(sql`update second_factors set counter = ${counter}, last_used_at = ${now} where id = ${id}`)
}

export async function saveTotpUse(tx: Tx, id: string, step: number, now: Date): Promise<void> {
  await tx.execute(sql`update second_factors set last_step = ${step}, last_used_at = ${now} where id = ${id}`)
}

export const renameFactor = (db: Queryable, accountId: string, id: string, name: string) =>
  db.maybeOne<FactorRow>(sql`
    update second_factors set name = ${name} where id = ${id} and account_id = ${accountId} returning ${columns}`)

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from second_factors where id = ${id}`)
}

/** Removes every trace of second factors from an account. */
export async function deleteAll(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`delete from second_factors where account_id = ${accountId}`)
  await deleteRecoveryCodes(tx, accountId)
  await tx.execute(sql`delete from remembered_devices where account_id = ${accountId}`)
  await tx.execute(sql`delete from pending_sign_ins where account_id = ${accountId}`)
  await deleteReset(tx, accountId)
}

export async function deleteRecoveryCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`)
}

export async function insertRecoveryCodes(tx: Tx, accountId: string, hashes: Buffer[]): Promise<void> {
  await tx.execute(sql`
    insert into recovery_codes (account_id, hash) select ${accountId}, unnest(${hashes}::bytea[])`)
}

export async function countRecoveryCodes(db: Queryable, accountId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from recovery_codes where account_id = ${accountId}`)
  return count
}

/** Uses a recovery code up. Returns whether there was one. */
export async function takeRecoveryCode(tx: Tx, accountId: string, hash: Buffer): Promise<boolean> {
  return (await tx.executeCount(sql`delete from recovery_codes where account_id = ${accountId} and hash = ${hash}`)) > 0
}

export type ChallengePurpose = 'LOGIN' | 'SECOND_STEP' | 'STEP_UP' | 'ADD_PASSKEY' | 'ADD_TOTP'

/** The account and sign-in a challenge belongs to, and its purpose. */
export interface ChallengeKey {
  subject: string
  purpose: ChallengePurpose
}

export async function saveChallenge(
  db: Queryable,
  { subject, purpose }: ChallengeKey,
  value: Buffer,
  expiresAt: Date,
): Promise<void> {
  await db.execute(sql`
    insert into factor_challenges (subject, purpose, value, expires_at)
    values (${subject}, ${purpose}, ${value}, ${expiresAt})
    on conflict (subject, purpose) do update set value = excluded.value, expires_at = excluded.expires_at`)
}

/** Deletes and returns a challenge. A second caller gets nothing. */
export async function takeChallenge(
  db: Queryable,
  { subject, purpose }: ChallengeKey,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ value: Buffer }>(sql`
    delete from factor_challenges where subject = ${subject} and purpose = ${purpose} and expires_at > ${now}
    returning value`)
  return row?.value
}

export async function findChallenge(
  db: Queryable,
  { subject, purpose }: ChallengeKey,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ value: Buffer }>(sql`
    select value from factor_challenges where subject = ${subject} and purpose = ${purpose} and expires_at > ${now}`)
  return row?.value
}

export interface PendingSignIn {
  accountId: string
  method: Exclude<SignInMethod, 'PASSKEY'>
}

export async function insertPending(tx: Tx, hash: Buffer, pending: PendingSignIn, expiresAt: Date): Promise<void> {
  await tx.execute(sql`
    insert into pending_sign_ins (hash, account_id, method, expires_at)
    values (${hash}, ${pending.accountId}, ${pending.method}, ${expiresAt})`)
}

export const findPending = (db: Queryable, hash: Buffer, now: Date) =>
  db.maybeOne<PendingSignIn>(sql`
    select account_id as "accountId", method from pending_sign_ins where hash = ${hash} and expires_at > ${now}`)

/** Deletes a pending sign-in. Returns false if somebody else finished it. */
export async function takePending(tx: Tx, hash: Buffer): Promise<boolean> {
  return (await tx.executeCount(sql`delete from pending_sign_ins where hash = ${hash}`)) > 0
}

export interface RememberedRow {
  deviceId: string
  userAgent: string | null
  lastUsedAt: Date
  expiresAt: Date
  isCurrent: boolean
}

/** Remembered devices, and which of them the session is on. */
export const listRemembered = (db: Queryable, accountId: string, sessionId: string, now: Date) =>
  db.query<RememberedRow>(sql`
    select d.device_id as "deviceId", d.user_agent as "userAgent", d.last_used_at as "lastUsedAt",
           d.expires_at as "expiresAt",
           exists (select 1 from sessions s where s.id = ${sessionId} and s.device_id = d.device_id) as "isCurrent"
    from remembered_devices d where d.account_id = ${accountId} and d.expires_at > ${now}
    order by d.last_used_at desc, d.device_id`)

/** Records a use of a remembered device. Returns whether it is remembered. */
export async function saveRememberedUse(
  db: Queryable,
  accountId: string,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const count = await db.executeCount(sql`
    update remembered_devices set last_used_at = ${now}
    where account_id = ${accountId} and device_id = ${deviceId} and expires_at > ${now}`)
  return count > 0
}

export async function saveRemembered(
  tx: Tx,
  device: { accountId: string; deviceId: string; userAgent: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into remembered_devices (account_id, device_id, user_agent, last_used_at, expires_at)
    values (${device.accountId}, ${device.deviceId}, ${device.userAgent}, ${device.now}, ${device.expiresAt})
    on conflict (account_id, device_id) do update
      set user_agent = excluded.user_agent, last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`)
}

export async function deleteRemembered(db: Queryable, accountId: string, deviceId: string): Promise<boolean> {
  return (
    (await db.executeCount(sql`
      delete from remembered_devices where account_id = ${accountId} and device_id = ${deviceId}`)) > 0
  )
}

export interface ResetRow {
  reason: string
  operator: string
  requestedAt: Date
  resetsAt: Date
}

export const findReset = (db: Queryable, accountId: string) =>
  db.maybeOne<ResetRow>(sql`
    select reason, operator, requested_at as "requestedAt", resets_at as "resetsAt"
    from second_factor_resets where account_id = ${accountId}`)

export async function saveReset(tx: Tx, accountId: string, row: ResetRow): Promise<void> {
  await tx.execute(sql`
    insert into second_factor_resets (account_id, reason, operator, requested_at, resets_at)
    values (${accountId}, ${row.reason}, ${row.operator}, ${row.requestedAt}, ${row.resetsAt})`)
}

export async function deleteReset(tx: Tx, accountId: string): Promise<boolean> {
  return (await tx.executeCount(sql`delete from second_factor_resets where account_id = ${accountId}`)) > 0
}

/** Deletes challenges, pending sign-ins and remembered devices that have expired. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from factor_challenges where expires_at <= ${now}`)
  await db.execute(sql`delete from pending_sign_ins where expires_at <= ${now}`)
  await db.execute(sql`delete from remembered_devices where expires_at <= ${now}`)
}
