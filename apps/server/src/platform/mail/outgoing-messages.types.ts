import type { Tx } from '../db/db.ts'

/** A mail, text message or push to one person. */
export interface OutgoingMessage {
  channel: 'EMAIL' | 'SMS' | 'PUSH'
  to: string
  subject: string
  text: string
  html?: string
  /** Unsubscribe address, sent in the mail's header. */
  unsubscribe?: string
  /** The one-time code it contains, if any. */
  code?: string
}

export interface SentMessage extends OutgoingMessage {
  id: string
  createdAt: string
}

export interface MessageSender {
  /** Enqueues a message with the transaction: sent once after commit, never after a rollback. */
  send(tx: Tx, message: OutgoingMessage): Promise<void>
  /** Sent messages, newest first. Empty in production, where they are not kept. */
  list(to?: string): Promise<SentMessage[]>
}
