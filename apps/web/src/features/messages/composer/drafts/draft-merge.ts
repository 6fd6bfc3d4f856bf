import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import type { Draft } from '@fettle/protocol/chat/messages/drafts'

/** Content of a draft: text, uploaded files, and the quoted message. */
export interface DraftContent {
  text: string
  quotedId: string | null
  files: Attachment[]
}

/** A draft as stored on this device. */
export interface LocalDraft extends DraftContent {
  /** When it was written, in epoch milliseconds. */
  at: number
  /** Latest server version it includes; 0 for none. */
  version: number
  /** Written here and not yet confirmed by the server. */
  dirty: boolean
}

/** Key that is equal for equal content. */
export const contentKey = ({ text, quotedId, files }: DraftContent): string =>
  JSON.stringify([text, quotedId, files.map(({ id }) => id)])

export const isEmptyDraft = ({ text, quotedId, files }: DraftContent): boolean =>
  text === '' && quotedId === null && files.length === 0

export const draftContentOf = (draft: Pick<Draft, 'text' | 'quotedMessageId' | 'attachments'>): DraftContent => ({
  text: draft.text,
  quotedId: draft.quotedMessageId,
  files: draft.attachments,
})

/**
 * Merges a local draft with the server's. When both changed, the later one wins. `isOwn` detects echoes of this
 * device's own writes, which never overwrite newer text.
 */
export function mergeDraft(
  local: LocalDraft | undefined,
  draft: Pick<Draft, 'text' | 'quotedMessageId' | 'attachments' | 'updatedAt' | 'version'>,
  isOwn: boolean,
): LocalDraft {
  const { version } = draft
  if (local && version <= local.version) return local
  const theirs: LocalDraft = { ...draftContentOf(draft), at: Date.parse(draft.updatedAt), version, dirty: false }
  if (!local?.dirty || contentKey(local) === contentKey(theirs)) return theirs
  return isOwn || local.at > theirs.at ? { ...local, version } : theirs
}
