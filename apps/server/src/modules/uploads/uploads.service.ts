import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as store from './uploads.store.ts'
import type { StoredFile } from './uploads.store.ts'

export interface NewFile {
  ownerId: string
  purpose: string
  name: string
  mime: string
  bytes: Buffer
  width?: number
  height?: number
  attachedTo?: string
}

const extensions: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' }

/**
 * Keeps bytes first, then hands the row that names them to `work` in one transaction. Bytes nobody came to name
 * are removed again.
 */
export async function keepFile<T>(
  { files, ids, clock, db }: Pick<Deps, 'files' | 'ids' | 'clock' | 'db'>,
  { bytes, ...facts }: NewFile,
  work: (tx: Tx, file: StoredFile) => Promise<T>,
): Promise<T> {
  const id = ids.next('fil')
  const file: StoredFile = {
    id,
    ...facts,
    key: `${facts.purpose.toLowerCase()}/${id}.${extensions[facts.mime] ?? 'bin'}`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: facts.width ?? null,
    height: facts.height ?? null,
    attachedTo: facts.attachedTo ?? null,
    createdAt: clock.now(),
  }
  await files.put(file.key, bytes, file.mime)
  try {
    return await db.transaction(async (tx) => {
      await store.insertFile(tx, file)
      return work(tx, file)
    })
  } catch (error) {
    await files.remove(file.key)
    throw error
  }
}

/** Forgets a file with the transaction; its bytes go once that is committed. */
export async function dropFile({ files, log }: Pick<Deps, 'files' | 'log'>, tx: Tx, id: string): Promise<void> {
  const key = await store.deleteFile(tx, id)
  if (!key) return
  tx.afterCommit(() => {
    files.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'a file could not be removed'))
  })
}
