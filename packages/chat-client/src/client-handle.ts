import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Call } from './connection/connection.ts'

/** What the pieces beside the client need of it: a chat client is one. */
export interface ClientHandle {
  call: Call
  /** Everything the service says, after the client has taken it in. */
  onFrame(listener: (frame: ChatFrame) => void): () => void
  /** Connected again after a drop: something may have been missed. */
  onRecovery(listener: () => void): () => void
}
