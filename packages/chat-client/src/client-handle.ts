import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { SendCall } from './connection/connection.ts'

/** The part of a chat client that modules beside it use, such as drafts and threads. */
export interface ClientHandle {
  call: SendCall
  /** Calls back with every frame, after the client processed it. */
  onFrame(listener: (frame: ChatFrame) => void): () => void
  /** Calls back after a reconnect, when something may have been missed. */
  onRecovery(listener: () => void): () => void
  /** Calls back when the user disconnects or another one connects: nothing of the earlier user may stay. */
  onReset(listener: () => void): () => void
}
