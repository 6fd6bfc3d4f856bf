import type { Hello } from '@fettle/protocol/chat/connection/connection'
import { chatTexts, type ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChatCallInput, ChatCallResult, ChatOperationName } from '@fettle/protocol/chat/operations'
import type { ConnectingUser } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { ClientClock, Link, Log, Transport } from '../ports.ts'
import { ChatError, clientError, connectionLost, failureOf, refusalError, TOKEN_EXPIRED } from '../errors.ts'

/** Who connects. */
export interface Credentials {
  appKey: string
  user: ConnectingUser
  /** Provides the chat token; called with `reload` when the last one has expired. */
  token: (options: { reload: boolean }) => Promise<string> | string
}

/** State of the connection. */
export interface ConnectionFlags {
  readonly connected: boolean
  /** An attempt is running. */
  readonly connecting: boolean
  /** The connection dropped and is retried every five seconds. */
  readonly reconnecting: boolean
}

export interface ConnectionEvents {
  flags: (flags: ConnectionFlags) => void
  /** Connected. `isRecovery`: after a drop, so something may have been missed. */
  hello: (hello: Hello, isRecovery: boolean) => void
  frame: (frame: ChatFrame) => void
  /** Given up for good: a retry would not help. */
  ended: (error: unknown) => void
}

export type SendCall = <Name extends ChatOperationName>(
  name: Name,
  input: ChatCallInput<Name>,
) => Promise<ChatCallResult<Name>>

export interface Connection {
  /** Resolves when connected. Does nothing if connected as this user, or while connecting. */
  connect(credentials: Credentials): Promise<void>
  disconnect(): void
  /** Retries at once, because the device is online again. */
  retryNow: () => void
  call: SendCall
  flags(): ConnectionFlags
}

/** State from `connect` to `disconnect`. */
interface Session {
  credentials: Credentials
  /** The open link, once it has sent hello. */
  link: Link | undefined
  /** The open or opening link, to be closed at the end. */
  latest: Link | undefined
  /** Resolves when connected (again). */
  connected: Promise<void>
  settle: { resolve: () => void; reject: (error: unknown) => void }
  /** Undefined: to be requested, with `reload` if the last one was rejected. */
  token: string | undefined
  reload: boolean
  /** Set while waiting to retry. */
  stopWaiting: (() => void) | undefined
  wasConnected: boolean
}

const DISCONNECTED: ConnectionFlags = { connected: false, connecting: false, reconnecting: false }

/** Connects and stays connected: retries every 5000 ms. */
export function createConnection(
  { transport, clock, log }: { transport: Transport; clock: ClientClock; log: Log },
  events: ConnectionEvents,
): Connection {
  let session: Session | undefined
  let flags = DISCONNECTED

  function show(next: ConnectionFlags): void {
    if (
      next.connected === flags.connected &&
      next.connecting === flags.connecting &&
      next.reconnecting === flags.reconnecting
    )
      return
    flags = next
    events.flags(flags)
  }

  function end(over: Session, error: unknown, isIntended = false): void {
    if (session === over) session = undefined
    over.stopWaiting?.()
    over.latest?.close()
    over.link = undefined
    over.settle.reject(error)
    show(DISCONNECTED)
    if (!isIntended) events.ended(error)
  }

  /** One attempt, and a second one with a new token if the first was rejected with code 40. */
  async function attempt(current: Session): Promise<void> {
    show({ connected: false, connecting: true, reconnecting: flags.reconnecting || current.wasConnected })
    try {
      await open(current).catch(async (error: unknown) => {
        if (session !== current || current.reload || failureOf(error)?.code !== TOKEN_EXPIRED) throw error
        current.token = undefined
        current.reload = true
        await open(current)
      })
    } catch (error) {
      if (session === current) failed(current, error)
    }
  }

  function failed(current: Session, error: unknown): void {
    const failure = failureOf(error)
    const isBroken = error instanceof ChatError && !failure
    if (!isBroken) log.warn('Connecting to chat failed', error)
    // Once connected, only a permanent error ends it; a temporarily unavailable token does not.
    const mayHelp = isBroken || failure?.retryable === true || (current.wasConnected && !failure)
    if (mayHelp) waitAndRetry(current)
    else end(current, error)
  }

  /** Opens a link and waits for hello. */
  async function open(current: Session): Promise<void> {
    const { appKey, user, token } = current.credentials
    current.token ??= await token({ reload: current.reload })
    if (session !== current) return
    if (!current.token) throw new Error(chatTexts.tokenEmpty)
    const handshake = { appKey, user, token: current.token }
    // Frames before hello are processed after it: hello is a snapshot, and frames may be newer.
    const early: ChatFrame[] = []
    await new Promise<void>((resolve, reject) => {
      const link = transport.open(handshake, {
        hello(hello) {
          if (session !== current) return link.close()
          current.link = link
          current.reload = false
          const isRecovery = current.wasConnected
          current.wasConnected = true
          show({ connected: true, connecting: false, reconnecting: false })
          events.hello(hello, isRecovery)
          for (const frame of early.splice(0)) events.frame(frame)
          current.settle.resolve()
          resolve()
        },
        frame(frame) {
          if (session !== current) return
          if (current.link === link) events.frame(frame)
          else early.push(frame)
        },
        closed(failure, isRestart) {
          reject(toError(failure))
          if (session === current && current.link === link) drop(current, isRestart)
        },
      })
      current.latest = link
    })
  }

  function drop(current: Session, isRestart = false): void {
    current.link = undefined
    renewPromise(current)
    // After a restart all clients come back: spread over the time of a retry, so that they do not come at once.
    waitAndRetry(current, isRestart ? Math.random() * limits.chatReconnectRetry : undefined)
  }

  function waitAndRetry(current: Session, delay: number = limits.chatReconnectRetry): void {
    show({ connected: false, connecting: false, reconnecting: true })
    current.stopWaiting = clock.after(delay, () => {
      current.stopWaiting = undefined
      void attempt(current)
    })
  }

  /** Renews an expired token, like a short drop. */
  async function renew(current: Session): Promise<void> {
    if (!current.link) return current.connected
    current.latest?.close()
    current.link = undefined
    current.token = undefined
    current.reload = true
    renewPromise(current)
    void attempt(current)
    return current.connected
  }

  const call: SendCall = async (name, input) => {
    const ask = async () => {
      const current = session
      if (!current) throw clientError('chat-client.not-initialized')
      if (!current.link) throw clientError('chat-client.no-connection')
      const answer = await current.link.call(name, input)
      if ('ok' in answer) return answer.ok as never
      throw refusalError(answer.error)
    }
    try {
      return await ask()
    } catch (error) {
      if (!session || failureOf(error)?.code !== TOKEN_EXPIRED) throw error
      await renew(session)
      return ask()
    }
  }

  return {
    call,
    flags: () => flags,
    async connect(credentials) {
      if (!credentials.user.id) throw new Error(chatTexts.userIdRequired)
      if (session && (flags.connecting || session.credentials.user.id === credentials.user.id)) return session.connected
      if (session) end(session, clientError('chat-client.user-changed'), true)
      const current: Session = {
        credentials,
        link: undefined,
        latest: undefined,
        token: undefined,
        reload: false,
        stopWaiting: undefined,
        wasConnected: false,
        ...promise(),
      }
      session = current
      void attempt(current)
      return current.connected
    },
    retryNow() {
      if (!session?.stopWaiting) return
      session.stopWaiting()
      session.stopWaiting = undefined
      void attempt(session)
    },
    disconnect() {
      if (session) end(session, clientError('chat-client.disconnected'), true)
    },
  }
}

function toError(failure: ChatFailure | undefined): ChatError {
  return failure ? refusalError(failure) : connectionLost()
}

function renewPromise(session: Session): void {
  Object.assign(session, promise())
}

function promise(): Pick<Session, 'connected' | 'settle'> {
  let settle: Session['settle'] = { resolve: () => undefined, reject: () => undefined }
  const connected = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Nobody is required to await it.
  connected.catch(() => undefined)
  return { connected, settle }
}
