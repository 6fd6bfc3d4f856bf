import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { SharedLocation } from '@fettle/protocol/chat/location/geo-point'
import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import type { Queryable } from '../../platform/db/db.ts'
import { claim, copyFiles } from '../attachments/attachments.service.ts'
import type { ChatActor } from '../core/actor.ts'
import type { ChatContext } from '../core/context.ts'
import { knownPreviews } from '../previews/previews.service.ts'

/** Content of a message beside its text. With any of it, the text may be empty. */
export interface MessageExtensions {
  attachments?: Attachment[]
  previews?: LinkPreview[]
  pollId?: string
  location?: SharedLocation
}

/** Loads what a draft references: attaches files and takes fetched previews. */
export async function resolveExtensions(
  context: { db: Queryable },
  actor: ChatActor,
  cid: string,
  draft: { id: string; attachmentIds?: string[] | undefined; previewUrls?: string[] | undefined },
): Promise<MessageExtensions> {
  const { attachmentIds = [], previewUrls = [] } = draft
  const attachments = await claim(context, { ids: attachmentIds, cid, userId: actor.userId, messageId: draft.id })
  const previews = previewUrls.length > 0 ? await knownPreviews(context, previewUrls) : []
  return { ...(attachments.length > 0 ? { attachments } : {}), ...(previews.length > 0 ? { previews } : {}) }
}

/**
 * The parts a forwarded message keeps: copies of its files, and its location as it was. Of a poll only the question is
 * copied.
 */
export async function forwardExtensions(
  context: ChatContext,
  extras: Partial<Message> | null,
  from: { cid: string },
  to: { cid: string; messageId: string; userId: string },
): Promise<Partial<Message>> {
  const { attachments, pollId: _, location, ...rest } = extras ?? {}
  const files = attachments ? await copyFiles(context, attachments, from, to) : []
  const { endsAt: __, ...position } = location ?? { latitude: 0, longitude: 0, deviceId: '' }
  return { ...rest, ...(files.length > 0 ? { attachments: files } : {}), ...(location ? { location: position } : {}) }
}
