import type { Draft, getDraft, listDrafts, saveDraft } from '@fettle/protocol/chat/messages/drafts'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { actingUser } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import { requireMember } from '../core/members.ts'
import { normalizeText } from '../messages/messages.rules.ts'
import * as store from './drafts.store.ts'

export const get: CallHandler<typeof getDraft> = async (context, actor, { cid, parentId = '' }) => {
  const { userId } = await requireMember(context, actor, cid)
  const row = await store.findDraft(context.db, userId, { cid, parentId })
  return { draft: row ? toDraft(row) : null }
}

export const save: CallHandler<typeof saveDraft> = async (context, actor, input) => {
  const { db, clock, publisher } = context
  const { cid, parentId = '', quotedMessageId: quotedId, attachmentIds } = input
  const { userId } = await requireMember(context, actor, cid)
  const text = normalizeText(input.text)
  await store.saveDraft(db, userId, { cid, parentId, text, quotedId, attachmentIds }, clock.now())
  const row = await store.findDraft(db, userId, { cid, parentId })
  if (!row) throw new Error('The saved draft was not found.')
  const draft = toDraft(row)
  publisher.toUser(userId, { type: 'draft.changed', cid, draft }, actor.connection?.id)
  return { draft }
}

export const list: CallHandler<typeof listDrafts> = async ({ db }, actor) => {
  const rows = await store.listDrafts(db, actingUser(actor), chatLimits.draftsListed)
  return { drafts: rows.map(toDraft) }
}

const toDraft = (row: store.DraftRow): Draft => ({
  cid: row.cid,
  parentId: row.parent_id === '' ? null : row.parent_id,
  text: row.text,
  quotedMessageId: row.quoted_id,
  attachments: row.files ?? [],
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})
