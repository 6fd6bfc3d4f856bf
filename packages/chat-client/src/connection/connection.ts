import { chatTexts } from '@fettle/protocol/chat/core/errors'
import type { ChatCallInput, ChatCallResult, ChatOperationName } from '@fettle/protocol/chat/operations'
import { clientError, failureOf, refusalError, TOKEN_EXPIRED } from '../errors.ts'
import {
  createUserConnection,
  DISCONNECTED,
  type ConnectionDeps,
  type ConnectionEvents,
  type ConnectionFlags,
  type Credentials,
  type UserConnection,
} from './user-connection.ts'

export type SendCall = <Name extends ChatOperationName>(
  name: Name,
  input: ChatCallInput<Name>,
) => Promise<ChatCallResult<Name>>

export interface Connection {
  /** Resolves when connected. Does nothing if connected as this user, or while connecting. */
  connect(credentials: Credentials): Promise<void>
  disconnect(): void
  /** Retries at once, because the device is online again. */
  retryNow(): void
  call: SendCall
  flags(): ConnectionFlags
  /** Why connecting was given up. Null: it was not. */
  error(): unknown
}

/** Creates the connection of a client: of one user at a time, with the calls over it. */
export function createConnection(deps: ConnectionDeps, events: ConnectionEvents): Connection {
  let userConnection: UserConnection | undefined
  let endError: unknown = null

  function end(error: unknown): void {
    const ending = userConnection
    userConnection = undefined
    ending?.end(error)
  }

  async function send<Name extends ChatOperationName>(
    name: Name,
    input: ChatCallInput<Name>,
  ): Promise<ChatCallResult<Name>> {
    if (!userConnection) throw clientError('chat-client.not-initialized')
    const link = userConnection.link()
    if (!link) throw clientError('chat-client.no-connection')
    const answer = await link.call(name, input)
    if ('ok' in answer) return answer.ok as never
    throw refusalError(answer.error)
  }

  return {
    flags: () => userConnection?.flags() ?? DISCONNECTED,
    error: () => endError,
    async call(name, input) {
      try {
        return await send(name, input)
      } catch (error) {
        if (!userConnection || failureOf(error)?.code !== TOKEN_EXPIRED) throw error
        await userConnection.renewToken()
        return send(name, input)
      }
    },
    async connect(credentials) {
      const { id } = credentials.user
      if (!id) throw new Error(chatTexts.userIdRequired)
      if (userConnection && (userConnection.flags().connecting || userConnection.userId === id))
        return userConnection.connected()
      end(clientError('chat-client.user-changed'))
      userConnection = createUserConnection(credentials, deps, {
        ...events,
        hello(hello, isRecovery) {
          endError = null
          events.hello(hello, isRecovery)
        },
        ended(error) {
          userConnection = undefined
          endError = error
          events.ended(error)
        },
      })
      userConnection.start()
      return userConnection.connected()
    },
    retryNow: () => userConnection?.retryNow(),
    disconnect: () => end(clientError('chat-client.disconnected')),
  }
}
