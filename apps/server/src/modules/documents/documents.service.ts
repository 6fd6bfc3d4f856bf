import type { PageMeta, Received } from '@fettle/protocol'
import {
  documentFlow,
  type RejectionCode,
  type DocumentForReview,
  type DocumentStatus,
  type ProviderDocument,
  type uploadDocument,
} from '@fettle/protocol/accounts/documents'
import type { ProviderActor } from '../../actors.ts'
import { operatorActor, SYSTEM_ACTOR, type ActorRef } from '../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import { violatedUniqueConstraint } from '../../platform/db/unique-violation.ts'
import { findTimeZone } from '../auth/index.ts'
import { notify, resolveFor } from '../notifications/index.ts'
import { updateVerificationLevel } from '../profile/index.ts'
import { storeFile, receiveFile } from '../uploads/index.ts'
import * as rules from './documents.rules.ts'
import * as store from './documents.store.ts'
import type { DocumentRow } from './documents.store.ts'

const subjectOf = ({ id, version, status }: DocumentRow) => ({ type: 'document', id, version, status })

/** A provider's documents, newest first. */
export async function listDocuments(deps: Deps, actor: Pick<ProviderActor, 'id'>): Promise<ProviderDocument[]> {
  const documents = await store.listOf(deps.db, actor.id)
  return documents.map((document) => view(deps, document))
}

/** Uploads a document: inspects it, stores it and queues it for review. */
export async function upload(
  deps: Deps,
  actor: ProviderActor,
  { type, side, documentNumber, issuer, issuedAt, expiresAt }: Received<typeof uploadDocument>['body'],
  sent: { bytes: Buffer; name: string },
): Promise<ProviderDocument> {
  const { clock, db, ids } = deps
  const now = clock.now()
  // Checked before the file is scanned and rewritten, which costs much more, and again with the lock.
  rules.assertRoom(await store.listOf(db, actor.id), { type, side }, now)
  const file = await receiveFile(deps, 'DOCUMENT', sent)
  const isPdf = file.mime === 'application/pdf'
  const today = localDate(now, await findTimeZone(deps, db, actor.id))
  const resolved = rules.assertFacts({ type, side, isPdf, issuedAt, expiresAt }, today)
  const id = ids.next('doc')
  const uploading = storeFile(
    deps,
    { ownerId: actor.id, purpose: 'DOCUMENT', attachedTo: id, file },
    async (tx, stored) => {
      await store.lockProvider(tx, actor.id)
      const existing = await store.listOf(tx, actor.id)
      rules.assertRoom(existing, { type, side: resolved }, now)
      const document: DocumentRow = {
        id,
        providerId: actor.id,
        providerName: actor.name,
        type,
        side: resolved,
        fileId: stored.id,
        fileKey: stored.key,
        fileName: file.name,
        mime: file.mime,
        size: stored.size,
        sha256: file.originalSha256,
        pages: file.pages ?? null,
        documentNumberLast4: documentNumber?.slice(-4) ?? null,
        issuer: issuer ?? null,
        issuedAt: issuedAt ?? null,
        expiresAt: expiresAt ?? null,
        // It was scanned on upload, so only the review by a person remains.
        status: 'UNDER_REVIEW',
        rejectionCode: null,
        rejectionNote: null,
        reviewedAt: null,
        supersedesId: rules.supersededBy(existing, { type, side: resolved })?.id ?? null,
        dueOn: null,
        createdAt: now,
        updatedAt: now,
        version: 1,
      }
      await store.insert(tx, document)
      for (const { id } of rules.replacedBy(document, existing)) await resolveAsked(deps, tx, id)
      await recordReview(deps, tx, document, 'document.uploaded', { type: 'PROVIDER', id: actor.id, name: actor.name })
      return view(deps, document)
    },
  )
  return uploading.catch((error: unknown) => {
    throw violatedUniqueConstraint(error) === 'documents_sha256' ? new AppError('DOCUMENT_DUPLICATE') : error
  })
}

/** Resolves what asked for another file of a document, once there is one. */
const resolveAsked = (deps: Deps, tx: Tx, id: string): Promise<void> =>
  resolveFor(deps, tx, { type: 'document', id }, 'document-rejected', 'document-expiring')

export function withdraw(deps: Deps, actor: ProviderActor, id: string): Promise<ProviderDocument> {
  return deps.db.transaction(async (tx) => {
    const document = await store.lock(tx, id)
    if (document?.providerId !== actor.id) throw new AppError('NOT_FOUND', { thing: 'document' })
    const withdrawn = rules.transition(document, 'withdraw', 'PROVIDER', deps.clock.now())
    await store.save(tx, withdrawn)
    const by: ActorRef = { type: 'PROVIDER', id: actor.id, name: actor.name }
    await recordReview(deps, tx, withdrawn, 'document.withdrawn', by)
    await askForRenewal(deps, tx, withdrawn)
    return view(deps, withdrawn)
  })
}

/** Repeats the notices that documents expire, which a withdrawn one would have replaced. */
async function askForRenewal(deps: Deps, tx: Tx, withdrawn: DocumentRow): Promise<void> {
  const { providerId } = withdrawn
  const existing = await store.listOf(tx, providerId)
  const today = localDate(deps.clock.now(), await findTimeZone(deps, tx, providerId))
  for (const document of rules.replacedBy(withdrawn, existing)) {
    const daysLeft = rules.renewalDaysLeft(document, today)
    if (daysLeft === undefined || rules.isBeingReplaced(document, existing)) continue
    await notifyOfExpiry(deps, tx, document, daysLeft)
  }
}

/** Notifies the provider that a document expires or has expired. */
export const notifyOfExpiry = (
  deps: Deps,
  tx: Tx,
  { id, providerId, type, expiresAt }: DocumentRow,
  daysLeft: number,
): Promise<void> =>
  notify(deps, tx, {
    workflow: 'document-expiring',
    providerId,
    params: { document: type, expiresAt: expiresAt ?? '', daysLeft },
    data: { type: 'document', id },
  })

/** The operators' queue, oldest first. */
export async function listForReview(
  deps: Deps,
  {
    status = ['UNDER_REVIEW'],
    limit,
    cursor,
  }: { status?: DocumentStatus[] | undefined; limit: number; cursor?: string | undefined },
): Promise<{ documents: DocumentForReview[]; meta: PageMeta }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const [found, counts] = await Promise.all([
    store.listByStatus(deps.db, { statuses: status, after, limit: limit + 1 }),
    store.countByStatus(deps.db),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  return {
    documents: page.map((document) => reviewView(deps, document)),
    meta: {
      nextCursor,
      total: status.reduce((sum, each) => sum + (counts[each] ?? 0), 0),
      countsByStatus: Object.fromEntries(documentFlow.states.map((each) => [each, counts[each] ?? 0])),
    },
  }
}

export function approve(deps: Deps, reviewer: string, id: string): Promise<DocumentForReview> {
  return review(deps, reviewer, id, async (tx, document, now) => {
    const moved = rules.transition(document, 'approve', 'OPERATOR', now)
    const timeZone = await findTimeZone(deps, tx, document.providerId)
    const dueOn = rules.nextDueOn(document.expiresAt, localDate(now, timeZone))
    const approved = { ...moved, reviewedAt: now, dueOn }
    await store.lockProvider(tx, document.providerId)
    for (const { id } of rules.replacedBy(document, await store.listOf(tx, document.providerId))) {
      const before = await store.lock(tx, id)
      if (!before || before.status === 'SUPERSEDED') continue
      // The verification level follows from all, so it is updated once the new one is saved.
      const replaced = rules.transition(before, 'supersede', 'SYSTEM', now)
      await store.save(tx, replaced)
      await appendReview(deps, tx, replaced, 'document.superseded', SYSTEM_ACTOR)
      await resolveAsked(deps, tx, id)
    }
    await notify(deps, tx, {
      workflow: 'document-approved',
      providerId: document.providerId,
      params: { document: document.type },
      data: { type: 'document', id: document.id },
    })
    return approved
  })
}

export function reject(
  deps: Deps,
  reviewer: string,
  id: string,
  { code, note }: { code: RejectionCode; note: string },
): Promise<DocumentForReview> {
  return review(deps, reviewer, id, async (tx, document, now) => {
    const moved = rules.transition(document, 'reject', 'OPERATOR', now)
    await notify(deps, tx, {
      workflow: 'document-rejected',
      providerId: document.providerId,
      params: { document: document.type, fix: code, note },
      data: { type: 'document', id: document.id },
    })
    return { ...moved, reviewedAt: now, rejectionCode: code, rejectionNote: note }
  })
}

async function review(
  deps: Deps,
  reviewer: string,
  id: string,
  decide: (tx: Tx, document: DocumentRow, now: Date) => Promise<DocumentRow>,
): Promise<DocumentForReview> {
  return deps.db.transaction(async (tx) => {
    const document = await store.lock(tx, id)
    if (!document) throw new AppError('NOT_FOUND', { thing: 'document' })
    const decided = await decide(tx, document, deps.clock.now())
    await store.save(tx, decided)
    await recordReview(deps, tx, decided, 'document.reviewed', operatorActor(reviewer))
    return reviewView(deps, decided)
  })
}

/** Records a change of a document and updates its owner's verification level, which follows from all of them. */
export async function recordReview(
  deps: Deps,
  tx: Tx,
  document: DocumentRow,
  type: string,
  actor: ActorRef,
): Promise<void> {
  await appendReview(deps, tx, document, type, actor)
  await store.lockProvider(tx, document.providerId)
  const level = rules.verificationLevelOf(await store.listOf(tx, document.providerId))
  await updateVerificationLevel(deps, tx, { id: document.providerId, name: document.providerName }, level)
}

const appendReview = (deps: Deps, tx: Tx, document: DocumentRow, type: string, actor: ActorRef): Promise<void> =>
  appendEvent(deps, tx, {
    subject: subjectOf(document),
    type,
    actor,
    data: {
      type: document.type,
      status: document.status,
      ...(document.rejectionCode ? { code: document.rejectionCode } : {}),
    },
    visibility: 'PROVIDER',
    providerId: document.providerId,
  })

const view = ({ files }: Deps, document: DocumentRow): ProviderDocument =>
  rules.toView(document, document.fileKey && files.signedUrl(document.fileKey, { name: document.fileName }))

const reviewView = (deps: Deps, document: DocumentRow): DocumentForReview => {
  const resolved = view(deps, document)
  return {
    ...resolved,
    url: resolved.url && new URL(resolved.url, deps.config.origin).href,
    provider: { id: document.providerId, name: document.providerName },
  }
}

/** A document by id for events, without its short-lived address. */
export async function showDocument(deps: Deps, id: string): Promise<Omit<DocumentForReview, 'url'>> {
  const document = await store.find(deps.db, id)
  if (!document) throw new AppError('NOT_FOUND', { thing: 'document' })
  const { url: _, ...resolved } = reviewView(deps, document)
  return resolved
}
