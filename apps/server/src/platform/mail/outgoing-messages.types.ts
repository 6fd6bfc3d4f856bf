import type { Tx } from '../db/db.ts'

/** A mail, text message or push on its way to one person. */
export interface OutgoingMessage {
  channel: 'EMAIL' | 'SMS' | 'PUSH'
  to: string
  subject: string
  text: string
  html?: string
  /** Where such mails are stopped: said in the mail's head, for the button of mail programs. */
  unsubscribe?: string
  /** The one-time code it carries, if it does. */
  code?: string
}

export interface SentMessage extends OutgoingMessage {
  id: string
  createdAt: string
}

export interface MessageSender {
  /** Sends with the transaction: nothing leaves when it is rolled back, and it leaves once when it is committed. */
  send(tx: Tx, message: OutgoingMessage): Promise<void>
  /** What was sent, newest first. Empty in production, where nothing is kept. */
  list(to?: string): Promise<SentMessage[]>
}
