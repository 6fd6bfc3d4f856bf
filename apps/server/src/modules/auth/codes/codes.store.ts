import { lockByName } from '../../../platform/db/advisory-lock.ts'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

/** The purpose of a code. The last three are for signed-in users. */
export type CodeType = 'VERIFICATION' | 'PASSWORD_RESET' | 'STEP_UP' | 'EMAIL_CHANGE' | 'PHONE_CHANGE'

export interface CodeRow {
  accountId: string | null
  hash: Buffer
  failedAttempts: number
  payload: unknown
  expiresAt: Date
  verifiedAt: Date | null
}

/** Locks a destination until the transaction ends, so that concurrent senders wait. */
export const lockDestination = (tx: Tx, destination: string, type: CodeType): Promise<void> =>
  lockByName(tx, `${type} ${destination}`)

/** Lists sends, newest first. */
export async function listSends(tx: Queryable, destination: string, type: CodeType, since: Date): Promise<Date[]> {
  const rows = await tx.query<{ at: Date }>(sql`
    select at from verification_code_sends where destination = ${destination} and type = ${type} and at > ${since} order by at desc`)
  return rows.map(({ at }) => at)
}

export async function addSend(tx: Tx, destination: string, type: CodeType, at: Date): Promise<void> {
  await tx.execute(
    sql`insert into verification_code_sends (destination, type, at) values (${destination}, ${type}, ${at})`,
  )
}

export async function replaceCode(
  tx: Tx,
  code: {
    subject: string
    type: CodeType
    accountId: string | null
    hash: Buffer
    payload: unknown
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.execute(sql`
    insert into verification_codes (subject, type, account_id, code_hash, payload, created_at, expires_at)
    values (${code.subject}, ${code.type}, ${code.accountId}, ${code.hash}, ${JSON.stringify(code.payload ?? null)}::jsonb,
            ${code.now}, ${code.expiresAt})
    on conflict (subject, type) do update set
      account_id = excluded.account_id, code_hash = excluded.code_hash, payload = excluded.payload, failed_attempts = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at, verified_at = null`)
}

/** Loads the newest code and locks it, so that attempts are counted one after another. */
export async function lockCode(tx: Tx, subject: string, type: CodeType): Promise<CodeRow | undefined> {
  return tx.maybeOne<CodeRow>(sql`
    select account_id as "accountId", code_hash as hash, failed_attempts as "failedAttempts", payload, expires_at as "expiresAt",
           verified_at as "verifiedAt"
    from verification_codes where subject = ${subject} and type = ${type} for update`)
}

/** Assigns the code that verifies a subject to another account. Null keeps it beyond the deletion of its account. */
export async function assignCode(tx: Tx, subject: string, accountId: string | null): Promise<void> {
  await tx.execute(
    sql`update verification_codes set account_id = ${accountId} where subject = ${subject} and type = 'VERIFICATION'`,
  )
}

export async function hasLiveCode(db: Queryable, subject: string, type: CodeType, now: Date): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from verification_codes where subject = ${subject} and type = ${type} and expires_at > ${now}`)
  return row !== undefined
}

export async function countWrongTry(tx: Tx, subject: string, type: CodeType): Promise<void> {
  await tx.execute(
    sql`update verification_codes set failed_attempts = failed_attempts + 1 where subject = ${subject} and type = ${type}`,
  )
}

/** Marks a code as entered correctly, and changes when it expires. */
export async function saveVerified(
  tx: Tx,
  { subject, type }: { subject: string; type: CodeType },
  { verifiedAt, expiresAt }: { verifiedAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`
    update verification_codes set verified_at = ${verifiedAt}, expires_at = ${expiresAt} where subject = ${subject} and type = ${type}`)
}

export async function deleteCode(tx: Tx, subject: string, type: CodeType): Promise<void> {
  await tx.execute(sql`delete from verification_codes where subject = ${subject} and type = ${type}`)
}

export async function deleteOld(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from verification_codes where created_at < ${before}`)
  await db.execute(sql`delete from verification_code_sends where at < ${before}`)
}
