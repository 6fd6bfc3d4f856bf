import type { Draft } from '@fettle/protocol/chat/drafts'

/** What was begun and not sent, as this device keeps it. */
export interface KeptText {
  text: string
  /** When it was written: here, or where it came from. Milliseconds. */
  at: number
  /** The newest state of the service it takes account of; 0: none. */
  version: number
  /** Written here, and not yet known to be kept by the service. */
  dirty: boolean
}

/**
 * Which of two drafts holds: what is kept here, or what the service tells. Of one that both sides changed the later
 * stays. `isOwn` knows what this device told the service itself: its echo never takes back what was typed since.
 */
export function mergeDraft(
  local: KeptText | undefined,
  { text, updatedAt, version }: Pick<Draft, 'text' | 'updatedAt' | 'version'>,
  isOwn: boolean,
): KeptText {
  if (local && version <= local.version) return local
  const theirs: KeptText = { text, at: Date.parse(updatedAt), version, dirty: false }
  if (!local?.dirty || local.text === text) return theirs
  return isOwn || local.at > theirs.at ? { ...local, version } : theirs
}
