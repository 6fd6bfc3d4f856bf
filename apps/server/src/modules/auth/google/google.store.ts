import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

export interface GoogleFlow {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  expiresAt: Date
}

export async function insertFlow(db: Queryable, hash: Buffer, flow: GoogleFlow): Promise<void> {
  await db.execute(sql`
    insert into google_flows (hash, state, nonce, code_verifier, redirect_uri, expires_at)
    values (${hash}, ${flow.state}, ${flow.nonce}, ${flow.codeVerifier}, ${flow.redirectUri}, ${flow.expiresAt})`)
}

/** Deletes and returns a flow. A second caller gets nothing. */
export const takeFlow = (db: Queryable, hash: Buffer, now: Date) =>
  db.maybeOne<GoogleFlow>(sql`
    delete from google_flows where hash = ${hash} and expires_at > ${now}
    returning state, nonce, code_verifier as "codeVerifier", redirect_uri as "redirectUri", expires_at as "expiresAt"`)

export async function deleteExpiredFlows(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from google_flows where expires_at <= ${now}`)
}

export async function findIdBySubject(db: Queryable, subject: string): Promise<string | undefined> {
  return (await db.maybeOne<{ id: string }>(sql`select id from accounts where google_subject = ${subject}`))?.id
}

export async function linkSubject(tx: Tx, id: string, subject: string, now: Date): Promise<void> {
  await tx.execute(sql`update accounts set google_subject = ${subject}, updated_at = ${now} where id = ${id}`)
}
