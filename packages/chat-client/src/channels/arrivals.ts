import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { Channels } from './channels.ts'

/** A message of somebody else that has just arrived. */
export interface ArrivedMessage extends Message {
  /** Its channel is muted. */
  isMuted: boolean
}

const MAX_REMEMBERED_IDS = 500

/**
 * Returns a function that recognises messages of others that are neither read nor recognised before. `now` is the
 * service's time, because the device's clock may be wrong.
 */
export function createArrivalFilter({
  channels,
  me,
  now,
}: {
  channels: Pick<Channels, 'find'>
  me: () => string | undefined
  now: () => number
}): (message: Message) => ArrivedMessage | undefined {
  const knownIds = new Set<string>()

  return (message) => {
    const { id, user, cid, seq, parentId } = message
    if (user?.id === me() || knownIds.has(id)) return undefined
    const membership = channels.find(cid)?.membership
    if (parentId === undefined && seq <= (membership?.reading.lastReadSeq ?? 0)) return undefined
    knownIds.add(id)
    const [oldest] = knownIds
    if (knownIds.size > MAX_REMEMBERED_IDS && oldest !== undefined) knownIds.delete(oldest)
    const mutedUntil = membership?.settings.mutedUntil
    return { ...message, isMuted: Boolean(mutedUntil) && Date.parse(mutedUntil ?? '') > now() }
  }
}
