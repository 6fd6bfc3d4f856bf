import {
  chatUploadRule,
  type Attachment,
  type AttachmentUpload,
  type cancelUpload,
  type finishUpload,
  type getUpload,
  type signFiles,
  type startUpload,
} from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { receiveFile } from '../../platform/uploads/receive-file.ts'
import { extensionOf } from '../../platform/uploads/upload.rules.ts'
import { makeThumbnail } from '../../platform/uploads/thumbnail.ts'
import { actingUser, type ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember, requireVisible } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { previewImageKey } from '../previews/previews.rules.ts'
import * as rules from './attachments.rules.ts'
import * as store from './attachments.store.ts'

const THUMBNAIL_SIDE_PX = 480
const MEGABYTE_BYTES = 1024 * 1024
const REFUSED_SEARCHED_MS = 7 * 86_400_000

const partKey = (uploadId: string, offset: number) => `chat-parts/${uploadId}/${offset}`
const thumbnailKey = (key: string) => `${key}.small.webp`

export const start: CallHandler<typeof startUpload> = async (context, actor, { cid, size, ...metadata }) => {
  const { db, clock, ids } = context
  const { userId } = await requireMember(context, actor, cid)
  if (size > chatUploadRule.maxBytes) {
    const megabytes = chatUploadRule.maxBytes / MEGABYTE_BYTES
    throw new ChatRefusal('PAYLOAD_TOO_BIG', {
      reason: { code: 'chat.file-too-large', params: { megabytes } },
      details: { megabytes },
    })
  }
  const upload = {
    id: ids.next('att'),
    upload_id: ids.next('upl'),
    cid,
    user_id: userId,
    client_metadata: metadata,
    size,
  }
  await db.transaction(async (tx) => {
    // The app's server has no such limit, like no rate limit: files whose sending was interrupted would block a customer.
    if (!actor.server) {
      // One after another, so that the limit holds.
      await lockByName(tx, `chat uploads ${userId}`)
      if ((await store.countUnsent(tx, userId)) >= chatLimits.uploadsPerUser)
        throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.uploads-limit' } })
    }
    await store.insertUpload(tx, upload, clock.now())
  })
  return toUpload({ ...upload, received: 0 })
}

/** Stores one part of a file. Repeating a part changes nothing. */
export async function putPart(
  { db, files }: ChatContext,
  actor: ChatActor,
  { uploadId, offset, bytes }: { uploadId: string; offset: number; bytes: Buffer },
): Promise<AttachmentUpload> {
  const upload = await store.findUpload(db, uploadId, actingUser(actor))
  if (!upload) throw rules.noSuchUpload()
  if (rules.nextPart(upload, offset, bytes.length) === 'there already') return toUpload(upload)
  await files.put(partKey(uploadId, offset), bytes, 'application/octet-stream')
  const received = offset + bytes.length
  if (await store.advance(db, uploadId, offset, received)) return toUpload({ ...upload, received })
  const current = await store.findUpload(db, uploadId, upload.user_id)
  // It was cancelled or finished meanwhile: nothing removes this part later.
  if (!current || current.file) await files.remove(partKey(uploadId, offset))
  if (!current) throw rules.noSuchUpload()
  return toUpload(current)
}

export const progress: CallHandler<typeof getUpload> = async ({ db }, actor, { uploadId }) => {
  const upload = await store.findUpload(db, uploadId, actingUser(actor))
  if (!upload) throw rules.noSuchUpload()
  return toUpload(upload)
}

export const finish: CallHandler<typeof finishUpload> = async (context, actor, { uploadId }) => {
  const { db, files, log, options } = context
  const userId = actingUser(actor)
  const upload = await store.findUpload(db, uploadId, userId)
  if (!upload) throw rules.noSuchUpload()
  if (upload.file) return { attachment: upload.file }
  if (upload.received < upload.size)
    throw new ChatRefusal('INPUT', { message: 'Parts are missing.', details: { received: upload.received } })
  const bytes = await readParts(context, upload)
  if (!bytes) return getFinished(context, uploadId, userId)
  try {
    const config = { clamdUrl: options.clamdUrl }
    const file = await receiveFile({ config, log }, 'CHAT', { bytes, name: upload.client_metadata.name })
    const thumbnail = file.mime.startsWith('image/') ? await makeThumbnail(file.bytes, THUMBNAIL_SIDE_PX) : undefined
    const attachment = rules.toAttachment(upload.id, upload.client_metadata, file, thumbnail)
    const key = `chat/${upload.id}.${extensionOf(file.mime)}`
    await files.put(key, file.bytes, file.mime)
    if (thumbnail) await files.put(thumbnailKey(key), thumbnail.bytes, 'image/webp')
    if (!(await store.saveFile(db, uploadId, attachment, key))) {
      await removeBytes(context, { ...upload, key, file: attachment })
      return await getFinished(context, uploadId, userId)
    }
    await removeParts(context, upload)
    return { attachment }
  } catch (error) {
    const refused = rules.toFileRefusal(error)
    if (!refused) throw error
    if (refused.final) {
      await store.deleteUpload(db, uploadId)
      await removeParts(context, upload)
    }
    throw refused.refusal
  }
}

/** The file that another attempt made of an upload meanwhile. Throws if the upload was cancelled. */
async function getFinished({ db }: ChatContext, uploadId: string, userId: string): Promise<{ attachment: Attachment }> {
  const upload = await store.findUpload(db, uploadId, userId)
  if (!upload?.file) throw rules.noSuchUpload()
  return { attachment: upload.file }
}

export const cancel: CallHandler<typeof cancelUpload> = async (context, actor, { uploadId }) => {
  const upload = await store.findUpload(context.db, uploadId, actingUser(actor))
  if (!upload) throw rules.noSuchUpload()
  const deleted = await store.deleteUpload(context.db, uploadId)
  if (!deleted) throw new ChatRefusal('NOT_ALLOWED', { reason: { code: 'chat.file-sent' } })
  await removeBytes(context, deleted)
  return {}
}

export const sign: CallHandler<typeof signFiles> = async (context, actor, { cid, ids }) => {
  const { db, files } = context
  await requireVisible(context, actor, cid)
  const expiresInSeconds = chatLimits.fileAddressSeconds
  const readable = await store.listReadable(db, ids, cid, actor.userId)
  const pictures = ids.flatMap((id) => {
    const key = previewImageKey(id)
    return key ? [{ id, url: files.signedUrl(key, { expiresInSeconds }) }] : []
  })
  return {
    files: [
      ...readable.map(({ id, key, file }) => ({
        id,
        url: files.signedUrl(key, { name: file.name, expiresInSeconds }),
        ...(file.thumbnail ? { thumbnailUrl: files.signedUrl(thumbnailKey(key), { expiresInSeconds }) } : {}),
      })),
      ...pictures,
    ],
    expiresInSeconds,
  }
}

/** Attaches files to a message, in the given order. They must be the sender's, complete, and unused. */
export async function claim(
  { db }: { db: Queryable },
  { ids, cid, userId, messageId }: { ids: readonly string[]; cid: string; userId: string | null; messageId: string },
): Promise<Attachment[]> {
  if (ids.length === 0) return []
  if (userId === null) throw rules.uploadAgain()
  const uniqueIds = [...new Set(ids)]
  const claimed = await store.claimFiles(db, uniqueIds, { cid, userId, messageId })
  const byId = new Map(claimed.map(({ file }) => [file.id, file]))
  return uniqueIds.map((id) => {
    const file = byId.get(id)
    if (!file) throw rules.uploadAgain()
    return file
  })
}

/** Copies files for a message in another channel. Idempotent per message. */
export async function copyFiles(
  { db, ids, clock }: Pick<ChatContext, 'db' | 'ids' | 'clock'>,
  attachments: readonly Attachment[],
  from: { cid: string },
  to: { cid: string; messageId: string; userId: string },
): Promise<Attachment[]> {
  const existing = await store.listOfMessage(db, to.cid, to.messageId)
  if (existing.length > 0) return existing.map(({ file }) => file)
  const copies: Attachment[] = []
  for (const { id } of attachments) {
    const target = { ...to, id: ids.next('att'), uploadId: ids.next('upl') }
    const copy = await store.copyFile(db, { id, ...from }, target, clock.now())
    if (copy) copies.push(copy.file)
  }
  return copies
}

/** Deletes abandoned uploads and files of refused messages, with their bytes. */
export async function purgeUnfinished(context: ChatContext): Promise<void> {
  const { db, clock } = context
  const before = new Date(clock.now().getTime() - chatLimits.uploadRetentionMs)
  // Not older ones: nearly all of them were sent.
  const after = new Date(before.getTime() - REFUSED_SEARCHED_MS)
  for (const deleteBatch of [
    () => store.deleteUnfinished(db, before),
    () => store.deleteRefused(db, { after, before }),
  ])
    for (let rows = await deleteBatch(); rows.length > 0; rows = await deleteBatch())
      for (const row of rows) await removeBytes(context, row)
}

/** Undefined: parts are missing, because another attempt removes them. */
async function readParts({ files }: ChatContext, upload: store.UploadRow): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (const offset of offsets(upload)) {
    const part = await files.get(partKey(upload.upload_id, offset))
    if (!part) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function removeParts({ files }: ChatContext, upload: store.UploadRow): Promise<void> {
  for (const offset of offsets(upload)) await files.remove(partKey(upload.upload_id, offset))
}

async function removeBytes(context: ChatContext, upload: store.UploadRow): Promise<void> {
  if (!upload.key) return removeParts(context, upload)
  if (!(await store.isUnreferenced(context.db, upload.key))) return
  await context.files.remove(upload.key)
  if (upload.file?.thumbnail) await context.files.remove(thumbnailKey(upload.key))
}

const offsets = ({ received }: { received: number }) =>
  Array.from({ length: Math.ceil(received / chatLimits.uploadPartBytes) }, (_, n) => n * chatLimits.uploadPartBytes)

const toUpload = ({ upload_id, size, received }: Pick<store.UploadRow, 'upload_id' | 'size' | 'received'>) => ({
  uploadId: upload_id,
  size,
  received,
  partBytes: chatLimits.uploadPartBytes,
})
