import type { Message } from '@fettle/protocol/chat/messages/messages'
import type { ClientClock } from '../ports.ts'
import type { Channels } from './channels.ts'

/** A message of somebody else that has just arrived. */
export interface ArrivedMessage extends Message {
  /** Its channel is muted. */
  isMuted: boolean
}

const MAX_REMEMBERED_IDS = 500

/** Announces messages of others as they arrive. */
export interface Arrivals {
  /** Announces a message that is neither the user's own, nor read, nor announced before, once its channel is known. */
  receive(message: Message): void
  /** A channel was loaded. */
  known(cid: string): void
  /** Whether a channel is muted depends on the service's time, because the device's clock may be wrong. */
  setServiceTime(instant: string): void
  /** Forgets what waits, before another user connects. */
  reset(): void
}

export function createArrivals({
  channels,
  me,
  clock,
  arrived,
}: {
  channels: Pick<Channels, 'find'>
  me: () => string | undefined
  clock: ClientClock
  arrived: (message: ArrivedMessage) => void
}): Arrivals {
  const knownIds = new Set<string>()
  /** Messages of channels that are being loaded: whether these are muted is not known yet. */
  const waiting = new Map<string, Message[]>()
  /** Milliseconds the service's clock is ahead. */
  let aheadBy = 0

  function receive(message: Message): void {
    const { id, user, cid, seq, parentId } = message
    if (user?.id === me() || knownIds.has(id)) return
    const data = channels.find(cid)
    if (!data) return void waiting.set(cid, [...(waiting.get(cid) ?? []), message])
    const { membership } = data
    if (parentId === undefined && seq <= (membership?.reading.lastReadSeq ?? 0)) return
    knownIds.add(id)
    const [oldest] = knownIds
    if (knownIds.size > MAX_REMEMBERED_IDS && oldest !== undefined) knownIds.delete(oldest)
    const mutedUntil = membership?.settings.mutedUntil
    const now = clock.now() + aheadBy
    arrived({ ...message, isMuted: Boolean(mutedUntil) && Date.parse(mutedUntil ?? '') > now })
  }

  return {
    receive,
    known(cid) {
      const messages = waiting.get(cid) ?? []
      waiting.delete(cid)
      messages.forEach(receive)
    },
    setServiceTime(instant) {
      aheadBy = Date.parse(instant) - clock.now()
    },
    reset: () => waiting.clear(),
  }
}
