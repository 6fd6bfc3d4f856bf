import type { SocketConnection } from '../connections/connections.ts'
import { ChatRefusal } from './chat-refusal.ts'

/** Who calls: a user, or the app's server for itself (`userId` null) or in somebody's name. */
export interface ChatActor {
  userId: string | null
  server: boolean
  /** The socket it came by, if it came by one. */
  connection: SocketConnection | undefined
}

/** The user a call is about; a server has to name one. */
export function actingUser(actor: ChatActor): string {
  if (actor.userId === null) {
    throw new ChatRefusal('INPUT', { message: 'Say in whose name this is done.', details: { header: 'X-Chat-User' } })
  }
  return actor.userId
}
