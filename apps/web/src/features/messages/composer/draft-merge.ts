import type { Attachment } from '@fettle/protocol/chat/attachments'
import type { Draft } from '@fettle/protocol/chat/drafts'

/** What one has begun: words, files that are uploaded, and what it answers. */
export interface DraftContent {
  text: string
  quotedId: string | null
  files: Attachment[]
}

/** What was begun and not sent, as this device keeps it. */
export interface LocalDraft extends DraftContent {
  /** When it was written: here, or where it came from. Milliseconds. */
  at: number
  /** The newest state of the service it takes account of; 0: none. */
  version: number
  /** Written here, and not yet known to be kept by the service. */
  dirty: boolean
}

/** The same for what is the same, whatever is known about it besides. */
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
 * Which of two drafts holds: what is kept here, or what the service tells. Of one that both sides changed the later
 * stays. `isOwn` knows what this device told the service itself: its echo never takes back what was typed since.
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
