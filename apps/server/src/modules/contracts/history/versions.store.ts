import { sql, type Queryable } from '../../../platform/db/db.ts'
import type { StoredVersion } from './versions.rules.ts'

const columns = sql`number, reason, snapshot, content_hash as "contentHash", created_at as "createdAt", certificate,
  pdf_key as "pdfKey", pdf_sha256 as "pdfSha256"`

export const find = (db: Queryable, contractId: string, number: number) =>
  db.maybeOne<StoredVersion>(
    sql`select ${columns} from contract_versions where contract_id = ${contractId} and number = ${number}`,
  )

/** Versions, newest first. */
export const listOf = (db: Queryable, contractId: string) =>
  db.query<StoredVersion>(
    sql`select ${columns} from contract_versions where contract_id = ${contractId} order by number desc`,
  )

export async function insert(tx: Queryable, contractId: string, version: StoredVersion): Promise<void> {
  await tx.execute(sql`
    insert into contract_versions (contract_id, number, reason, snapshot, content_hash, created_at, certificate)
    values (${contractId}, ${version.number}, ${version.reason}, ${version.snapshot}, ${version.contentHash},
      ${version.createdAt}, ${version.certificate})`)
}

export async function certify(tx: Queryable, contractId: string, number: number, certificate: string): Promise<void> {
  await tx.execute(sql`
    update contract_versions set certificate = ${certificate}
    where contract_id = ${contractId} and number = ${number} and certificate is null`)
}

/** Stores the key of the PDF. The first one wins. */
export async function savePdf(
  db: Queryable,
  contractId: string,
  number: number,
  { key, sha256 }: { key: string; sha256: string },
): Promise<void> {
  await db.execute(sql`
    update contract_versions set pdf_key = ${key}, pdf_sha256 = ${sha256}
    where contract_id = ${contractId} and number = ${number} and pdf_key is null`)
}
