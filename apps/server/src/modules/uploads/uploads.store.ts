import { sql, type Queryable, type Tx } from '../../platform/db.ts'

export interface StoredFile {
  id: string
  ownerId: string
  purpose: string
  key: string
  name: string
  mime: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  attachedTo: string | null
  createdAt: Date
}

export async function insertFile(tx: Tx, file: StoredFile): Promise<void> {
  await tx.run(sql`
    insert into files (id, owner_id, purpose, key, name, mime, size, sha256, width, height, attached_to, created_at)
    values (${file.id}, ${file.ownerId}, ${file.purpose}, ${file.key}, ${file.name}, ${file.mime}, ${file.size},
            ${file.sha256}, ${file.width}, ${file.height}, ${file.attachedTo}, ${file.createdAt})`)
}

/** Forgets a file and answers the key its bytes are under. */
export async function deleteFile(tx: Queryable, id: string): Promise<string | undefined> {
  const row = await tx.maybeOne<{ key: string }>(sql`delete from files where id = ${id} returning key`)
  return row?.key
}
