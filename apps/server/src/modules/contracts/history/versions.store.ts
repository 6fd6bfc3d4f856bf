import { sql, type Queryable } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'
import type { ListedVersion, StoredVersion } from './versions.rules.ts'

const columns = sql`number, reason, snapshot, content_hash as "contentHash", locale, created_at as "createdAt", certificate,
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

export interface VersionColumns {
  versions: JsonRow<ListedVersion>[]
  /** The version last sent. Null before the first. */
  sentVersion: Pick<StoredVersion, 'snapshot' | 'contentHash'> | null
}

/** The versions of contract `k` as JSON columns, newest first. */
export const versionColumns = sql`
  ${jsonRows(sql`
    select number, reason, content_hash as "contentHash", pdf_sha256 as "pdfSha256", created_at as "createdAt"
    from contract_versions where contract_id = k.id order by number desc`)} as versions,
  ${jsonRow(sql`
    select snapshot, content_hash as "contentHash"
    from contract_versions where contract_id = k.id and number = k.current_version`)} as "sentVersion"`

export const fromVersionColumns = ({ versions, sentVersion }: VersionColumns) => ({
  versions: versions.map((row) => fromJsonRow<ListedVersion>(row, { createdAt: true })),
  sentVersion,
})

export async function insert(tx: Queryable, contractId: string, version: StoredVersion): Promise<void> {
  await tx.execute(sql`
    insert into contract_versions (contract_id, number, reason, snapshot, content_hash, locale, created_at, certificate)
    values (${contractId}, ${version.number}, ${version.reason}, ${version.snapshot}, ${version.contentHash},
      ${version.locale}, ${version.createdAt}, ${version.certificate})`)
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
