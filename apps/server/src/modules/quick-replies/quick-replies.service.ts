import type { createQuickReply, QuickReply, ReplyFacts } from '@fettle/protocol/workspace/quick-replies'
import { quickReplyLimits } from '@fettle/protocol/workspace/constants'
import type { Received } from '@fettle/protocol'
import type { ProviderActor } from '../../actors.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { findAccount } from '../auth/index.ts'
import { isAddressVisible } from '../bookings/index.ts'
import { attachFiles, deleteFile } from '../uploads/index.ts'
import * as store from './quick-replies.store.ts'
import type { ReplyRow } from './quick-replies.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

type Body = Received<typeof createQuickReply>['body']
type QuickReplyDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'files' | 'jobs'>

export const listReplies = async (
  { db, files }: Pick<QuickReplyDeps, 'db' | 'files'>,
  providerId: string,
): Promise<QuickReply[]> => toViews(db, files, await store.listOf(db, providerId))

export function createReply(
  { db, clock, ids, files }: QuickReplyDeps,
  providerId: string,
  body: Body,
): Promise<QuickReply> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const existing = await store.listOf(tx, providerId)
    const limit = quickReplyLimits.replies
    if (existing.length >= limit) throw new AppError('QUICK_REPLY_LIMIT', { limit })
    const now = clock.now()
    const { shortcut, text, attachmentIds } = body
    const row: ReplyRow = {
      id: ids.next('qrp'),
      providerId,
      shortcut,
      text,
      fileIds: [...new Set(attachmentIds)],
      position: (existing.at(-1)?.position ?? 0) + 1,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    if (!(await store.insert(tx, row))) throw new AppError('SHORTCUT_TAKEN', { shortcut })
    await attach(tx, row)
    return toView(tx, files, row)
  })
}

export function saveReply(
  deps: QuickReplyDeps,
  providerId: string,
  { id, version, ...body }: Body & { id: string; version?: number | undefined },
): Promise<QuickReply> {
  const { db, clock, files } = deps
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const before = await lockReply(tx, providerId, id)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'quick reply', current: await toView(tx, files, before) })
    }
    const { shortcut, text, attachmentIds } = body
    const others = await store.listOf(tx, providerId)
    if (others.some((each) => each.id !== id && each.shortcut === shortcut)) {
      throw new AppError('SHORTCUT_TAKEN', { shortcut })
    }
    const after: ReplyRow = {
      ...before,
      shortcut,
      text,
      fileIds: [...new Set(attachmentIds)],
      version: before.version + 1,
      updatedAt: clock.now(),
    }
    await attach(tx, after)
    await store.save(tx, after)
    for (const fileId of before.fileIds) if (!after.fileIds.includes(fileId)) await deleteFile(deps, tx, fileId)
    return toView(tx, files, after)
  })
}

export function removeReply(deps: QuickReplyDeps, providerId: string, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { fileIds } = await lockReply(tx, providerId, id)
    await store.remove(tx, id)
    for (const fileId of fileIds) await deleteFile(deps, tx, fileId)
  })
}

/** Reorders the replies. Throws VALIDATION_FAILED unless each is named once. */
export function orderReplies(
  { db, files }: QuickReplyDeps,
  providerId: string,
  ids: readonly string[],
): Promise<QuickReply[]> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const all = await store.listOf(tx, providerId)
    const requestedIds = new Set(ids)
    if (requestedIds.size !== ids.length || ids.length !== all.length || !all.every(({ id }) => requestedIds.has(id))) {
      throw fieldError(['ids'], 'MISMATCH', issueText('QUICK_REPLIES_INCOMPLETE'))
    }
    await store.savePositions(tx, providerId, ids)
    return toViews(tx, files, await store.listOf(tx, providerId))
  })
}

/** Values of the variables for a customer. Throws NOT_FOUND for a customer the provider does not know. */
export async function getFacts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: ProviderActor,
  customerId: string | undefined,
): Promise<ReplyFacts> {
  const account = await findAccount(db, actor.id)
  const providerFirstName = account?.firstName ?? actor.name
  if (customerId === undefined) return { providerFirstName, customerFirstName: null, booking: null }
  const customerFirstName = await store.findFirstName(db, actor.id, customerId)
  if (customerFirstName === undefined) throw new AppError('NOT_FOUND', { thing: 'customer' })
  const now = clock.now()
  const booking = await store.findNextBooking(db, actor.id, customerId, now)
  return {
    providerFirstName,
    customerFirstName,
    booking: booking
      ? {
          id: booking.id,
          startAt: booking.startAt?.toISOString() ?? null,
          timeZone: booking.timeZone,
          address: addressOf(booking, now),
        }
      : null,
  }
}

/** As much of a job's address as its provider may see. */
const addressOf = (booking: store.NextBooking, now: Date): string | null =>
  [isAddressVisible(booking, now) && booking.line1, booking.city].filter(Boolean).join(', ') || null

/** Loads the provider's own reply and locks it. Throws NOT_FOUND. */
async function lockReply(tx: Tx, providerId: string, id: string): Promise<ReplyRow> {
  const reply = await store.lock(tx, id)
  if (reply?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'quick reply' })
  return reply
}

const attach = (tx: Tx, { id, providerId, fileIds }: ReplyRow) =>
  attachFiles(tx, { ownerId: providerId, ids: fileIds, purpose: 'CHAT', attachedTo: id, field: 'attachmentIds' })

async function toView(db: Queryable, files: Deps['files'], row: ReplyRow): Promise<QuickReply> {
  const [view] = await toViews(db, files, [row])
  if (!view) throw new Error('The quick reply has no view')
  return view
}

async function toViews(db: Queryable, files: Deps['files'], rows: readonly ReplyRow[]): Promise<QuickReply[]> {
  const ids = rows.flatMap(({ fileIds }) => fileIds)
  const replyFiles = ids.length === 0 ? [] : await store.listFiles(db, ids)
  const filesById = new Map(replyFiles.map((file) => [file.id, file]))
  return rows.map(({ id, shortcut, text, fileIds, version, createdAt, updatedAt }) => ({
    id,
    shortcut,
    text,
    attachments: fileIds.flatMap((fileId) => {
      const file = filesById.get(fileId)
      if (!file) return []
      const { key, ...listedFile } = file
      return [{ ...listedFile, url: files.signedUrl(key, { name: file.name }) }]
    }),
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }))
}
