import { hash } from 'node:crypto'
import type { Upload } from '@fettle/protocol/common/uploads'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import { isConnectionLoss } from '../../platform/db/connection-loss.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError, rateLimited } from '../../platform/errors.ts'
import { receiveFile, type ReceivedFile } from '../../platform/uploads/receive-file.ts'
import { loadSharp } from '../../platform/uploads/sharp.ts'
import { extensionOf } from '../../platform/uploads/upload.rules.ts'
import * as store from './uploads.store.ts'
import type { StoredFile } from './uploads.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Unused files are deleted after this time. */
const UNATTACHED_RETENTION_MS = 24 * 3_600_000
const PURGE_BYTES_JOB = 'uploads.purge-bytes'
/** Size of the unused files one owner may have. */
const UNATTACHED_MAX_BYTES = 1_000_000_000

/**
 * Stores bytes first, then runs `work` to insert the row, in one transaction. Removes the bytes again if that fails. If
 * the connection was lost they stay, because the transaction may have been committed.
 */
export async function storeFile<T>(
  { files, ids, clock, db }: Pick<Deps, 'files' | 'ids' | 'clock' | 'db'>,
  {
    ownerId,
    purpose,
    attachedTo,
    file,
  }: { ownerId: string; purpose: UploadPurpose; attachedTo?: string; file: ReceivedFile },
  work: (tx: Tx, file: StoredFile) => Promise<T>,
): Promise<T> {
  const id = ids.next('fil')
  const stored: StoredFile = {
    id,
    ownerId,
    purpose,
    key: `${purpose.toLowerCase()}/${id}.${extensionOf(file.mime)}`,
    name: file.name,
    mime: file.mime,
    size: file.bytes.length,
    sha256: hash('sha256', file.bytes),
    width: file.width ?? null,
    height: file.height ?? null,
    pages: file.pages ?? null,
    takenAt: file.takenAt ?? null,
    attachedTo: attachedTo ?? null,
    createdAt: clock.now(),
  }
  await files.put(stored.key, file.bytes, stored.mime)
  try {
    return await db.transaction(async (tx) => {
      await store.insertFile(tx, stored)
      return work(tx, stored)
    })
  } catch (error) {
    if (!isConnectionLoss(error)) await files.remove(stored.key)
    throw error
  }
}

/** Stores a file that nothing uses yet. Throws RATE_LIMITED while too many of its owner wait to be used or deleted. */
export async function createUpload(
  deps: Deps,
  ownerId: string,
  purpose: UploadPurpose,
  sent: { bytes: Buffer; name: string },
): Promise<Upload> {
  // Checked before the bytes are read, and again with the row, because uploads run in parallel.
  await assertRoom(deps, deps.db, ownerId, sent.bytes.length)
  const file = await receiveFile(deps, purpose, sent)
  return storeFile(deps, { ownerId, purpose, file }, async (tx, stored) => {
    await lockByName(tx, `uploads ${ownerId}`)
    await assertRoom(deps, tx, ownerId)
    return toUpload(deps, stored)
  })
}

async function assertRoom(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  ownerId: string,
  addedBytes = 0,
): Promise<void> {
  const now = clock.now()
  const unused = await store.sumUnattached(db, ownerId, new Date(now.getTime() - UNATTACHED_RETENTION_MS))
  if (unused.bytes + addedBytes > UNATTACHED_MAX_BYTES)
    throw rateLimited((unused.oldest ?? now).getTime() + UNATTACHED_RETENTION_MS, now)
}

/**
 * Attaches files to a record, which keeps them. They must belong to the owner, have this purpose and be unattached;
 * attaching them again to the same record does nothing.
 */
export async function attachFiles(
  tx: Tx,
  {
    ownerId,
    ids,
    purpose,
    attachedTo,
    field,
  }: { ownerId: string; ids: readonly string[]; purpose: UploadPurpose; attachedTo: string; field: string },
): Promise<StoredFile[]> {
  const files = await store.lockFiles(tx, ownerId, ids)
  for (const [index, id] of ids.entries()) {
    const file = files.find((each) => each.id === id)
    if (!file || file.purpose !== purpose || (file.attachedTo !== null && file.attachedTo !== attachedTo)) {
      throw fieldError([field, index], 'NOT_ALLOWED', issueText('UPLOAD_EXPIRED'))
    }
  }
  await store.attach(tx, ids, attachedTo)
  return files
}

/** Address of a file, valid for five minutes. Null once deleted. The caller has checked access. */
export async function addressOf({ files }: Pick<Deps, 'files'>, db: Queryable, id: string): Promise<string | null> {
  const file = await store.findFile(db, id)
  return file ? files.signedUrl(file.key, { name: file.name }) : null
}

/** Files for display, in the given order, without deleted ones. The caller has checked access. */
export async function listFiles(
  { files }: Pick<Deps, 'files'>,
  db: Queryable,
  ids: readonly string[],
): Promise<Upload[]> {
  if (ids.length === 0) return []
  const found = new Map((await store.findFiles(db, ids)).map((file) => [file.id, file]))
  return ids.flatMap((id) => {
    const file = found.get(id)
    return file ? [toUpload({ files }, file)] : []
  })
}

/** Copies a file for another use by the same owner. Skips files whose hash is in `existingHashes`, and deleted ones. */
export async function copyFile(
  deps: Pick<Deps, 'files' | 'ids' | 'clock' | 'db'>,
  id: string,
  target: { purpose: UploadPurpose; attachedTo: string },
  existingHashes: ReadonlySet<string>,
  work: (tx: Tx, file: StoredFile) => Promise<void>,
): Promise<void> {
  const file = await store.findFile(deps.db, id)
  if (!file || existingHashes.has(file.sha256)) return
  const bytes = await deps.files.get(file.key)
  if (!bytes) return
  const { width, height, pages, takenAt, name, mime, ownerId } = file
  const received = {
    bytes,
    name,
    mime,
    originalSha256: file.sha256,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(pages !== null && { pages }),
    ...(takenAt !== null && { takenAt }),
  }
  await storeFile(deps, { ownerId, ...target, file: received }, work)
}

/** Storage keys of files, in the given order. */
export async function listFileKeys(db: Queryable, ids: readonly string[]): Promise<{ id: string; key: string }[]> {
  const found = await store.findFiles(db, ids)
  return ids.flatMap((id) => found.filter((file) => file.id === id).map(({ key }) => ({ id, key })))
}

/** Pictures small enough to print, by id, in a format every PDF reader supports. Deleted ones are left out. */
export async function readPrintablePictures(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  ids: readonly string[],
  side: number,
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  if (ids.length === 0) return pictures
  const sharp = await loadSharp()
  for (const { id, key } of await listFileKeys(db, ids)) {
    const bytes = await files.get(key)
    if (!bytes) continue
    const small = sharp(bytes)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
    pictures.set(id, await small.toBuffer())
  }
  return pictures
}

/** Deletes a file with the transaction; its bytes after commit, and again until that succeeds. */
export async function deleteFile(deps: Pick<Deps, 'jobs'>, tx: Tx, id: string): Promise<void> {
  const key = await store.deleteFile(tx, id)
  if (key) await purgeBytes(deps, tx, key)
}

/** Deletes stored bytes after commit, and again until that succeeds: nothing names them any more. */
export const purgeBytes = ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, key: string): Promise<void> =>
  jobs.add(tx, PURGE_BYTES_JOB, { key })

/** Registers the job that deletes the bytes of a deleted file. */
export function handlePurges({ files, jobs }: Pick<Deps, 'files' | 'jobs'>): void {
  jobs.handle<{ key: string }>(PURGE_BYTES_JOB, ({ key }) => files.remove(key))
}

/** Deletes files unused for a day. */
export async function purgeUnattached({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(clock.now().getTime() - UNATTACHED_RETENTION_MS)
  const purgeBatch = () =>
    db.transaction(async (tx) => {
      const keys = await store.deleteUnattached(tx, before)
      for (const key of keys) await purgeBytes({ jobs }, tx, key)
      return keys.length
    })
  while ((await purgeBatch()) > 0);
}

/** A file as its owner sees it, with an address valid for five minutes. */
const toUpload = ({ files }: Pick<Deps, 'files'>, file: StoredFile): Upload => ({
  id: file.id,
  name: file.name,
  mime: file.mime,
  size: file.size,
  sha256: file.sha256,
  width: file.width,
  height: file.height,
  takenAt: file.takenAt?.toISOString() ?? null,
  url: files.signedUrl(file.key, { name: file.name }),
})
