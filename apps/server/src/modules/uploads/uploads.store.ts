import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface StoredFile {
  id: string
  ownerId: string
  purpose: string
  key: string
  name: string
  mime: string
  size: number
  /** Hash of the stored bytes. */
  sha256: string
  width: number | null
  height: number | null
  pages: number | null
  takenAt: Date | null
  /** The record it belongs to. Null while unused. */
  attachedTo: string | null
  createdAt: Date
}

const columns = sql`id, owner_id as "ownerId", purpose, key, name, mime, size, sha256, width, height, pages,
  taken_at as "takenAt", attached_to as "attachedTo", created_at as "createdAt"`

export async function insertFile(tx: Tx, file: StoredFile): Promise<void> {
  await tx.execute(sql`
    insert into files (id, owner_id, purpose, key, name, mime, size, sha256, width, height, pages, taken_at, attached_to,
                       created_at)
    values (${file.id}, ${file.ownerId}, ${file.purpose}, ${file.key}, ${file.name}, ${file.mime}, ${file.size},
            ${file.sha256}, ${file.width}, ${file.height}, ${file.pages}, ${file.takenAt}, ${file.attachedTo},
            ${file.createdAt})`)
}

export const listOwned = (db: Queryable, ownerId: string) =>
  db.query<StoredFile>(sql`select ${columns} from files where owner_id = ${ownerId} order by created_at, id`)

export const findFile = (db: Queryable, id: string) =>
  db.maybeOne<StoredFile>(sql`select ${columns} from files where id = ${id}`)

/** The existing files among these ids. */
export const findFiles = (db: Queryable, ids: readonly string[]) =>
  db.query<StoredFile>(sql`select ${columns} from files where id = any(${[...ids]})`)

export const lockFiles = (tx: Tx, ownerId: string, ids: readonly string[]) =>
  tx.query<StoredFile>(
    sql`select ${columns} from files where id = any(${[...ids]}) and owner_id = ${ownerId} order by id for update`,
  )

export async function attach(tx: Tx, ids: readonly string[], attachedTo: string): Promise<void> {
  await tx.execute(sql`update files set attached_to = ${attachedTo} where id = any(${[...ids]})`)
}

/** Detaches the files of a deleted record, so that they are purged as unused ones. */
export async function detachFiles(tx: Tx, attachedTo: string): Promise<void> {
  await tx.execute(sql`update files set attached_to = null where attached_to = ${attachedTo}`)
}

/** Deletes a file's row. Returns its storage key. */
export async function deleteFile(tx: Queryable, id: string): Promise<string | undefined> {
  const row = await tx.maybeOne<{ key: string }>(sql`delete from files where id = ${id} returning key`)
  return row?.key
}

/** Size of an owner's unused files since a time, and the oldest of them. */
export const sumUnattached = (db: Queryable, ownerId: string, since: Date) =>
  db.one<{ bytes: number; oldest: Date | null }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes, min(created_at) as oldest
    from files where owner_id = ${ownerId} and created_at > ${since} and attached_to is null`)

/** Deletes overdue unused files in batches. Returns their storage keys. */
export async function deleteUnattached(tx: Queryable, before: Date): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from files where id in (
      select id from files where attached_to is null and created_at < ${before} limit 500 for update skip locked)
    returning key`)
  return rows.map(({ key }) => key)
}
