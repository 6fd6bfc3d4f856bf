import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { Channels } from './channels.ts'
import type { MessagePages } from './message-pages.ts'
import type { ReadMarker } from './read-marker.ts'

/** Whether a channel is open, and what was unread on opening it. */
export interface VisitFlags {
  readonly status: 'closed' | 'loading' | 'ready' | 'failed'
  /** Why it could not be opened. */
  readonly error: unknown
  /** Messages after this sequence number were unread on opening: position of the separator. Null: none were. */
  readonly unreadAfter: number | null
}

/** Opens and closes a channel, as a screen shows it. */
interface ChannelVisit {
  flags(): VisitFlags
  /** Loads what is missing and marks it read. Rejects where it cannot be loaded. */
  open(): Promise<void>
  close(): void
  setUnreadAfter(seq: number): void
}

const CLOSED: VisitFlags = { status: 'closed', error: null, unreadAfter: null }

/** Creates the visit of a channel, which is closed. */
export function createChannelVisit({
  cid,
  channels,
  pages,
  readMarker,
  isConnected,
  changed,
}: {
  cid: string
  channels: Channels
  pages: Pick<MessagePages, 'loadOlder' | 'jumpToNewest'>
  readMarker: Pick<ReadMarker, 'opened' | 'markRead'>
  isConnected: () => boolean
  changed: () => void
}): ChannelVisit {
  let flags = CLOSED
  /** Counts openings and closings: what an earlier opening loads changes nothing. */
  let visits = 0

  function setFlags(next: Partial<VisitFlags>): void {
    flags = { ...flags, ...next }
    changed()
  }

  /** Loads the newest messages where the last visit ended at older ones. Without a connection these stay. */
  async function leaveOldMessages(): Promise<void> {
    if (channels.find(cid)?.hasNewer && isConnected()) await pages.jumpToNewest().catch(() => undefined)
  }

  return {
    flags: () => flags,
    async open() {
      visits += 1
      const visit = visits
      channels.setOpen(cid, true)
      readMarker.opened()
      setFlags({ status: channels.find(cid) ? 'ready' : 'loading', error: null })
      try {
        const cached = channels.isStale(cid) ? undefined : channels.find(cid)
        if (cached?.hasNewer) await leaveOldMessages()
        const data = cached ? (channels.find(cid) ?? cached) : await channels.fetch(cid)
        if (visit !== visits) return
        // What was stored on the device may have been read further.
        readMarker.opened()
        const { reading } = data.membership ?? {}
        setFlags({ status: 'ready', unreadAfter: reading && reading.unreadCount > 0 ? reading.lastReadSeq : null })
        readMarker.markRead()
        if (data.messages.length < chatLimits.historyPage) await pages.loadOlder()
      } catch (error) {
        if (visit !== visits) return
        // Loaded content can be read without a connection.
        setFlags(channels.find(cid) ? { status: 'ready' } : { status: 'failed', error })
        throw error
      }
    },
    close() {
      visits += 1
      channels.setOpen(cid, false)
      setFlags({ status: 'closed', unreadAfter: null })
      void leaveOldMessages()
    },
    setUnreadAfter: (seq) => setFlags({ unreadAfter: seq }),
  }
}
