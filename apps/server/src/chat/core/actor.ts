import type { SocketConnection } from '../connections/connections.ts'
import { ChatRefusal } from './chat-refusal.ts'

/** The caller: a user, or the app's server for itself (`userId` null) or acting as a user. */
export interface ChatActor {
  userId: string | null
  server: boolean
  /** The calling socket, if any. */
  connection: SocketConnection | undefined
}

/** The user a call concerns. Throws if a server names none. */
export function actingUser(actor: ChatActor): string {
  if (actor.userId === null) {
    throw new ChatRefusal('INPUT', {
      message: 'Set X-Chat-User to the user to act as.',
      details: { header: 'X-Chat-User' },
    })
  }
  return actor.userId
}
