import type { Hello } from '@fettle/protocol/chat/connection/connection'
import { chatTexts, type ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChatCallInput, ChatCallResult, ChatOperationName } from '@fettle/protocol/chat/operations'
import type { ConnectingUser } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { ClientClock, Link, Log, Transport } from '../ports.ts'
import { ChatError, failureOf, refusalError, TOKEN_EXPIRED } from '../errors.ts'

/** Who connects. */
export interface Credentials {
  appKey: string
  user: ConnectingUser
  /** The chat token; asked again with `reload` when the service says the last one has expired. */
  token: (options: { reload: boolean }) => Promise<string> | string
}

/** How the connection stands. */
export interface ConnectionFlags {
  readonly connected: boolean
  /** An attempt is running. */
  readonly connecting: boolean
  /** The connection dropped and is being tried again every five seconds. */
  readonly reconnecting: boolean
}

export interface ConnectionEvents {
  flags: (flags: ConnectionFlags) => void
  /** Connected. `isRecovery`: after a drop, so that something may have been missed. */
  hello: (hello: Hello, isRecovery: boolean) => void
  frame: (frame: ChatFrame) => void
  /** Given up for good: trying again would not help. */
  ended: (error: unknown) => void
}

export type Call = <Name extends ChatOperationName>(
  name: Name,
  input: ChatCallInput<Name>,
) => Promise<ChatCallResult<Name>>

export interface Connection {
  /** Resolves when connected. Does nothing when connected as this user already, or while an attempt is in progress. */
  connect(credentials: Credentials): Promise<void>
  disconnect(): void
  /** Tries at once instead of at the end of the five seconds: the device says it is online again. */
  retryNow: () => void
  call: Call
  flags(): ConnectionFlags
}

/** One life of the connection, from `connect` to `disconnect`. */
interface Session {
  credentials: Credentials
  /** The open link, once it has said hello. */
  link: Link | undefined
  /** The link that is open or opening: to be closed at the end. */
  latest: Link | undefined
  /** Resolves when connected (again). */
  connected: Promise<void>
  settle: { resolve: () => void; reject: (error: unknown) => void }
  /** Undefined: to be asked for, with `reload` if the last one was no good. */
  token: string | undefined
  reload: boolean
  /** Set while waiting to try again. */
  stopWaiting: (() => void) | undefined
  wasConnected: boolean
}

const DISCONNECTED: ConnectionFlags = { connected: false, connecting: false, reconnecting: false }

/** Connects, and stays connected: retries every 5000 ms until it succeeds, then stops. */
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

  /** One attempt, with one more after a reload of the token when that was what stood in the way (40). */
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
    // Once connected, only a refusal that would be the same next time ends it; a token that cannot be had just now does not.
    const mayHelp = isBroken || failure?.retryable === true || (current.wasConnected && !failure)
    if (mayHelp) waitAndRetry(current)
    else end(current, error)
  }

  /** Opens a link and waits until it says hello. */
  async function open(current: Session): Promise<void> {
    const { appKey, user, token } = current.credentials
    current.token ??= await token({ reload: current.reload })
    if (session !== current) return
    if (!current.token) throw new Error(chatTexts.tokenEmpty)
    const handshake = { appKey, user, token: current.token }
    // What is heard before hello is told after it: hello is a snapshot, and the frames may be newer than it.
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
        closed(failure) {
          reject(toError(failure))
          if (session === current && current.link === link) drop(current)
        },
      })
      current.latest = link
    })
  }

  function drop(current: Session): void {
    current.link = undefined
    renewPromise(current)
    waitAndRetry(current)
  }

  function waitAndRetry(current: Session): void {
    show({ connected: false, connecting: false, reconnecting: true })
    current.stopWaiting = clock.after(limits.chatReconnectRetry, () => {
      current.stopWaiting = undefined
      void attempt(current)
    })
  }

  /** A new token for a link whose token has expired: the same as a short drop. */
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

  const call: Call = async (name, input) => {
    const ask = async () => {
      const current = session
      if (!current) throw new Error(chatTexts.clientNotInitialized)
      if (!current.link) throw new ChatError('There is no connection.')
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
      if (session) end(session, new ChatError('Connected as somebody else.'), true)
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
      if (session) end(session, new ChatError('Disconnected.'), true)
    },
  }
}

function toError(failure: ChatFailure | undefined): ChatError {
  return failure ? refusalError(failure) : new ChatError('The connection broke.')
}

function renewPromise(session: Session): void {
  Object.assign(session, promise())
}

function promise(): Pick<Session, 'connected' | 'settle'> {
  let settle: Session['settle'] = { resolve: () => undefined, reject: () => undefined }
  const connected = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Nobody has to wait for it.
  connected.catch(() => undefined)
  return { connected, settle }
}
