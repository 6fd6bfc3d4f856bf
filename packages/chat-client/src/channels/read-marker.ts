import type { Reading } from '@fettle/protocol/chat/channels/read-state'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import { createThrottle } from '../connection/throttle.ts'
import { failureOf } from '../errors.ts'
import type { ClientClock, Log } from '../ports.ts'
import { newestSeq } from '../state/channel.ts'
import type { Channels } from './channels.ts'

/** Marks one channel read or unread. */
export interface ReadMarker {
  /** Marks everything loaded as read, at most once a second, unless the user has marked the channel unread. */
  markRead(): void
  /** Marks everything from a message on as unread, until `opened`. Returns the new read state. */
  markUnread(messageId: string): Promise<Reading>
  /** The user has opened the channel: from now on viewing marks it read again. */
  opened(): void
  /** The read state may have changed. One that went back was marked unread on another device: it stays so here too. */
  follow(): void
  /** Forgets everything, before another user connects. */
  reset(): void
}

const RETRY_DELAY_MS = 5_000

/** Creates the read marker of a channel. */
export function createReadMarker({
  cid,
  channels,
  call,
  clock,
  log,
  isConnected,
}: {
  cid: string
  channels: Channels
  call: SendCall
  clock: ClientClock
  log: Log
  isConnected: () => boolean
}): ReadMarker {
  let isMarkedUnread = false
  /** Position of the last `markRead`: a message that arrives during the throttle may be unseen. */
  let seenSeq = 0
  /** Last known read position. */
  let readSeq = 0

  const report = createThrottle(clock, limits.markReadThrottleMs, () => {
    const { membership, hasNewer } = channels.find(cid) ?? {}
    // It may have been marked unread since.
    if (isMarkedUnread || !membership || membership.reading.unreadCount === 0 || hasNewer || !isConnected()) return
    const seq = seenSeq
    if (seq <= membership.reading.lastReadSeq) return
    call('channels.read', { cid, seq }).then(
      ({ reading }) => channels.frame({ type: 'reading.updated', cid, reading }),
      (error: unknown) => {
        log.warn('A channel could not be marked read', error)
        // After a drop the screen asks again.
        if (failureOf(error)?.retryable) clock.after(RETRY_DELAY_MS, report.ask)
      },
    )
  })

  return {
    markRead() {
      const data = channels.find(cid)
      if (!data || isMarkedUnread) return
      seenSeq = Math.max(seenSeq, Math.min(newestSeq(data), data.channel.lastSeq))
      report.ask()
    },
    async markUnread(messageId) {
      const before = isMarkedUnread
      isMarkedUnread = true
      try {
        const { reading } = await call('channels.unread', { cid, messageId })
        channels.frame({ type: 'reading.updated', cid, reading })
        return reading
      } catch (error) {
        isMarkedUnread = before
        report.ask()
        throw error
      }
    },
    opened() {
      isMarkedUnread = false
      readSeq = 0
    },
    follow() {
      const reading = channels.find(cid)?.membership?.reading
      if (!reading) return
      if (reading.lastReadSeq < readSeq) isMarkedUnread = true
      readSeq = reading.lastReadSeq
    },
    reset() {
      report.cancel()
      seenSeq = 0
      readSeq = 0
      isMarkedUnread = false
    },
  }
}
