import type { DocumentSide, DocumentStatus, DocumentType, rejectionCodes } from '@fettle/protocol/accounts/documents'
import type { Cursor } from '../../platform/db/cursor.ts'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import { empty, sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface DocumentRow {
  id: string
  providerId: string
  providerName: string
  type: DocumentType
  side: DocumentSide
  fileId: string | null
  fileKey: string | null
  fileName: string
  mime: string
  size: number
  sha256: string
  pages: number | null
  documentNumberLast4: string | null
  issuer: string | null
  issuedAt: string | null
  expiresAt: string | null
  status: DocumentStatus
  rejectionCode: (typeof rejectionCodes)[number] | null
  rejectionNote: string | null
  reviewedAt: Date | null
  supersedesId: string | null
  dueOn: string | null
  createdAt: Date
  updatedAt: Date
  version: number
}

const select = sql`
  select d.id, d.provider_id as "providerId", trim(a.first_name || ' ' || a.last_name) as "providerName", d.type, d.side,
         d.file_id as "fileId", f.key as "fileKey", d.file_name as "fileName", d.mime, d.size, d.sha256, d.pages,
         d.document_number_last4 as "documentNumberLast4", d.issuer, d.issued_at as "issuedAt", d.expires_at as "expiresAt",
         d.status, d.rejection_code as "rejectionCode", d.rejection_note as "rejectionNote", d.reviewed_at as "reviewedAt",
         d.supersedes_id as "supersedesId", d.due_on as "dueOn", d.created_at as "createdAt",
         d.updated_at as "updatedAt", d.version
  from documents d join accounts a on a.id = d.provider_id left join files f on f.id = d.file_id`

export const find = (db: Queryable, id: string) => db.maybeOne<DocumentRow>(sql`${select} where d.id = ${id}`)

export const lock = (tx: Tx, id: string) => tx.maybeOne<DocumentRow>(sql`${select} where d.id = ${id} for update of d`)

/** Serializes changes of one provider's documents, so that limits and the verification level hold. */
export const lockProvider = (tx: Tx, providerId: string): Promise<void> => lockByName(tx, `documents ${providerId}`)

/** Documents of a provider, newest first. */
export const listOf = (db: Queryable, providerId: string) =>
  db.query<DocumentRow>(sql`${select} where d.provider_id = ${providerId} order by d.created_at desc, d.id desc`)

export const listOfProviders = (db: Queryable, providerIds: readonly string[]) =>
  db.query<DocumentRow>(sql`${select} where d.provider_id = any(${[...providerIds]})`)

/** Documents by status, oldest first. */
export const listByStatus = (
  db: Queryable,
  { statuses, after, limit }: { statuses: readonly DocumentStatus[]; after: Cursor | undefined; limit: number },
) =>
  db.query<DocumentRow>(sql`
    ${select} where d.status = any(${[...statuses]})
    ${after ? sql`and (d.created_at, d.id) > (${after.at}, ${after.id})` : empty}
    order by d.created_at, d.id limit ${limit}`)

export async function countByStatus(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.query<{ status: string; count: number }>(
    sql`select status, count(*) from documents group by status`,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function insert(tx: Tx, document: DocumentRow): Promise<void> {
  await tx.execute(sql`
    insert into documents (id, provider_id, type, side, file_id, file_name, mime, size, sha256, pages, document_number_last4,
                           issuer, issued_at, expires_at, status, supersedes_id, created_at, updated_at)
    values (${document.id}, ${document.providerId}, ${document.type}, ${document.side}, ${document.fileId},
            ${document.fileName}, ${document.mime}, ${document.size}, ${document.sha256}, ${document.pages},
            ${document.documentNumberLast4}, ${document.issuer}, ${document.issuedAt}, ${document.expiresAt},
            ${document.status}, ${document.supersedesId}, ${document.createdAt}, ${document.updatedAt})`)
}

export async function save(tx: Tx, document: DocumentRow): Promise<void> {
  await tx.execute(sql`
    update documents set status = ${document.status}, rejection_code = ${document.rejectionCode},
      rejection_note = ${document.rejectionNote}, reviewed_at = ${document.reviewedAt}, due_on = ${document.dueOn},
      updated_at = ${document.updatedAt}, version = ${document.version}
    where id = ${document.id}`)
}

/** Approved documents that are due by a day, after one of them, locked. Rows locked by others are skipped. */
export const lockDue = (
  tx: Tx,
  { by, after, limit }: { by: string; after: Pick<DocumentRow, 'id' | 'dueOn'> | undefined; limit: number },
) =>
  tx.query<DocumentRow>(sql`
    ${select} where d.status = 'APPROVED' and d.due_on <= ${by}
    ${after ? sql`and (d.due_on, d.id) > (${after.dueOn}::date, ${after.id})` : empty}
    order by d.due_on, d.id limit ${limit}
    for update of d skip locked`)

export const lockWithdrawn = (tx: Tx, before: Date, limit: number) =>
  tx.query<DocumentRow>(sql`
    ${select} where d.status = 'WITHDRAWN' and d.file_id is not null and d.updated_at < ${before}
    limit ${limit} for update of d skip locked`)

/** Deletes every document of a closed account. */
export async function deleteOf(tx: Tx, providerId: string): Promise<void> {
  await tx.execute(sql`delete from documents where provider_id = ${providerId}`)
}
